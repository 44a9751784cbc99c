import CivilTime
import GRDB
import Streams

/// The changes of each member, in the order of writing: one table, to which every change is added in its own
/// transaction.
///
/// Numbers grow with the commits, because one writer has the file at a time: a reader of everything up to a number has
/// missed nothing before it.
package final class ChangeLog: Sendable {
  private let file: AccountsFile
  private let message: ReadMessage
  package let signals = ChangeSignals()

  /// Reads a message for one of its readers; nil when it no longer exists.
  package typealias ReadMessage = @Sendable (_ number: Int64, _ member: String, _ db: Database) throws -> JSONValue?

  /// How long changes are stored for clients that reconnect.
  static let lifetime: Int64 = 30 * 86_400

  package init(file: AccountsFile, message: @escaping ReadMessage) { (self.file, self.message) = (file, message) }

  /// Adds a change, inside a transaction of its caller, who notifies the streams of the member afterwards.
  ///
  /// - Parameters:
  ///   - member: the recipient; nothing is added for members without an account.
  ///   - other: the acting member, whose data may later be erased.
  ///   - message: the message, if there is one.
  package static func add(
    _ kind: MemberChange.Kind, for member: String, by other: String? = nil, message: Int64? = nil,
    _ data: JSONObject, at now: Instant, in db: Database
  ) throws {
    try db.execute(
      sql: """
        INSERT INTO change (member, at, kind, by, message, data)
        SELECT ?1, ?2, ?3, ?4, ?5, ?6 WHERE EXISTS (SELECT 1 FROM account WHERE name = ?1)
        """,
      arguments: [member, now.secondsSince1970, kind.rawValue, other, message, JSONValue.object(data).text])
  }

  /// The member, and the number after which changes are requested; nil for changes from now on.
  package struct Question: Hashable, Sendable {
    var member: String
    package var after: Int64?

    package init(member: String, after: Int64?) { (self.member, self.after) = (member, after) }
  }

  /// A part of a member's changes.
  package struct Page: Sendable {
    package var changes: [MemberChange]
    /// Whether changes after the number asked for are no longer kept.
    package var isMissed: Bool
    /// The last number that has been looked at.
    package var last: Int64
    /// Whether more changes exist already.
    package var isFull: Bool
  }

  /// Changes of a page.
  static let pageSize = 200

  /// Members' changes after their numbers, read in one transaction.
  package func pages(_ questions: [Question]) throws -> [Page] {
    try file.look { db in
      let newest = try Int64.fetchOne(db, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'change'") ?? 0
      return try questions.map { try page($0, newest, in: db) }
    }
  }

  private func page(_ question: Question, _ newest: Int64, in db: Database) throws -> Page {
    guard let number = question.after else { return Page(changes: [], isMissed: false, last: newest, isFull: false) }
    let forgotten =
      try Int64.fetchOne(
        db.cachedStatement(sql: "SELECT number FROM forgotten_change WHERE member = ?"), arguments: [question.member])
      ?? 0
    // A future number belongs to a file that has been replaced by an older copy.
    let isMissed = number < forgotten || number > newest
    let rows = try Row.fetchAll(
      db.cachedStatement(sql: "SELECT * FROM change WHERE member = ? AND number > ? ORDER BY number LIMIT ?"),
      arguments: [question.member, number > newest ? 0 : number, Self.pageSize])
    let changes = try rows.map { try change($0, for: question.member, in: db) }
    let isFull = changes.count == Self.pageSize
    let last = changes.last?.number ?? newest
    return Page(changes: changes, isMissed: isMissed, last: isFull ? last : max(newest, last), isFull: isFull)
  }

  private func change(_ row: Row, for member: String, in db: Database) throws -> MemberChange {
    var data = try JSONParser.parse((row["data"] as String).utf8).object ?? JSONObject()
    let kind = MemberChange.Kind(rawValue: row["kind"]) ?? .listing
    if let number: Int64 = row["message"], kind == .message || kind == .position {
      data["message"] = try message(number, member, db)
    }
    return MemberChange(number: row["number"], at: Instant(secondsSince1970: row["at"]), kind: kind, data: data)
  }

  /// Forgets what is old.
  package func forgetOld(at now: Instant) throws {
    let oldest = now.secondsSince1970 - Self.lifetime
    let isSome = try file.look {
      try Bool.fetchOne($0, sql: "SELECT EXISTS (SELECT 1 FROM change WHERE at < ?)", arguments: [oldest])
    }
    guard isSome == true else { return }
    try file.write { db in
      try db.execute(
        sql: """
          INSERT OR REPLACE INTO forgotten_change (member, number)
          SELECT member, max(number) FROM change WHERE at < ? GROUP BY +member
          """, arguments: [oldest])
      try db.execute(sql: "DELETE FROM change WHERE at < ?", arguments: [oldest])
    }
  }
}
