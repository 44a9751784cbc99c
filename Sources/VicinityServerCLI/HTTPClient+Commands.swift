import ArgumentParser
import AsyncHTTPClient
import CommandSupport
import Foundation
import NIOCore
import VicinityHTTP

extension HTTPClient.Configuration {
  /// How commands reach servers.
  /// - Throws: `ValidationError` for authorities that cannot be read.
  static var ofCommands: HTTPClient.Configuration {
    get throws {
      var configuration = HTTPClient.Configuration()
      configuration.timeout.connect = .seconds(5)
      configuration.connectionPool.retryConnectionEstablishment = false
      // As OpenSSL and curl read it.
      let authorities = ProcessInfo.processInfo.environment["SSL_CERT_FILE"]?.nonEmpty
      do { configuration.tlsConfiguration = try NodeEncryption.configuration(authorities: authorities) } catch {
        throw ValidationError("SSL_CERT_FILE: \(error)")
      }
      return configuration
    }
  }
}

/// A server that gives no answer.
struct Unreachable {
  let address: String
  let error: any Error

  /// Says why, and ends the command.
  func fail() -> any Error {
    let reason =
      (error as? IOError).map { String(cString: strerror($0.errnoCode)) } ?? NodeEncryption.problem(error) ?? "\(error)"
    Console.sayError("\(address) cannot be reached: \(reason)")
    return ExitStatus.failed
  }
}
