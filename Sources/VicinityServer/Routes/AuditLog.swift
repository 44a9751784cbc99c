import CivilTime
import GRDB
import Streams

/// Who changed what and when, of all changes by keys.
struct AuditLog: Sendable {
  let keys: KeyStore

  /// Notes a change that was made.
  ///
  /// Of a member who has left meanwhile nothing is told.
  func note(_ action: String, _ subject: String, by client: Client, at now: Instant, detail: String? = nil) throws {
    try keys.file().write { db in
      if let member = client.session?.member, try !AccountsFile.has(member, in: db) {
        return try db.execute(
          sql: "INSERT INTO audit (at, actor, action, subject) VALUES (?, 'former member', ?, 'former member')",
          arguments: [now.secondsSince1970, action])
      }
      try db.execute(
        sql: "INSERT INTO audit (at, actor, action, subject, detail) VALUES (?, ?, ?, ?, ?)",
        arguments: [now.secondsSince1970, client.name, action, subject, detail])
    }
  }

  /// The latest entries, newest first.
  func latest(_ limit: Int, before number: Int?) throws -> [JSONValue] {
    try keys.file().read { db in
      try Row.fetchAll(
        db, sql: "SELECT * FROM audit WHERE number < ? ORDER BY number DESC LIMIT ?",
        arguments: [number ?? .max, limit]
      ).map { row in
        var entry = JSONObject([
          ("number", .int(row["number"])),
          ("at", .string(Instant(secondsSince1970: row["at"]).description)), ("actor", .string(row["actor"])),
          ("action", .string(row["action"])), ("subject", .string(row["subject"])),
        ])
        entry["detail"] = (row["detail"] as String?).map { .string($0) }
        return .object(entry)
      }
    }
  }
}
