import CivilTime
import GRDB
import Streams

/// The author, subject and time of all changes by keys.
package struct AuditLog: Sendable {
  private let file: AccountsFile

  package init(file: AccountsFile) { self.file = file }

  /// Notes a change that was made.
  ///
  /// Nothing is recorded about a member whose account was deleted in the meantime.
  /// - Parameters:
  ///   - actor: who made it, such as `member ana`.
  ///   - member: the same as the name of a member; nil for a key.
  package func note(
    _ action: String, _ subject: String, by actor: String, member: String?, at now: Instant, detail: String? = nil
  ) throws {
    try file.write { db in
      if let member, try !AccountsDatabase.has(member, in: db) {
        return try Self.add(action, "former member", by: "former member", at: now, in: db)
      }
      try Self.add(action, subject, by: actor, at: now, detail: detail, in: db)
    }
  }

  /// Adds an entry in the transaction of the change.
  static func add(
    _ action: String, _ subject: String, by actor: String, at now: Instant, detail: String? = nil, in db: Database
  ) throws {
    try db.execute(
      sql: "INSERT INTO audit (at, actor, action, subject, detail) VALUES (?, ?, ?, ?, ?)",
      arguments: [now.secondsSince1970, actor, action, subject, detail])
  }

  /// The latest entries, newest first.
  package func latest(_ limit: Int, before number: Int?) throws -> [JSONValue] {
    try file.read { db in
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
