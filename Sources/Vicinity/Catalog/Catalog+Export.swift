extension Catalog {
  /// Calls `body` with whole listings, all of one version of the file.
  ///
  /// - Parameters:
  ///   - ids: which, in their order; nil for all, by id.
  ///   - asTold: whether ratings are those of the sources, without members' votes: imported again, they change nothing.
  ///   - withPrivatePlaces: whether couches with a private place have their exact one and its `publicRadius`, rather
  ///     than their public point: for the owner of the file only.
  /// - Throws: `CatalogError.unknownListing` for an id that the catalog does not have.
  package func forEachListing(
    _ ids: [String]?, asTold: Bool, withPrivatePlaces: Bool, _ body: (Listing) throws -> Void
  ) throws {
    do {
      try readFile { worker in
        let reader = try RecordReader(withExactPoints: withPrivatePlaces, prepare: worker.statement)
        for row in try rows(of: ids, reader, worker) {
          guard var listing = try reader.listing(row) else { continue }
          if asTold { listing = try RatingSums(statements: worker).asTold(listing, fid: row) }
          try body(withPrivatePlaces ? listing.withPrivatePlace : listing)
        }
      }
    } catch CatalogError.unknownListing(let id, _) {
      throw CatalogError.unknownListing(id: id, similar: try similarIds(to: id))
    }
  }

  /// The number of couches with a private place.
  package func privatePlaceCount() throws -> Int {
    try readFile { worker in
      let count = try worker.statement("SELECT count(*) FROM exact_point")
      defer { count.reset() }
      return try count.step() ? count.int(0) : 0
    }
  }

  private func rows(of ids: [String]?, _ reader: RecordReader, _ worker: SearchWorker) throws -> [Int] {
    guard let ids else {
      let all = try worker.statement("SELECT fid FROM listing ORDER BY id")
      defer { all.reset() }
      var rows: [Int] = []
      while try all.step() { rows.append(all.int(0)) }
      return rows
    }
    return try ids.map { id in
      guard let row = try reader.number(of: id) else {
        throw CatalogError.unknownListing(id: id, similar: [])
      }
      return row
    }
  }
}

extension Listing {
  /// The listing at its exact place, as its host gave it.
  var withPrivatePlace: Listing {
    guard let exact else { return self }
    var listing = placed(at: exact)
    (listing.publicRadiusMeters, listing.exact) = (exact.radius, nil)
    return listing
  }
}
