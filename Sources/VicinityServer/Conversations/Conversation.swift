import CivilTime
import GRDB
import Streams

/// A conversation of two members, or of those who attend an occurrence of an event.
struct Conversation: Sendable {
  var number: Int64
  var id: String
  /// The two members, in the order of the alphabet; nil for an event.
  var pair: (one: String, other: String)?
  /// The event, its occurrence and its name.
  var event: (listing: String, starts: Instant, title: String?)?
  var created: Instant

  init(row: Row) {
    (number, id) = (row["number"], row["id"])
    created = Instant(secondsSince1970: row["created"])
    if let one: String = row["one"], let other: String = row["other"] { pair = (one, other) }
    if let listing: String = row["listing"] {
      event = (listing, Instant(secondsSince1970: row["starts"] ?? 0), row["title"])
    }
  }

  /// The other one of two.
  func partner(of member: String) -> String? { pair.map { $0.one == member ? $0.other : $0.one } }

  /// A conversation of a member; others do not learn that there is one.
  static func find(_ id: String, of member: String, in db: Database) throws -> Conversation {
    let row = try Row.fetchOne(
      db,
      sql: """
        SELECT conversation.* FROM conversation JOIN participant ON conversation = number
        WHERE id = ? AND member = ?
        """, arguments: [id, member])
    guard let row else {
      throw Problem(
        .notFound, "unknown-conversation", "You have no conversation \(id.shortened); GET /v1/conversations lists them."
      )
    }
    return Conversation(row: row)
  }

  /// The members who take part.
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
