import CivilTime

extension Catalog {
  /// Adds listings, or replaces those with the same ids, in one transaction.
  ///
  /// - Parameters:
  ///   - listings: in any order, each id once.
  ///   - source: the source of the listings, as of an imported file; it owns them from then on.
  ///   - now: when they were added or changed.
  /// - Returns: the numbers of new, changed and unchanged listings, and the opening hours that cannot be read: these do
  ///   not keep a listing from being saved.
  /// - Throws: `CatalogError.invalidListing` for a listing that an import would reject, `repeatedListing` for two with
  ///   the same id, `nameTaken` with the setting `uniqueNames`; nothing is saved then.
  @discardableResult
  public func save(_ listings: [Listing], source: String, at now: Instant = .now) throws -> BulkLoadCounts {
    var counts = try bulkLoad(source: source, at: now) { try $0.stage(listings) }
    counts.unreadableHours = UnreadableHours.all(in: listings)
    return counts
  }

  /// Changes a listing in one transaction.
  ///
  /// - Parameters:
  ///   - id: the listing. It stays with its source.
  ///   - change: gets the listing as its source gave it: with the rating without members' votes, and with the exact
  ///     place of a private couch. It must not change id and kind.
  /// - Returns: whether anything has changed.
  /// - Throws: `CatalogError.unknownListing`, `invalidListing`, `unsuitable`, `nameTaken`; errors of `change`.
  @discardableResult
  public func edit(_ id: String, _ change: (inout Listing) throws -> Void) throws -> Bool {
    // None of these changes depends on the time.
    do { return try transaction(at: .distantPast, changing: [id]) { try !$0.edit(id, change).isEmpty } } catch {
      throw try helpful(error)
    }
  }

  /// Adds a listing, or replaces the one with its id, if it passes a check in the same transaction.
  ///
  /// - Parameters:
  ///   - source: of a new listing; a known one stays with its source.
  ///   - principal: the identity that saves it.
  ///   - check: gets the known listing as `edit` does, nil when there is none; throws to change nothing.
  /// - Returns: whether there was none.
  /// - Throws: as `save` and `edit`; errors of `check`.
  package func put(
    _ listing: Listing, source: String, as principal: Principal = .owner, at now: Instant,
    checking check: (Listing?) throws -> Void
  ) throws -> Bool {
    try transaction(at: now, as: principal, changing: [listing.id]) { transaction in
      guard try transaction.first("SELECT 1 FROM listing WHERE id = ?1", listing.id, body: { _ in true }) == nil else {
        try transaction.replace(by: listing) { try check($0) }
        return false
      }
      try check(nil)
      try transaction.add(listing, source: source)
      return true
    }
  }

  /// A listing as the caller sees it, and as its source gave it, which is what `edit` gets; both of one version.
  /// - Throws: `CatalogError.unknownListing`.
  package func currentAndSourceListing(
    _ id: String, for caller: String?, at now: Instant
  ) throws -> (current: Listing, source: Listing) {
    do {
      return try readFile { worker in
        let reader = try RecordReader(withExactPoints: true, prepare: worker.statement)
        guard let row = try reader.number(of: id), let stored = try reader.listing(row) else {
          throw CatalogError.unknownListing(id: id, similar: [])
        }
        let source = try RatingSums(statements: worker).asTold(stored, fid: row).withPrivatePlace
        if let caller, stored.host == caller { return (stored.withPrivatePlace, source) }
        var current = stored
        current.exact = nil
        guard let caller, stored.exact != nil else { return (current, source) }
        let exact = try worker.exactPoint(ofRow: row, for: caller, at: now, worker.numbers)
        return (current.placed(at: exact), source)
      }
    } catch { throw try helpful(error) }
  }

  /// Removes listings with everything that belongs to them.
  ///
  /// - Returns: the number of listings removed.
  @discardableResult
  public func remove(ids: [String]) throws -> Int {
    // None of these changes depends on the time.
    try transaction(at: .distantPast, changing: Set(ids)) { transaction in
      try ids.reduce(0) { removed, id in
        guard try transaction.first("SELECT 1 FROM listing WHERE id = ?1", id, body: { _ in true }) != nil else {
          return removed
        }
        try transaction.remove(id)
        return removed + 1
      }
    }
  }

  /// Removes a listing with everything that belongs to it, if it passes a check in the same transaction.
  ///
  /// - Parameter check: receives the listing as `edit` does; throws to prevent the removal.
  /// - Throws: `CatalogError.unknownListing`; errors of `check`.
  package func remove(
    _ id: String, as principal: Principal = .owner, at now: Instant, checking check: (Listing) throws -> Void
  ) throws {
    do {
      try transaction(at: now, as: principal, changing: [id]) { transaction in
        _ = try transaction.edit(id) { try check($0) }
        try transaction.remove(id)
      }
    } catch { throw try helpful(error) }
  }

  /// Changes a listing by a patch, if it passes a check in the same transaction.
  ///
  /// - Parameter check: receives the listing as `edit` does; throws to prevent the change.
  /// - Returns: the keys whose values have changed.
  package func edit(
    _ id: String, by patch: ListingPatch, as principal: Principal = .owner, at now: Instant,
    checking check: (Listing) throws -> Void
  ) throws -> [String] {
    do {
      return try transaction(at: now, as: principal, changing: [id]) { transaction in
        _ = try transaction.edit(id) { try check($0) }
        return try transaction.edit(id, by: patch)
      }
    } catch { throw try helpful(error) }
  }

  /// Loads many listings in one transaction, which is rolled back when `body` throws.
  ///
  /// - Parameters:
  ///   - kind: a large load into an empty catalog replaces its file.
  ///   - takesOver: whether listings of other sources with the same ids are replaced; otherwise they are left out.
  package func bulkLoad(
    source: String, at now: Instant = .now, _ kind: LoadKind = .small, takesOver: Bool = true,
    progress: (Int, Int) -> Void = { _, _ in }, _ body: (BulkLoad) throws -> Void
  ) throws -> BulkLoadCounts {
    let watched = changeWatch.begin()
    defer { watched.end() }
    return try writing().loadTransaction(kind) { statements in
      let load = BulkLoad(statements, source: source, at: now)
      load.areas = areas
      load.rules = try StagingRules(statements, source: source, takesOver: takesOver)
      try body(load)
      let counts = try load.finish(progress: progress)
      if load.hasWrittenMany { try LeafImages.write(statements) }
      try UniqueNames(statements: statements).check()
      try watched.willChange(load.changed?.all, in: statements)
      return (counts: counts, extent: CatalogChange.Extent(load.changed))
    } committed: { load in
      watched.commit()
      if load.counts.added + load.counts.updated + load.counts.removed > 0 {
        feed.notify([CatalogChange(.imported, extent: load.extent)])
      }
    }.counts
  }

  /// Counts what a load would do, with the catalog as it is now.
  package func previewLoad<Result>(
    source: String, takesOver: Bool, _ body: (LoadPreview) throws -> Result
  ) throws -> Result {
    try readFile { try body(LoadPreview($0, source: source, takesOver: takesOver)) }
  }
}
