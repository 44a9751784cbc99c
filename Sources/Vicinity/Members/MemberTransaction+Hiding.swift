import CivilTime

extension MemberTransaction {
  /// What is kept of the tables that belong to a listing: their columns but `fid`, in the order in which they are put
  /// back. Numbers that others see or that give an order are kept.
  private static let records: [(table: String, columns: [String], condition: String)] = [
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

  /// Takes a listing out of sight.
  func hide(_ id: String, because reason: String) throws {
    try principal.checkEditor()
    let (fid, source, listing) = try told(id)
    try tellConcerned(by: fid, .hidden, detail: reason)
    try run(
      "INSERT INTO hidden_listing (id, source, host, listing, reason, at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)", id, source,
      listing.host, listing.exactJSONText, reason, now)
    try run(
      "INSERT INTO hidden_record (id, kind, member, record) VALUES (?1, 'listing', NULL, json_array(?2))", id, fid)
    for (table, columns, condition) in Self.records {
      try keep(id, table, columns, "FROM \(table) WHERE fid = ?2 \(condition) ORDER BY rowid", fid)
    }
    try keep(
      id, "guest_rating", Self.guestRating,
      "FROM guest_rating WHERE booking_id IN (SELECT booking_id FROM booking WHERE fid = ?2)", fid)
    try run("DELETE FROM listing WHERE fid = ?1", fid)
    noteListing()
    note(.removed, listing: id)
  }

  private func keep(_ id: String, _ table: String, _ columns: [String], _ rows: String, _ fid: Int) throws {
    let member = columns.contains("member") ? "member" : "NULL"
    try run(
      """
      INSERT INTO hidden_record (id, kind, member, record)
      SELECT ?1, '\(table)', \(member), json_array(\(columns.joined(separator: ", "))) \(rows)
      """, id, fid)
  }

  /// Puts a hidden listing back.
  func restore(_ id: String) throws {
    try principal.checkEditor()
    let kept = try first("SELECT source, listing FROM hidden_listing WHERE id = ?1", id) {
      (source: $0.string(0) ?? "", listing: $0.string(1) ?? "")
    }
    guard let kept else { throw CatalogError.unknownListing(id: id, similar: []) }
    let listing = try HiddenListing.listing(kept.listing, id: id)
    let load = BulkLoad(prepared, source: kept.source, at: now)
    load.areas = areas
    try load.stage([listing])
    _ = try load.finish { _, _ in }
    let fid = try RecordedListing(id: id, in: self).fid
    for (table, columns, _) in Self.records { try putBack(id, table, ["fid"] + columns, "?2", columns.count, fid) }
    try putBack(id, "guest_rating", Self.guestRating, nil, Self.guestRating.count, fid)
    try run("DELETE FROM hidden_record WHERE id = ?1", id)
    try run("DELETE FROM hidden_listing WHERE id = ?1", id)
    try RatingSums(statements: self).combine(fid)
    noteListing()
    noteAdded(id)
    try tellConcerned(by: fid, .restored)
  }

  private func putBack(
    _ id: String, _ table: String, _ columns: [String], _ first: String?, _ count: Int, _ fid: Int
  ) throws {
    let values = [first].compactMap(\.self) + (0..<count).map { "json_extract(record, '$[\($0)]')" }
    try run(
      """
      INSERT INTO \(table) (\(columns.joined(separator: ", "))) SELECT \(values.joined(separator: ", "))
      FROM hidden_record WHERE id = ?1 AND kind = '\(table)' AND ?2 > 0 ORDER BY record_id
      """, id, fid)
  }

  /// - Throws: `PermissionError.hidden`.
  func refuseHidden(_ id: String) throws {
    guard try first("SELECT 1 FROM hidden_listing WHERE id = ?1", id, body: { _ in true }) != nil else { return }
    throw PermissionError.hidden(listing: id)
  }
}
