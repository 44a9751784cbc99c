import GRDB
import Streams

extension Message {
  private static let content = [
    "kind", "text", "lat", "lon", "name", "address", "telephone", "listing", "until", "moved",
  ]

  /// Hides a message. Its picture or video stays with it, visible only to its sender.
  /// - Returns: its content, for restoring it; nil when nothing of it is left.
  static func hide(_ number: Int64, in db: Database) throws -> JSONObject? {
    let columns = (content + ["medium"]).map { "'\($0)', \($0)" }.joined(separator: ", ")
    let kept = try String.fetchOne(
      db, sql: "SELECT json_object(\(columns)) FROM message WHERE number = ? AND kind <> 'removed'", arguments: [number]
    )
    guard let kept else { return nil }
    let changes = content.dropFirst().map { "\($0) = NULL" }.joined(separator: ", ")
    try db.execute(sql: "UPDATE message SET kind = 'removed', \(changes) WHERE number = ?", arguments: [number])
    return try JSONParser.parse(kept.utf8).object
  }

  /// Puts a hidden message back.
  static func restore(_ number: Int64, _ kept: JSONObject, in db: Database) throws {
    let changes = content.map { "\($0) = json_extract(?1, '$.\($0)')" }.joined(separator: ", ")
    try db.execute(
      sql: "UPDATE message SET \(changes) WHERE number = ?2 AND kind = 'removed'",
      arguments: [JSONValue.object(kept).text, number])
  }
}
