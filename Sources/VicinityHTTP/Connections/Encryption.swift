import NIOCore
import NIOSSL
import Synchronization

/// TLS with the certificates of the settings, which can be read again while the server runs: connections that begin
/// afterwards use them.
package final class Encryption: Sendable {
  private let certificate: String
  private let key: String
  private let current: Mutex<NIOSSLContext>

  /// - Returns: nil without certificates.
  /// - Throws: `SettingError` for files that cannot be read, and for a key of another certificate.
  package init?(_ settings: ServerSettings) throws {
    guard let certificate = settings.tlsCertificate, let key = settings.tlsKey else { return nil }
    (self.certificate, self.key) = (certificate, key)
    current = Mutex(try Self.read(certificate, key))
  }

  /// Reloads the files; the previous ones stay in use if that fails.
  /// - Throws: `SettingError`.
  package func reload() throws {
    let new = try Self.read(certificate, key)
    current.withLock { $0 = new }
  }

  /// The first handler of a connection.
  func handler() -> NIOSSLServerHandler { NIOSSLServerHandler(context: current.withLock { $0 }) }

  private static func read(_ certificate: String, _ key: String) throws -> NIOSSLContext {
    func read<Value>(_ name: String, _ path: String, _ body: () throws -> Value) throws -> Value {
      do { return try body() } catch {
        throw SettingError(name: name, problem: "\"\(path)\" cannot be read as a PEM file: \(error)")
      }
    }
    let certificates = try read("tls-certificate", certificate) { try NIOSSLCertificate.fromPEMFile(certificate) }
    let secret = try read("tls-key", key) { try NIOSSLPrivateKey(file: key, format: .pem) }
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: certificates.map { .certificate($0) }, privateKey: .privateKey(secret))
    configuration.minimumTLSVersion = .tlsv12
    do { return try NIOSSLContext(configuration: configuration) } catch {
      throw SettingError(
        name: "tls-key", problem: "\"\(key)\" and the certificate in \"\(certificate)\" cannot be used: \(error)")
    }
  }
}
