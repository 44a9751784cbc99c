import CivilTime

extension MemberTransaction {
  /// Takes a listing out of sight.
  func hide(_ id: String, because reason: String) throws {
    try principal.checkEditor()
    let (fid, source, listing) = try sourceListing(id)
    try notifyConcerned(by: fid, .hidden, detail: reason)
    // Another listing of the same id may have vanished before.
    try KeptRecords(statements: self).forget(id)
    try run(
      "INSERT INTO hidden_listing (id, source, host, listing, reason, at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)", id, source,
      listing.host, listing.exactJSONText, reason, now)
    try run(
      "INSERT INTO hidden_record (id, kind, member, record) VALUES (?1, 'listing', NULL, json_array(?2))", id, fid)
    try KeptRecords(statements: self).keep(of: id, row: fid)
    try run("DELETE FROM listing WHERE fid = ?1", fid)
    noteListing()
    note(.removed, listing: id)
  }

  /// Puts a hidden listing back.
  func restore(_ id: String) throws {
    try principal.checkEditor()
    let kept = try first("SELECT source, listing FROM hidden_listing WHERE id = ?1 AND until IS NULL", id) {
      (source: $0.string(0) ?? "", listing: $0.string(1) ?? "")
    }
    guard let kept else { throw CatalogError.unknownListing(id: id, similar: []) }
    let listing = try KeptRecords.listing(kept.listing, id: id)
    let load = BulkLoad(prepared, source: kept.source, at: now)
    load.areas = areas
    try load.stage([listing])
    _ = try load.finish { _, _ in }
    let fid = try RecordedListing(id: id, in: self).fid
    try KeptRecords(statements: self).putBack(id, row: fid)
    noteListing()
    noteAdded(id)
    try notifyConcerned(by: fid, .restored)
  }

  /// - Throws: `PermissionError.hidden`.
  func refuseHidden(_ id: String) throws {
    guard try first("SELECT 1 FROM hidden_listing WHERE id = ?1 AND until IS NULL", id, body: { _ in true }) != nil
    else { return }
    throw PermissionError.hidden(listing: id)
  }
}
