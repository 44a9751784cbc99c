import CivilTime
import GRDB
import Streams

/// A member on one device, from signing in to signing out.
package struct Session: Hashable, Sendable {
  /// Short, for lists and logs.
  package var id: String
  package var member: String
  package var role: Role
  var created: Instant
  /// The time of its last use, to the hour.
  var seen: Instant
  var expires: Instant
  /// Whether it outlasts the browser.
  package var isKept: Bool
  /// The program, as it names itself.
  var agent: String?

  /// The prefix by which the text of a session is found in files where it should not be.
  package static let prefix = "vis_"

  /// How long a session lasts after it was last used.
  package static func lifetime(isKept: Bool) -> Int64 { isKept ? 60 * 86_400 : 12 * 3600 }

  init(row: Row) {
    (id, member, role) = (row["id"], row["member"], Role(rawValue: row["role"]) ?? .member)
    (created, seen) = (Instant(secondsSince1970: row["created"]), Instant(secondsSince1970: row["seen"]))
    (expires, isKept, agent) = (Instant(secondsSince1970: row["expires"]), row["is_kept"], row["agent"])
  }

  init(id: String, account: Account, now: Instant, isKept: Bool, agent: String?) {
    (self.id, member, role) = (id, account.name, account.role)
    (created, seen, expires) = (now, now, now + Self.lifetime(isKept: isKept))
    (self.isKept, self.agent) = (isKept, agent)
  }

  package func json(isCurrent: Bool) -> JSONValue {
    var object = JSONObject([
      ("id", .string(id)), ("created", .string(created.description)), ("seen", .string(seen.description)),
      ("expires", .string(expires.description)), ("current", .bool(isCurrent)),
    ])
    object["agent"] = agent.map { .string($0) }
    return .object(object)
  }
}
