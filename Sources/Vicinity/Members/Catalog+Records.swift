import CivilTime
import Streams

extension Catalog {
  /// Everything that a catalog knows of a member, as JSON: one array of objects for each table, by its rows.
  ///
  /// Instants are ISO 8601. The listings that the member hosts are in the canonical form, with the exact place of a
  /// private couch.
  public func records(of member: String) throws -> JSONValue {
    try read { worker, _, _ in
      var records = JSONObject()
      for table in MemberTable.all { records[table.name] = .array(try table.rows(of: member, in: worker)) }
      let reader = try RecordReader(withExactPoints: true, prepare: worker.statement)
      let hosted = try worker.rows("SELECT fid FROM listing_detail WHERE host = ?1 ORDER BY fid", member) { $0.int(0) }
      records["listings"] = .array(
        try hosted.compactMap { fid in
          try reader.listing(fid).map { try JSONParser.parse($0.withPrivatePlace.exactJSONText.utf8) }
        })
      return .object(records)
    }
  }
}

/// A table of members' data, in the form shown to them.
private struct MemberTable {
  let name: String
  /// The columns, or expressions, with their names.
  let columns: [(name: String, sql: String)]
  let from: String

  private static let listing = ("listing", "l.id")

  static let all: [MemberTable] = [
    .init(
      name: "favourites", columns: [listing, ("at", "t.at")],
      from: "favourite t JOIN listing l USING (fid) WHERE t.member = ?1"),
    .init(
      name: "ratings", columns: [listing, ("halfStars", "t.half_stars"), ("text", "t.text"), ("at", "t.at")],
      from: "rating t JOIN listing l USING (fid) WHERE t.member = ?1"),
    .init(
      name: "places", columns: [listing, ("starts", "t.starts"), ("status", "t.status"), ("at", "t.at")],
      from: "attendance t JOIN listing l USING (fid) WHERE t.member = ?1"),
    .init(
      name: "visits", columns: [listing, ("at", "t.at")], from: "visit t JOIN listing l USING (fid) WHERE t.member = ?1"
    ),
    .init(
      name: "bookings",
      columns: [
        ("id", "'booking-' || t.booking_id"), listing, ("from", "t.from_date"), ("to", "t.to_date"),
        ("guests", "t.guests"), ("status", "t.status"), ("key", "t.request_key"), ("at", "t.made"),
      ], from: "booking t JOIN listing l USING (fid) WHERE t.member = ?1"),
    .init(
      name: "ratingsAsGuest",
      columns: [
        ("booking", "'booking-' || t.booking_id"), ("host", "t.host"), ("halfStars", "t.half_stars"),
        ("text", "t.text"),
        ("at", "t.at"),
      ], from: "guest_rating t WHERE t.member = ?1"),
    .init(
      name: "ratingsOfGuests",
      columns: [
        ("booking", "'booking-' || t.booking_id"), ("member", "t.member"), ("halfStars", "t.half_stars"),
        ("text", "t.text"), ("at", "t.at"),
      ], from: "guest_rating t WHERE t.host = ?1"),
    .init(
      name: "signals", columns: [listing, ("kind", "t.kind"), ("at", "t.at")],
      from: "signal t JOIN listing l USING (fid) WHERE t.member = ?1"),
    .init(
      name: "friends", columns: [("friend", "t.friend")], from: "friendship t WHERE t.member = ?1"),
    .init(
      name: "hidden", columns: [("listing", "t.id"), ("kind", "t.kind"), ("record", "t.record")],
      from: "hidden_record t WHERE t.member = ?1"),
  ]

  func rows(of member: String, in statements: some StatementSource) throws -> [JSONValue] {
    let sql = columns.map(\.sql).joined(separator: ", ")
    return try statements.rows("SELECT \(sql) FROM \(from) ORDER BY 1", member) { row in
      var object = JSONObject()
      for (number, column) in columns.enumerated() {
        let index = Int32(number)
        if ["at", "starts"].contains(column.name) {
          object[column.name] = row.optionalInt(index).map {
            .string(Instant(secondsSince1970: Int64($0)).description)
          }
        } else if row.isInteger(index) {
          object[column.name] = .int(Int64(row.int(index)))
        } else {
          object[column.name] = row.string(index).map { .string($0) }
        }
      }
      return .object(object)
    }
  }
}
