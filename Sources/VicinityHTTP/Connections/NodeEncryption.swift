import NIOSSL

/// TLS of requests to other nodes of a cluster.
package enum NodeEncryption {
  /// Trusts the authorities of the system, and those of the setting `node-ca`.
  /// - Throws: `SettingError` for a file that cannot be read.
  package static func configuration(_ settings: ServerSettings) throws -> TLSConfiguration {
    var configuration = TLSConfiguration.makeClientConfiguration()
    if let path = settings.nodeAuthorities {
      do { configuration.additionalTrustRoots = [.certificates(try NIOSSLCertificate.fromPEMFile(path))] } catch {
        throw SettingError(name: "node-ca", problem: "\"\(path)\" cannot be read as a PEM file: \(error)")
      }
    }
    return configuration
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
