extension MemberTransaction {
  /// Adds a listing with a new id.
  /// - Throws: `CatalogError.invalidListing`, `nameTaken`.
  func add(_ listing: Listing, source: String) throws {
    let load = BulkLoad(prepared, source: source, at: now)
    load.areas = areas
    try load.stage([listing])
    _ = try load.finish { _, _ in }
    if let host = listing.host { try UniqueNames(statements: self).check(ofHost: host) }
    noteAdded(listing.id)
  }

  /// Changes a listing; it stays with its source.
  ///
  /// - Parameter change: gets the listing as its source told it, with the exact place of a private couch.
  /// - Returns: the keys whose values have changed.
  /// - Throws: `CatalogError.unknownListing`, `invalidListing`, `nameTaken`; errors of `change`.
  func edit(_ id: String, _ change: (inout Listing) throws -> Void) throws -> [String] {
    let reader = try RecordReader(withExactPoints: true, prepare: statement)
    guard let fid = try reader.number(of: id), let stored = try reader.listing(fid),
      let source = try first(
        "SELECT s.name FROM listing l JOIN source s USING (source_id) WHERE l.fid = ?1", fid, body: { $0.string(0) })
    else { throw CatalogError.unknownListing(id: id, similar: []) }
    let before = try RatingSums(statements: self).asTold(stored, fid: fid).withPrivatePlace
    var after = before
    try change(&after)
    guard after.id == id, after.kind == before.kind else {
      throw CatalogError.unsuitable(id: id, kind: before.kind, reason: "its id and kind cannot be changed.")
    }
    let changed = before.changes(to: after)
    guard !changed.isEmpty else { return [] }
    let load = BulkLoad(prepared, source: source ?? "")
    load.areas = areas
    try load.stage([after])
    _ = try load.finish { _, _ in }
    if let host = after.host { try UniqueNames(statements: self).check(ofHost: host) }
    note(.edited, listing: id)
    return changed
  }

  /// Changes a listing by a patch.
  func edit(_ id: String, by patch: ListingPatch) throws -> [String] {
    let fields = try ownFields().map(\.field)
    return try edit(id) { listing in
      let patch = try patch.resolved(for: listing, fields)
      do throws(RowRejection) { listing = try listing.patched(by: patch) } catch {
        throw CatalogError.invalidListing(id: id, rejection: error)
      }
    }
  }
}
