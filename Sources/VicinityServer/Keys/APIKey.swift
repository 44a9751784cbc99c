import CivilTime
import Crypto
import Foundation
import Streams

/// A key of a program: what it may do, and until when. The key itself is shown once; only its SHA-256 is kept.
struct APIKey: Hashable, Sendable {
  /// Short, for lists and logs.
  var id: String
  var name: String
  var scopes: [Scope]
  var created: Instant
  var expires: Instant?

  var json: JSONValue {
    var object = JSONObject([
      ("id", .string(id)), ("name", .string(name)), ("scopes", .array(scopes.map { .string($0.rawValue) })),
      ("created", .string(created.description)),
    ])
    object["expires"] = expires.map { .string($0.description) }
    return .object(object)
  }

  /// The prefix by which a key is found in files where it should not be.
  private static let prefix = "vic_"

  /// A new key: 256 random bits.
  static func secret() -> String {
    var generator = SystemRandomNumberGenerator()
    let bytes = (0..<4).flatMap { _ in withUnsafeBytes(of: generator.next() as UInt64) { Array($0) } }
    return prefix + Data(bytes).base64URL
  }

  static func hash(_ secret: String) -> Data { Data(SHA256.hash(data: Data(secret.utf8))) }
}

extension Data {
  /// Base 64 for URLs (RFC 4648, section 5), without padding.
  var base64URL: String {
    base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }
}
