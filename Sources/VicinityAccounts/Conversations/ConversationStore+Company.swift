import CivilTime
import GRDB
import Vicinity

// The catalog determines the participants in the conversation of an event: its host and those with a place. Before a
// read or write, the list is brought up to date, in a transaction of its own, which holds whatever the outcome of the
// request.

extension ConversationStore {
  /// Restricts a conversation to its current participants; does not change one of two members.
  package func bringUpToDate(_ id: String) throws { try bringUpToDate(where: "conversation.id = ?", [id]) }

  /// The same for all conversations of a member.
  package func bringUpToDate(of member: String) throws {
    try bringUpToDate(
      where: "conversation.number IN (SELECT p.conversation FROM participant p WHERE p.member = ?)", [member])
  }

  /// The same for the conversation of a message.
  package func bringUpToDate(withMessage number: Int64) throws {
    try bringUpToDate(
      where: "conversation.number IN (SELECT m.conversation FROM message m WHERE m.number = ?)", [number])
  }

  /// The same for the conversations where a picture or video was sent.
  package func bringUpToDate(withMedium id: String) throws {
    try bringUpToDate(
      where: "conversation.number IN (SELECT m.conversation FROM message m WHERE m.medium = ?)", [id])
  }

  func bringUpToDate(where condition: String, _ arguments: StatementArguments) throws {
    let known = try file.read { db in
      try Row.fetchAll(
        db, sql: "SELECT * FROM conversation WHERE starts IS NOT NULL AND \(condition)", arguments: arguments
      ).map(Conversation.init)
    }
    let events = known.compactMap { conversation in conversation.event.map { (conversation, $0) } }
    guard !events.isEmpty else { return }
    let companies = try catalog.company(of: events.map { ($0.1.listing, $0.1.starts) })
    for ((conversation, event), company) in zip(events, companies) {
      // The last participants of a removed or hidden event stay; new messages are refused.
      guard let company else { continue }
      let isLate = try file.read { try Self.isLate(conversation, event, company, in: $0) }
      if isLate { try file.write { try Self.bring(conversation, event, to: company, in: $0) } }
    }
  }

  private static func isLate(
    _ conversation: Conversation, _ event: Conversation.Event, _ company: EventCompany, in db: Database
  ) throws -> Bool {
    guard event.row == company.row, event.starts == company.starts else { return true }
    let known = Set(try conversation.participants(in: db))
    guard known.isSubset(of: company.members) else { return true }
    return try company.members.contains { member in
      try !known.contains(member) && AccountStore.account(member, in: db) != nil
    }
  }

  private static func bring(
    _ conversation: Conversation, _ event: Conversation.Event, to company: EventCompany, in db: Database
  ) throws {
    guard event.row == company.row else {
      // Another listing has the id now, and its attendees have a conversation of their own.
      try db.execute(
        sql: "UPDATE conversation SET former_starts = starts, starts = NULL WHERE number = ? AND starts IS NOT NULL",
        arguments: [conversation.number])
      return
    }
    if event.starts != company.starts {
      // It moves with its event, unless there is one for the new start already.
      try db.execute(
        sql: "UPDATE OR IGNORE conversation SET starts = ? WHERE number = ? AND starts IS NOT NULL",
        arguments: [company.starts.secondsSince1970, conversation.number])
    }
    try letTakePart(company.members, conversation, in: db)
  }

  /// Refuses messages in the conversation of a removed or hidden event.
  ///
  /// - Throws: `CatalogError.unknownListing`, without similar ids; `ConversationError.unknown` for members who do not
  ///   participate.
  func refuseGone(_ id: String, for member: String) throws {
    let conversation = try file.read { try Conversation.find(id, of: member, in: $0) }
    guard let event = conversation.event else { return }
    let company = try catalog.company(of: [(event.listing, event.starts)]).first ?? nil
    guard !event.isFormer, let company, company.row == event.row else {
      throw CatalogError.unknownListing(id: event.listing, similar: [])
    }
  }

  /// The conversations of an event that was hidden belong to the row that it has got.
  static func follow(_ former: Int, to row: Int, in db: Database) throws {
    try db.execute(sql: "UPDATE conversation SET event_row = ? WHERE event_row = ?", arguments: [row, former])
  }
}
