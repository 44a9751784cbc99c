import CivilTime
import Streams

/// A program's API key: its scopes, and its expiry. The key itself is shown once; only its SHA-256 is stored.
package struct APIKey: Hashable, Sendable {
  /// Short, for lists and logs.
  package var id: String
  var name: String
  package var scopes: [Scope]
  var created: Instant
  var expires: Instant?

  package var json: JSONValue {
    var object = JSONObject([
      ("id", .string(id)), ("name", .string(name)), ("scopes", .array(scopes.map { .string($0.rawValue) })),
      ("created", .string(created.description)),
    ])
    object["expires"] = expires.map { .string($0.description) }
    return .object(object)
  }

  /// The prefix by which a key is found in files where it should not be.
  static let prefix = "vic_"
}
