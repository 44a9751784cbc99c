import GRDB
import Streams

extension Message {
  private static let content = [
    "kind", "text", "lat", "lon", "name", "address", "telephone", "listing", "until", "moved",
  ]

  /// Takes a message out of sight. Its picture or video stays with it, and is seen by its sender alone.
  /// - Returns: what it said, to be put back; nil when nothing is left of it.
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
