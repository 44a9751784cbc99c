import CivilTime
import GRDB
import Streams

/// The end of a page of conversations: the number of the newest message, 0 without any, and that of the conversation.
package struct ConversationMark: Sendable {
  var newest: Int64
  var number: Int64

  init(newest: Int64, number: Int64) { (self.newest, self.number) = (newest, number) }

  /// Reads `17-3`; nil for anything else.
  package init?(_ text: String) {
    let numbers = text.split(separator: "-").map { Int64($0) }
    guard numbers.count == 2, let newest = numbers[0], let number = numbers[1] else { return nil }
    self.init(newest: newest, number: number)
  }

  package var text: String { "\(newest)-\(number)" }
}

/// A conversation of two members, or of the attendees of an occurrence of an event.
struct Conversation: Sendable {
  var number: Int64
  var id: String
  /// The two members, in the order of the alphabet; nil for an event.
  var pair: (one: String, other: String)?
  /// Nil for a conversation of two.
  var event: Event?
  var created: Instant

  /// An occurrence of an event.
  struct Event: Sendable {
    var listing: String
    var starts: Instant
    /// The name of the event when the conversation was opened.
    var title: String?
    /// The row of the event in the catalog, by which it differs from a later listing with its id.
    var row: Int?
    /// Whether a later listing has its id now: members can no longer join the conversation.
    var isFormer: Bool
  }

  init(row: Row) {
    (number, id) = (row["number"], row["id"])
    created = Instant(secondsSince1970: row["created"])
    if let one: String = row["one"], let other: String = row["other"] { pair = (one, other) }
    if let listing: String = row["listing"] {
      let starts: Int64? = row["starts"]
      let former: Int64? = row["former_starts"]
      event = Event(
        listing: listing, starts: Instant(secondsSince1970: starts ?? former ?? 0), title: row["title"],
        row: row["event_row"], isFormer: starts == nil)
    }
  }

  /// The other one of two.
  func partner(of member: String) -> String? { pair.map { $0.one == member ? $0.other : $0.one } }

  /// A conversation of a member; for others it does not exist.
  static func find(_ id: String, of member: String, in db: Database) throws -> Conversation {
    let row = try Row.fetchOne(
      db,
      sql: """
        SELECT conversation.* FROM conversation JOIN participant ON conversation = number
        WHERE id = ? AND member = ?
        """, arguments: [id, member])
    guard let row else { throw ConversationError.unknown(id: id) }
    return Conversation(row: row)
  }

  /// The participants.
  func participants(in db: Database) throws -> [String] {
    try String.fetchAll(
      db, sql: "SELECT member FROM participant WHERE conversation = ? ORDER BY member", arguments: [number])
  }

  /// The JSON form for a participant, with the last message that they see and how many are unread.
  func json(for member: String, in db: Database) throws -> JSONValue {
    var object = JSONObject([("id", .string(id)), ("created", .string(created.description))])
    object["with"] = partner(of: member).map { .string($0) }
    if let event {
      var about = JSONObject([("listing", .string(event.listing)), ("starts", .string(event.starts.description))])
      about["name"] = event.title.map { .string($0) }
      object["event"] = .object(about)
    }
    object["participants"] = .array(try participants(in: db).map { .string($0) })
    let last = try Message.all(of: number, for: member, after: nil, before: nil, limit: 1, in: db).first
    object["last"] = last?.json(for: member)
    let unread = try Int.fetchOne(
      db,
      sql: """
        SELECT count(*) FROM message m JOIN participant p ON p.conversation = m.conversation AND p.member = ?2
        WHERE m.conversation = ?1 AND m.number > p.read AND m.sender IS NOT ?2 AND m.kind <> 'removed'
          AND NOT EXISTS (SELECT 1 FROM blocked_member b WHERE b.member = ?2 AND b.other = m.sender)
        """, arguments: [number, member])
    object["unread"] = .int(Int64(unread ?? 0))
    return .object(object)
  }
}
