import CivilTime
import Foundation
import GRDB
import Streams
import Vicinity

/// The conversations of members, in the accounts file. Every function waits for the file.
package final class ConversationStore: Sendable {
  let catalog: Catalog
  let file: AccountsFile
  let changes: ChangeLog

  package init(catalog: Catalog, file: AccountsFile, changes: ChangeLog) {
    (self.catalog, self.file, self.changes) = (catalog, file, changes)
  }

  // MARK: Reading

  /// The conversations of a member, that with the newest message first.
  ///
  /// - Parameter mark: that of the page before.
  /// - Returns: the conversations, and the mark of a page that is full.
  package func conversations(
    of member: String, after mark: ConversationMark?, limit: Int
  ) throws -> (list: [JSONValue], next: ConversationMark?) {
    try bringUpToDate(of: member)
    return try file.read { db in
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT conversation.*, coalesce((SELECT max(m.number) FROM message m
            WHERE m.conversation = conversation.number), 0) AS newest
          FROM participant JOIN conversation ON conversation.number = participant.conversation
          WHERE member = ?1 AND (?2 IS NULL OR newest < ?2 OR newest = ?2 AND conversation.number < ?3)
          ORDER BY newest DESC, conversation.number DESC LIMIT ?4
          """, arguments: [member, mark?.newest, mark?.number, limit])
      let list = try rows.map { try Conversation(row: $0).json(for: member, in: db) }
      let last = rows.count == limit ? rows.last : nil
      return (list, last.map { ConversationMark(newest: $0["newest"], number: $0["number"]) })
    }
  }

  /// A conversation of a member.
  package func conversation(_ id: String, of member: String) throws -> JSONValue {
    try bringUpToDate(id)
    return try file.read { try Conversation.find(id, of: member, in: $0).json(for: member, in: $0) }
  }

  /// The messages of a conversation: the newest first, or with `after` the oldest after it.
  package func messages(
    of id: String, for member: String, after: Int64?, before: Int64?, limit: Int
  ) throws -> [Message] {
    try bringUpToDate(id)
    return try file.read { db in
      let conversation = try Conversation.find(id, of: member, in: db)
      return try Message.all(of: conversation.number, for: member, after: after, before: before, limit: limit, in: db)
    }
  }

  // MARK: Opening

  /// Opens the conversation of two members, or finds it.
  /// - Returns: the conversation, and whether it is new.
  package func open(_ member: String, with other: String, at now: Instant) throws -> (json: JSONValue, isNew: Bool) {
    guard member != other else { throw QueryError.conflict("with: that is you") }
    return try file.write { db in
      guard let account = try AccountStore.account(other, in: db), account.suspension == nil else {
        throw AccountError.unknownMember(other)
      }
      try Self.refuseBlocked(member, other, in: db)
      let (conversation, isNew) = try Self.pair(member, other, at: now, in: db)
      return (try conversation.json(for: member, in: db), isNew)
    }
  }

  /// The conversation of two members, which is opened when there is none.
  static func pair(
    _ member: String, _ other: String, at now: Instant, in db: Database
  ) throws -> (Conversation, isNew: Bool) {
    let (one, two) = member < other ? (member, other) : (other, member)
    func find() throws -> Conversation? {
      try Row.fetchOne(db, sql: "SELECT * FROM conversation WHERE one = ? AND other = ?", arguments: [one, two])
        .map(Conversation.init)
    }
    if let known = try find() { return (known, false) }
    try db.execute(
      sql: "INSERT INTO conversation (id, one, other, created) VALUES (?, ?, ?, ?)",
      arguments: [newId(), one, two, now.secondsSince1970])
    let number = db.lastInsertedRowID
    for name in [one, two] { try add(name, to: number, in: db) }
    return (
      try find() ?? { throw DatabaseError(message: "a conversation was just written, and cannot be read") }(), true
    )
  }

  /// Opens the conversation of the attendees of an occurrence, and restricts it to them.
  ///
  /// - Parameter isOnly: whether the event has no other occurrence: its conversation moves along with it.
  package func open(
    ofEvent listing: String, _ starts: Instant, isOnly: Bool, named title: String?, for member: String, at now: Instant
  ) throws -> (json: JSONValue, isNew: Bool) {
    try bringUpToDate(
      where: "conversation.listing = ? AND (? OR conversation.starts = ?)", [listing, isOnly, starts.secondsSince1970])
    let found = try catalog.company(of: [(listing, starts)]).first ?? nil
    guard let company = found else { throw CatalogError.unknownListing(id: listing, similar: []) }
    return try file.write { db in
      let seconds = company.starts.secondsSince1970
      try db.execute(
        sql: """
          INSERT OR IGNORE INTO conversation (id, listing, starts, title, created, event_row) VALUES (?, ?, ?, ?, ?, ?)
          """, arguments: [Self.newId(), listing, seconds, title, now.secondsSince1970, company.row])
      let isNew = db.changesCount > 0
      // The conversation of a former event with this id is another one.
      let row = try Row.fetchOne(
        db, sql: "SELECT * FROM conversation WHERE listing = ? AND starts = ? AND event_row = ?",
        arguments: [listing, seconds, company.row])
      guard let conversation = row.map(Conversation.init) else {
        throw DatabaseError(message: "a conversation was just written, and cannot be read")
      }
      try Self.letTakePart(company.members, conversation, in: db)
      return (try conversation.json(for: member, in: db), isNew)
    }
  }

  /// Members who have left an event leave its conversation, and new attendees join it.
  static func letTakePart(_ attendees: [String], _ conversation: Conversation, in db: Database) throws {
    let known = Set(try conversation.participants(in: db))
    for gone in known.subtracting(attendees) {
      try db.execute(
        sql: "DELETE FROM participant WHERE conversation = ? AND member = ?", arguments: [conversation.number, gone])
    }
    for member in attendees where !known.contains(member) { try add(member, to: conversation.number, in: db) }
  }

  private static func add(_ member: String, to number: Int64, in db: Database) throws {
    try db.execute(
      sql: """
        INSERT OR IGNORE INTO participant (conversation, member, read)
        SELECT ?1, ?2, 0 WHERE EXISTS (SELECT 1 FROM account WHERE name = ?2)
        """, arguments: [number, member])
  }

  private static func newId() -> String { "c-" + Secret.make("").prefix(22) }

  // MARK: Reading on, and blocking

  /// Counts messages as read up to a number.
  package func read(_ id: String, upTo number: Int64, by member: String, at now: Instant) throws {
    try file.write { db in
      let conversation = try Conversation.find(id, of: member, in: db)
      // Later messages are not marked as read.
      let newest = try Int64.fetchOne(
        db, sql: "SELECT max(number) FROM message WHERE conversation = ?", arguments: [conversation.number])
      let number = min(number, newest ?? 0)
      try db.execute(
        sql: "UPDATE participant SET read = ?1 WHERE conversation = ?2 AND member = ?3 AND read < ?1",
        arguments: [number, conversation.number, member])
      guard db.changesCount > 0 else { return }
      try ChangeLog.add(
        .read, for: member, JSONObject([("conversation", .string(id)), ("read", .int(number))]), at: now, in: db)
    }
    changes.signals.notify([member])
  }

  /// The members whom a member has blocked, by name.
  package func blocked(by member: String) throws -> [String] {
    try file.read {
      try String.fetchAll(
        $0, sql: "SELECT other FROM blocked_member WHERE member = ? ORDER BY other", arguments: [member])
    }
  }

  /// The members whom a member has blocked, and those who have blocked the member.
  package func blocks(around member: String) throws -> Set<String> {
    try file.read {
      try String.fetchSet(
        $0,
        sql: """
          SELECT other FROM blocked_member WHERE member = ?1 UNION SELECT member FROM blocked_member WHERE other = ?1
          """, arguments: [member])
    }
  }

  /// Blocks a member, or no longer.
  package func block(_ other: String, by member: String, isBlocked: Bool, at now: Instant) throws {
    guard member != other else { throw QueryError.conflict("name: that is you") }
    try file.write { db in
      guard try AccountStore.account(other, in: db) != nil else { throw AccountError.unknownMember(other) }
      if isBlocked {
        try db.execute(
          sql: "INSERT OR IGNORE INTO blocked_member (member, other, at) VALUES (?, ?, ?)",
          arguments: [member, other, now.secondsSince1970])
      } else {
        try db.execute(sql: "DELETE FROM blocked_member WHERE member = ? AND other = ?", arguments: [member, other])
      }
    }
  }

  /// - Throws: the same error whichever of them has blocked the other.
  static func refuseBlocked(_ member: String, _ other: String, in db: Database) throws {
    let isBlocked = try Bool.fetchOne(
      db,
      sql: """
        SELECT EXISTS (SELECT 1 FROM blocked_member
          WHERE member = ?1 AND other = ?2 OR member = ?2 AND other = ?1)
        """, arguments: [member, other])
    if isBlocked == true { throw ConversationError.blocked }
  }
}
