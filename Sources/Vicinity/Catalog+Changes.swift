extension Catalog {
  /// Adds listings, or replaces those with the same ids, all or none.
  ///
  /// - Parameter source: the name under which they are kept, as of an imported file.
  @discardableResult
  public func save(_ listings: [Listing], source: String) throws -> BulkLoadCounts {
    try bulkLoad(source: source) { load in
      for (index, listing) in listings.enumerated() { _ = try load.stage(listing, line: index + 1) }
    }
  }

  /// Removes listings with all that belongs to them.
  ///
  /// - Returns: how many there were.
  @discardableResult
  public func remove(ids: [String]) throws -> Int {
    try writing().transaction { connection in
      let delete = try Statement("DELETE FROM listing WHERE id = ?1", on: connection)
      var removed = 0
      for id in ids {
        delete.bind(1, id)
        try delete.run()
        removed += Statement.changes(on: connection)
      }
      try CatalogStatistics.refresh(on: connection, changed: removed, in: nil)
      return removed
    }
  }

  /// Takes in many listings in one transaction; everything is undone when `body` throws.
  func bulkLoad(
    source: String, replacingSource: Bool = false, progress: (Int, Int) -> Void = { _, _ in },
    _ body: (BulkLoad) throws -> Void
  ) throws -> BulkLoadCounts {
    try writing().loadTransaction { connection in
      let load = BulkLoad(on: connection, source: source)
      try body(load)
      return try load.finish(replacingSource: replacingSource, progress: progress)
    }
  }
}
