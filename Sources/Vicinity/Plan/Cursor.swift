import Foundation

/// The place in an order where an answer ended: the key of its last match.
///
/// The text is opaque to users: base64 of JSON with the key's numbers by their bits, the name where names are sorted, the id, `now`,
/// and a fingerprint of the question, so that a cursor cannot be used with another one by accident.
struct Cursor: Hashable, Sendable {
  var key: RankKey
  var id: String
  var now: Instant

  init(key: RankKey, id: String, now: Instant) {
    self.key = key
    self.id = id
    self.now = now
  }

  init(_ text: String, for query: Query) throws(QueryError) {
    guard let data = Data(base64Encoded: text), let json = (try? JSONParser.parse(data))?.object,
      let bits = json["k"]?.array?.compactMap(\.integer), bits.count <= RankKey.capacity,
      let id = json["i"]?.string, let now = json["t"]?.integer,
      (Instant.distantPast...Instant.distantFuture).contains(Instant(secondsSince1970: Int64(now)))
    else { throw .badCursor(text) }
    guard json["q"]?.integer == Fingerprint(of: query).value else {
      throw .conflict(
        "after: this cursor belongs to another question; only limit, fields and total may change between pages")
    }
    var key = RankKey()
    for (index, bits) in bits.enumerated() { key[index] = Double(bitPattern: UInt64(bitPattern: Int64(bits))) }
    key.name = json["n"]?.string
    self.init(key: key, id: id, now: Instant(secondsSince1970: Int64(now)))
  }

  /// The text of the cursor.
  func text(for query: Query) -> String {
    // Without keys of its own a query near a place is ordered by the distance.
    let bits = (0..<min(max(query.sort.count, 1), RankKey.capacity)).map {
      JSONValue.int(Int64(bitPattern: key[$0].bitPattern))
    }
    var json = JSONObject([("k", .array(bits)), ("i", .string(id)), ("t", .int(now.secondsSince1970))])
    if let name = key.name { json["n"] = .string(name) }
    json["q"] = .int(Int64(Fingerprint(of: query).value))
    return Data(JSONValue.object(json).text.utf8).base64EncodedString()
  }
}
