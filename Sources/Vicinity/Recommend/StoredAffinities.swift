/// The affinities of a catalog, read row by row.
struct StoredAffinities: AffinityRows {
  let statements: any StatementSource
  let listingBound: Int

  init(in statements: some StatementSource) throws {
    self.statements = statements
    listingBound = try statements.count("SELECT coalesce(max(fid), 0) + 1 FROM listing")
  }

  func forEachTarget(of listing: Int, _ body: (Int, Float) -> Void) throws {
    let bound = listingBound
    _ = try statements.first("SELECT targets FROM affinity WHERE fid = ?1", listing) { row in
      AffinityBlob.forEach(in: row.bytes(0)) { target, affinity in
        if target < bound { body(target, affinity) }
      }
    }
  }
}
