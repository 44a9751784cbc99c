import CivilTime
import Streams

/// Members' records of a listing that is temporarily not in the catalog: because an editor has hidden it, or because it
/// has vanished from its source.
///
/// Stored are the columns of the tables that belong to a listing, except `fid`, in the order in which they are
/// restored. Row numbers that others see or that define an order do not change.
struct KeptRecords {
  let statements: any StatementSource

  /// How long the records of a listing that has vanished from its source are stored, in seconds: 90 days.
  static let retention: Int64 = 90 * 86_400
  /// The most vanished listings with kept records; beyond, those go that vanished first.
  static let mostListings = 100_000

  private static let tables: [(name: String, columns: [String], condition: String)] = [
    ("favourite", ["member", "at"], ""), ("attendance", ["attendance_id", "member", "starts", "status", "at"], ""),
    ("rating", ["member", "half_stars", "text", "at"], ""), ("visit", ["member", "at"], ""),
    (
      "booking",
      [
        "booking_id", "member", "from_date", "to_date", "guests", "status", "price", "currency_id", "request_key",
        "made",
        "changed",
      ], ""
    ), ("block", ["from_date", "to_date", "origin"], "AND origin = 'host'"),
  ]
  private static let guestRating = ["booking_id", "host", "member", "half_stars", "text", "at"]

  /// Reads a hidden listing.
  static func listing(_ text: String, id: String) throws -> Listing {
    var decoder = ListingDecoder(.init(zone: { _ in nil }), isStrict: false)
    guard let form = try? JSONParser.parse(text.utf8).object else {
      throw CatalogError.damaged(place: "hidden_listing of \"\(id)\"", problem: "it is not a listing")
    }
    do throws(RowRejection) { return try decoder.listing(form) } catch {
      throw CatalogError.damaged(place: "hidden_listing of \"\(id)\"", problem: "\(error)")
    }
  }

  /// Copies what belongs to the listing in a row; its `hidden_listing` must exist.
  func keep(of id: String, row fid: Int) throws {
    for table in Self.tables {
      try keep(
        id, table.name, table.columns, "FROM \(table.name) WHERE fid = ?2 \(table.condition) ORDER BY rowid", fid)
    }
    try keep(
      id, "guest_rating", Self.guestRating,
      "FROM guest_rating WHERE booking_id IN (SELECT booking_id FROM booking WHERE fid = ?2)", fid)
  }

  private func keep(_ id: String, _ table: String, _ columns: [String], _ rows: String, _ fid: Int) throws {
    let member = columns.contains("member") ? "member" : "NULL"
    try statements.run(
      """
      INSERT INTO hidden_record (id, kind, member, record)
      SELECT ?1, '\(table)', \(member), json_array(\(columns.joined(separator: ", "))) \(rows)
      """, id, fid)
  }

  /// Restores all stored records of a listing to its new row, and deletes the stored copy.
  ///
  /// The key of a booking's request is lost if the guest has reused it in the meantime: it then identifies the newer
  /// booking.
  func putBack(_ id: String, row fid: Int) throws {
    // Column 8 of a booking is the key.
    try statements.run(
      """
      UPDATE hidden_record SET record = json_set(record, '$[8]', NULL)
      WHERE id = ?1 AND kind = 'booking' AND EXISTS (SELECT 1 FROM booking b
        WHERE b.member = hidden_record.member
          AND b.request_key = json_extract(hidden_record.record, '$[8]'))
      """, id)
    for table in Self.tables { try putBack(id, table.name, ["fid"] + table.columns, "?2", table.columns.count, fid) }
    try putBack(id, "guest_rating", Self.guestRating, nil, Self.guestRating.count, fid)
    try forget(id)
    try RatingSums(statements: statements).combine(fid)
  }

  private func putBack(
    _ id: String, _ table: String, _ columns: [String], _ first: String?, _ count: Int, _ fid: Int
  ) throws {
    let values = [first].compactMap(\.self) + (0..<count).map { "json_extract(record, '$[\($0)]')" }
    try statements.run(
      """
      INSERT INTO \(table) (\(columns.joined(separator: ", "))) SELECT \(values.joined(separator: ", "))
      FROM hidden_record WHERE id = ?1 AND kind = '\(table)' AND ?2 > 0 ORDER BY record_id
      """, id, fid)
  }

  /// Deletes the stored records of a listing.
  func forget(_ id: String) throws {
    try statements.run("DELETE FROM hidden_record WHERE id = ?1", id)
    try statements.run("DELETE FROM hidden_listing WHERE id = ?1", id)
  }
}

// MARK: - Listings that have vanished from their source

extension KeptRecords {
  private static let hasRecords =
    tables.map { "EXISTS (SELECT 1 FROM \($0.name) WHERE fid = ?1 \($0.condition))" }.joined(separator: " OR ")

