import Foundation
import NIOSSL

/// TLS of requests to other nodes of a cluster.
package enum NodeEncryption {
  /// Trusts the authorities of the system, and those of the setting `node-ca`.
  /// - Throws: `SettingError` for a file that cannot be read.
  package static func configuration(_ settings: ServerSettings) throws -> TLSConfiguration {
    do { return try configuration(authorities: settings.nodeAuthorities) } catch {
      throw SettingError(name: "node-ca", problem: error.description)
    }
  }

  /// Trusts the authorities of the system, and those of a PEM file.
  package static func configuration(authorities path: String?) throws(UnreadableAuthorities) -> TLSConfiguration {
    var configuration = TLSConfiguration.makeClientConfiguration()
    guard let path else { return configuration }
    guard access(path, R_OK) == 0 else {
      throw UnreadableAuthorities(path: path, reason: String(cString: strerror(errno)))
    }
    guard let certificates = try? NIOSSLCertificate.fromPEMFile(path), !certificates.isEmpty else {
      throw UnreadableAuthorities(path: path)
    }
    configuration.additionalTrustRoots = [.certificates(certificates)]
    return configuration
  }

  /// A file whose certificates cannot be read.
  package struct UnreadableAuthorities: Error, CustomStringConvertible {
    var path: String
    /// Why the file cannot be read; nil if it can, and has no certificates.
    var reason: String?

    package var description: String {
      "\"\(path)\" \(reason.map { "cannot be read: \($0)" } ?? "is no PEM file with certificates")"
    }
  }

  /// Why no encrypted connection could be made; nil for other errors. Nothing of a request was sent then.
  package static func problem(_ error: any Error) -> String? {
    switch error {
    case let error as NIOSSLError:
      guard case .handshakeFailed(let reason) = error else { return nil }
      let text = "\(reason)"
      if text.contains("CERTIFICATE_VERIFY_FAILED") {
        return "its certificate is not signed by an authority that this machine trusts, or has expired"
      }
      if text.contains("WRONG_VERSION_NUMBER") { return "it does not use TLS: its address may begin with http://" }
      return "TLS has failed: \(text)"
    case let error as NIOSSLExtraError where error == .failedToValidateHostname:
      return "its certificate is for another host"
    default: return nil
    }
  }
}
