import Geography

extension MemberTransaction {
  /// Adds a listing with a new id; one of a member has no rating yet.
  /// - Throws: `CatalogError.invalidListing`, `nameTaken`.
  func add(_ listing: Listing, source: String) throws {
    try principal.check(giving: listing.id, to: listing.host)
    try refuseHidden(listing.id)
    try refuseToHide(listing)
    var listing = listing
    if principal.isHost { (listing.rating, listing.ratingCount) = (nil, nil) }
    // Only a member's own couch: hiding another host's couch would reveal where it is shown.
    if let member = principal.member, listing.host == member, try isShownExactly(listing) {
      listing.publicRadiusMeters = Self.usualPublicRadius
    }
    let load = BulkLoad(prepared, source: source, at: now)
    load.areas = areas
    try load.stage([listing])
    _ = try load.finish { _, _ in }
    if let host = listing.host { try UniqueNames(statements: self).check(ofHost: host) }
    noteAdded(listing.id)
  }

  /// The public radius of a couch that a member offers without saying one, in meters, where the catalog has none.
  static let usualPublicRadius = 300.0

  /// Whether a couch would be shown at its exact location without an explicit choice.
  private func isShownExactly(_ listing: Listing) throws -> Bool {
    guard listing.kind == .couch, listing.publicRadiusMeters == nil else { return false }
    return try first("SELECT radius FROM public_point", body: { $0.double(0) }) ?? 0 == 0
  }

  /// Changes a listing; its source stays the same. Hosts cannot change the rating of their listing: a member's change
  /// leaves it unchanged.
  ///
  /// - Parameter change: gets the listing as its source gave it, with the exact place of a private couch.
  /// - Returns: the keys whose values have changed.
  /// - Throws: `CatalogError.unknownListing`, `invalidListing`, `nameTaken`; errors of `change`.
  func edit(_ id: String, _ change: (inout Listing) throws -> Void) throws -> [String] {
    let (fid, source, before) = try sourceListing(id)
    try principal.check(changing: id, of: before.host)
    var after = before
    try change(&after)
    try principal.check(giving: id, to: after.host)
    if principal.keepsPlace(of: before), !after.hasPlace(of: before) { throw PermissionError.privatePlace(listing: id) }
    if !principal.keepsPlace(of: before) { try refuseToHide(after) }
    // A host sends back the rating as shown, with members' votes.
    if principal.isHost { (after.rating, after.ratingCount) = (before.rating, before.ratingCount) }
    guard after.id == id, after.kind == before.kind else {
      throw CatalogError.unsuitable(id: id, kind: before.kind, reason: "its id and kind cannot be changed.")
    }
    let changed = before.changes(to: after)
    guard !changed.isEmpty else { return [] }
    let shown = try shown(fid)
    let load = BulkLoad(prepared, source: source)
    load.areas = areas
    try load.stage([after])
    _ = try load.finish { _, _ in }
    if let host = after.host { try UniqueNames(statements: self).check(ofHost: host) }
    note(.edited, listing: id)
    try notify(load.movedUp, at: fid)
    try notifyEdited(fid, changed, visible: shown.changes(to: self.shown(fid)))
    return changed
  }

  /// Refuses to derive a public point for another host: a caller who tries one location after the other would find the
  /// host's couch with this id.
  private func refuseToHide(_ listing: Listing) throws {
    guard let member = principal.member, listing.host != member else { return }
    if try PublicPoints(prepared).hides(listing) { throw PermissionError.privatePlace(listing: listing.id) }
  }

  /// A listing as everyone sees it.
  private func shown(_ fid: Int) throws -> Listing {
    guard let listing = try RecordReader(prepare: statement).listing(fid) else {
      throw CatalogError.damaged(place: "listing \(fid)", problem: "it cannot be read")
    }
    return listing
  }

  /// Writes news about changed fields: all of them for members who know the exact place, the visible ones for others.
  private func notifyEdited(_ fid: Int, _ changed: [String], visible: [String]) throws {
    let knowing = visible == changed ? [] : try membersKnowingPlace(of: fid)
    try notifyConcerned(by: fid, .edited) { member in
      let fields = knowing.contains(member) ? changed : visible
      return fields.isEmpty ? nil : fields.joined(separator: ",")
    }
  }

  /// Writes news for members who have moved up to later occurrences.
  private func notify(_ movedUp: [WaitingList.MovedUp], at fid: Int) throws {
    guard !movedUp.isEmpty, let event = try RecordedListing(fid: fid, in: self) else { return }
    for person in movedUp where person.starts > now { try notify(person, at: event) }
  }

  /// A listing as its source gave it, with its row and its source.
  /// - Throws: `CatalogError.unknownListing`, without similar ids.
  func sourceListing(_ id: String) throws -> (fid: Int, source: String, listing: Listing) {
    let reader = try RecordReader(withExactPoints: true, prepare: statement)
    guard let fid = try reader.number(of: id), let stored = try reader.listing(fid),
      let source = try first(
        "SELECT s.name FROM listing l JOIN source s USING (source_id) WHERE l.fid = ?1", fid, body: { $0.string(0) })
    else { throw CatalogError.unknownListing(id: id, similar: []) }
    return (fid, source ?? "", try RatingSums(statements: self).asTold(stored, fid: fid).withPrivatePlace)
  }

  /// Replaces a listing as a whole, if it passes a check.
  ///
  /// A principal who does not see the private location of a couch sends it back without.
  func replace(by listing: Listing, checking check: (Listing) throws -> Void) throws {
    _ = try edit(listing.id) { known in
      try check(known)
      var listing = listing
      if principal.keepsPlace(of: known) {
        guard listing.publicRadiusMeters == nil, listing.address == nil, listing.host == known.host,
          try listing.coordinate == publicPoint(of: listing.id)
        else { throw PermissionError.privatePlace(listing: listing.id) }
        listing.coordinate = known.coordinate
        (listing.address, listing.publicRadiusMeters) = (known.address, known.publicRadiusMeters)
      } else if principal.member != nil, listing.publicRadiusMeters == nil {
        // A private place becomes public by 0, not by leaving the radius out.
        listing.publicRadiusMeters = known.publicRadiusMeters
      }
      known = listing
    }
  }

  /// Where a listing is shown to everyone.
  private func publicPoint(of id: String) throws -> Coordinate? {
    let reader = try RecordReader(prepare: statement)
    return try reader.number(of: id).flatMap { try reader.listing($0) }?.coordinate
  }

  /// Changes a listing by a patch.
  func edit(_ id: String, by patch: ListingPatch) throws -> [String] {
    let fields = try ownFields().map(\.field)
    // By their keys: whether a value is correct would reveal something.
    let namesPlace = Listing.placeKeys.contains { patch.members[$0] != nil }
    return try edit(id) { listing in
      if namesPlace, principal.keepsPlace(of: listing) { throw PermissionError.privatePlace(listing: id) }
      let patch = try patch.resolved(for: listing, fields)
      do throws(RowRejection) { listing = try listing.patched(by: patch) } catch {
        throw CatalogError.invalidListing(id: id, rejection: error)
      }
    }
  }
}

extension Listing {
  /// The fields of a private location, and its host.
  fileprivate static let placeKeys = [Field.lat, .lon, .address, .publicRadius, .host].map(\.rawValue)

  fileprivate func hasPlace(of other: Listing) -> Bool {
    coordinate == other.coordinate && address == other.address && publicRadiusMeters == other.publicRadiusMeters
      && host == other.host
  }
}
