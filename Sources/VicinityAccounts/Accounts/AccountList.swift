import CivilTime
import GRDB
import Streams

/// The accounts of a catalog, for its operator.
public struct AccountList: Sendable {
  private let file: AccountsFile

  /// The accounts in an accounts file.
  public init(_ file: AccountsFile) { self.file = file }

  /// The accounts as JSON objects, by name.
  /// - Throws: errors of the file.
  public func list() throws -> [JSONValue] {
    try file.read { db in
      try Row.fetchAll(db, sql: "SELECT * FROM account ORDER BY name").map { row in
        let account = Account(row: row)
        var object = account.ownJSON(pictureURL: nil).object ?? JSONObject()
        object["suspended"] = account.suspension.map { .string($0) }
        return .object(object)
      }
    }
  }

  /// Gives a member another role: `member`, `host`, `editor` or `admin`. A server that runs knows it within a second.
  ///
  /// - Returns: false when there is no such member, or no such role.
  /// - Throws: for the only admin, whose role cannot change; errors of the file.
  public func setRole(_ role: String, of name: String, at now: Instant) throws -> Bool {
    guard Role(rawValue: role) != nil else { return false }
    return try file.write { db in
      guard try AccountsDatabase.has(name, in: db) else { return false }
      if role != Role.admin.rawValue, let account = try AccountStore.account(name, in: db) {
        try AccountStore.refuseLastAdmin(account, in: db)
      }
      try db.execute(sql: "UPDATE account SET role = ? WHERE name = ?", arguments: [role, name])
      guard db.changesCount > 0 else { return false }
      try AuditLog.add("member.role", name, by: "operator", at: now, detail: role, in: db)
      return true
    }
  }

  /// Ends the sessions of a member, or of all. A server that runs knows it within a second.
  ///
  /// - Parameters:
  ///   - name: nil for all members.
  ///   - now: the time in the audit log.
  /// - Returns: the number of ended sessions; nil when there is no such member.
  /// - Throws: errors of the file.
  public func endSessions(of name: String?, at now: Instant) throws -> Int? {
    try file.write { db in
      if let name {
        guard try AccountStore.account(name, in: db) != nil else { return nil }
        try db.execute(sql: "DELETE FROM session WHERE member = ?", arguments: [name])
      } else {
        try db.execute(sql: "DELETE FROM session")
      }
      let ended = db.changesCount
      try AuditLog.add("member.sign-out", name ?? "all members", by: "operator", at: now, detail: "\(ended)", in: db)
      return ended
    }
  }

  /// The roles, the least first.
  public static let roles = Role.allCases.map(\.rawValue)
}
