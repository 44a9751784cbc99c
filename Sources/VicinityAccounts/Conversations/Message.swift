import CivilTime
import GRDB
import Streams

/// A message of a conversation.
package struct Message: Sendable {
  /// Grows from one to the next, in all conversations.
  var number: Int64
  /// The conversation.
  var conversation: String
  /// Nil for what the service says of a booking.
  var sender: String?
  var at: Instant
  var content: Content

  /// The content of a message.
  enum Content: Sendable {
    case text(String)
    /// A picture or a video, with the media type of its bytes, and text if there is some.
    case medium(id: String, type: String, text: String?)
    case location(SharedLocation)
    /// A change of a booking, such as `requested`.
    case booking(id: String, status: String)
    /// Its sender has removed it.
    case removed
  }

  /// A word for lists, as in "Image message".
  var kind: String {
    switch content {
    case .text: "text"
    case .medium(_, let type, _): type.hasPrefix("video/") ? "video" : "picture"
    case .location: "location"
    case .booking: "booking"
    case .removed: "removed"
    }
  }

  private static let select = """
    SELECT message.*, conversation.id AS conversation_id, medium.type AS medium_type FROM message
    JOIN conversation ON conversation.number = message.conversation LEFT JOIN medium ON medium.id = message.medium
    """

  static func find(_ number: Int64, in db: Database) throws -> Message? {
    try Row.fetchOne(db.cachedStatement(sql: "\(select) WHERE message.number = ?"), arguments: [number])
      .map(Message.init)
  }

  /// A message for one of the participants in its conversation; nil for others.
  package static func find(_ number: Int64, for member: String, in db: Database) throws -> Message? {
    try Row.fetchOne(
      db.cachedStatement(
        sql: """
          \(select) JOIN participant ON participant.conversation = message.conversation AND participant.member = ?2
          WHERE message.number = ?1
          """), arguments: [number, member]
    ).map(Message.init)
  }

  /// The messages of a conversation between two numbers, without both: the newest first, or the oldest with `after`.
  ///
  /// - Parameter member: the reader; messages of members they have blocked are left out.
  static func all(
    of conversation: Int64, for member: String, after: Int64?, before: Int64?, limit: Int, in db: Database
  ) throws -> [Message] {
    try Row.fetchAll(
      db,
      sql: """
        \(select) WHERE message.conversation = ?1 AND message.number > ?2 AND message.number < ?3
          AND NOT EXISTS (SELECT 1 FROM blocked_member WHERE member = ?4 AND other = sender)
        ORDER BY message.number \(after == nil ? "DESC" : "ASC") LIMIT ?5
        """, arguments: [conversation, after ?? 0, before ?? .max, member, limit]
    ).map(Message.init)
  }

  init(row: Row) {
    let content: Content
    switch row["kind"] as String {
    case "text": content = .text(row["text"] ?? "")
    case "medium":
      content =
        (row["medium"] as String?).map {
          .medium(id: $0, type: row["medium_type"] ?? "", text: row["text"])
        } ?? .removed
    case "location": content = .location(SharedLocation(row: row))
    case "booking": content = .booking(id: row["booking"] ?? "", status: row["text"] ?? "")
    default: content = .removed
    }
    number = row["number"]
    conversation = row["conversation_id"]
    sender = row["sender"]
    at = Instant(secondsSince1970: row["at"])
    self.content = content
  }

  /// The JSON form for one of its readers.
  package func json(for member: String) -> JSONValue {
    var object = JSONObject([
      ("number", .int(number)), ("conversation", .string(conversation)), ("at", .string(at.description)),
      ("kind", .string(kind)), ("mine", .bool(sender == member)),
    ])
    object["sender"] = sender.map { .string($0) }
    switch content {
    case .text(let text): object["text"] = .string(text)
    case .medium(let id, let type, let text):
      object["media"] = .object(
        JSONObject([("id", .string(id)), ("type", .string(type)), ("url", .string("/v1/media/\(id)"))]))
      object["text"] = text.map { .string($0) }
    case .location(let location): object["location"] = location.json
    case .booking(let id, let status):
      object["booking"] = .string(id)
      object["status"] = .string(status)
    case .removed: break
    }
    return .object(object)
  }
}
