import Crypto
import Foundation

/// Random secrets: API keys, sessions, links in emails. Only their SHA-256 is stored.
package enum Secret {
  /// A new one: 256 random bits as base 64 for URLs.
  ///
  /// - Parameter prefix: by which such texts are found in files where they should not be.
  package static func make(_ prefix: String) -> String {
    var generator = SystemRandomNumberGenerator()
    let bytes = (0..<4).flatMap { _ in withUnsafeBytes(of: generator.next() as UInt64) { Array($0) } }
    return prefix + Data(bytes).base64URL
  }

  package static func hash(_ secret: String) -> Data { Data(SHA256.hash(data: Data(secret.utf8))) }

  /// A short name for lists and logs, which does not reveal the text.
  static func name(of hash: Data) -> String { String(hash.base64URL.filter(\.isLetter).lowercased().prefix(10)) }
}

extension Data {
  /// Base 64 for URLs (RFC 4648, section 5), without padding.
  var base64URL: String {
    base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }
}