  /// Stores members' records of a listing that an import is about to remove, if there are any.
  ///
  /// Only name, host and times of the listing itself are stored, but no location.
  func noteVanished(_ id: String, row fid: Int, from source: String, at now: Instant) throws {
    guard try statements.count("SELECT \(Self.hasRecords)", fid) == 1 else { return }
    try forget(id)
    try statements.run(
      """
      INSERT INTO hidden_listing (id, source, host, listing, reason, at, until)
      SELECT l.id, ?2, d.host, json_object('id', l.id, 'kind', l.kind, 'name', l.name,
        'starts', l.starts, 'recurs', d.recurrence IS NOT NULL), 'vanished', ?3, ?4
      FROM listing l LEFT JOIN listing_detail d ON d.fid = l.fid WHERE l.fid = ?1
      """, fid, source, now, now + Self.retention)
    try keep(of: id, row: fid)
  }

  /// Treats a hidden listing as one that has vanished from its source, so that its records return with it.
  func noteReturning(_ id: String, at now: Instant) throws {
    try statements.run("UPDATE hidden_listing SET at = ?2, until = ?3 WHERE id = ?1", id, now, now + Self.retention)
  }

  /// Whether a listing has vanished from a source and has kept records.
  func hasVanished(_ id: String, from source: String, at now: Instant) throws -> Bool {
    let sql = "SELECT 1 FROM hidden_listing WHERE id = ?1 AND until >= ?2 AND source = ?3"
    return try statements.first(sql, id, now, source, body: { _ in true }) != nil
  }

  /// The vanished listings of a source with kept records.
  func vanished(from source: String, at now: Instant) throws -> [String] {
    try statements.rows("SELECT id FROM hidden_listing WHERE until >= ?1 AND source = ?2 ORDER BY id", now, source) {
      $0.string(0) ?? ""
    }
  }

  /// Restores the stored records of a listing that is in its source again.
  ///
  /// Places at a one-time event move with it, and nights that its source has taken in the meantime do not prevent the
  /// bookings from being restored.
  /// - Returns: members who have moved up from the waiting list, because the capacity has grown.
  func putBackVanished(_ id: String) throws -> [WaitingList.MovedUp] {
    let row = try statements.first(
      """
      SELECT l.fid, l.starts, d.recurrence IS NULL, d.capacity,
        json_extract(h.listing, '$.starts'), json_extract(h.listing, '$.recurs') = 0
      FROM listing l JOIN hidden_listing h ON h.id = l.id LEFT JOIN listing_detail d ON d.fid = l.fid WHERE l.id = ?1
      """, id
    ) {
      (
        fid: $0.int(0), starts: $0.optionalInt(1), isSingle: $0.int(2) == 1, capacity: $0.optionalInt(3),
        before: $0.optionalInt(4), wasSingle: $0.int(5) == 1
      )
    }
    guard let row else { return [] }
    let blocks = try statements.rows(
      "SELECT from_date, to_date, origin FROM block WHERE fid = ?1 ORDER BY block_id", row.fid
    ) { ($0.string(0), $0.string(1), $0.string(2)) }
    try statements.run("DELETE FROM block WHERE fid = ?1", row.fid)
    try putBack(id, row: row.fid)
    for (from, to, origin) in blocks {
      try statements.run(
        "INSERT INTO block (fid, from_date, to_date, origin) VALUES (?1, ?2, ?3, ?4)", row.fid, from, to, origin)
    }
    if row.isSingle, row.wasSingle, let before = row.before, let starts = row.starts, before != starts {
      // As when an event moves: a member may already have had a place at the new time, when it was one of several.
      try statements.run(
        "UPDATE OR REPLACE attendance SET starts = ?1 WHERE fid = ?2 AND starts = ?3", starts, row.fid, before)
    }
    return try WaitingList(statements: statements).moveUp(row.fid, capacity: row.capacity)
  }

  /// Deletes records whose retention has ended, or that exceed the limit.
  func purge(at now: Instant) throws {
    try statements.run("DELETE FROM hidden_listing WHERE until < ?1", now)
  }

  /// Deletes the records of the listings that vanished first, if there are too many.
  func bound() throws {
    let count = try statements.count("SELECT count(*) FROM hidden_listing WHERE until >= 0")
    guard count > Self.mostListings else { return }
    try statements.run(
      """
      DELETE FROM hidden_listing WHERE id IN (
        SELECT id FROM hidden_listing WHERE until >= 0 ORDER BY until LIMIT ?1)
      """, count - Self.mostListings)
  }

  /// Deletes vanished listings that have no members' records any longer.
  func dropEmpty() throws {
    try statements.run(
      """
      DELETE FROM hidden_listing
      WHERE until >= 0 AND NOT EXISTS (SELECT 1 FROM hidden_record r WHERE r.id = hidden_listing.id)
      """)
  }
}
