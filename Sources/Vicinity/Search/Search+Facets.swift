extension Search {
  /// The counts of the facets that were asked for; nil without any.
  func facetCounts() throws -> [FacetCounts]? {
    let census = AreaCensus(worker: worker, version: snapshot.version, exact: exact)
    return try tally?.facets?.counts(tagName: worker.tagName, areas: census.counts)
  }
}

/// Finds the areas that matches lie in: by the pairs that the catalog keeps, and for places that only the caller knows by the areas
/// themselves.
private struct AreaCensus {
  let worker: SearchWorker
  let version: CatalogVersion
  let exact: ExactPlaces?

  /// - Parameter rows: one for each match.
  func counts(of rows: [UInt32]) throws -> AreaCounts {
    var sums = AreaSums()
    var kept = rows
    if let exact {
      kept.removeAll(where: exact.hold)
      for row in rows {
        guard let coordinate = exact.coordinate(ofRow: row) else { continue }
        sums.add(try worker.areas(covering: coordinate, of: version), times: 1)
      }
    }
    try worker.addAreas(ofRows: kept.sorted(), to: &sums)
    let values = try sums.areas.compactMap { area, count in
      try worker.text("SELECT name FROM area WHERE fid = ?1", Int32(clamping: area)).map {
        FacetCounts.Value(value: $0, count: count)
      }
    }
    return AreaCounts(values: values, covered: sums.covered)
  }
}

extension SearchWorker {
  /// Adds the areas of listings, as the catalog keeps them.
  ///
  /// - Parameter rows: of the listings, ascending; one that is there twice counts twice.
  /// - Complexity: O(n + m) for n rows and m pairs among them and their neighbours.
  fileprivate func addAreas(ofRows rows: [UInt32], to sums: inout AreaSums) throws {
    let pairs = try statement("SELECT fid, area_fid FROM listing_area WHERE fid BETWEEN ?1 AND ?2 ORDER BY fid")
    var position = 0
    for run in Self.runs(of: rows) {
      pairs.bind(1, Int64(run.lowerBound))
      pairs.bind(2, Int64(run.upperBound))
      defer { pairs.reset() }
      var (row, areas) = (UInt32(0), [Int]())
      func settle() {
        while position < rows.count, rows[position] < row { position += 1 }
        let first = position
        while position < rows.count, rows[position] == row { position += 1 }
        if position > first { sums.add(areas, times: position - first) }
      }
      while try pairs.step() {
        let next = UInt32(clamping: pairs.int(0))
        if next != row {
          settle()
          (row, areas) = (next, [])
        }
        areas.append(pairs.int(1))
      }
      settle()
    }
  }

  /// Ranges of rows that are read at once: what lies between two wanted ones is passed over when it is little.
  private static func runs(of rows: [UInt32]) -> [ClosedRange<UInt32>] {
    var runs: [ClosedRange<UInt32>] = []
    for row in rows {
      if let last = runs.last, row - last.upperBound <= 32 {
        runs[runs.count - 1] = last.lowerBound...row
      } else {
        runs.append(row...row)
      }
    }
    return runs
  }

  /// The rows of the named areas that cover a coordinate.
  ///
  /// - Complexity: O(n) in the vertices of all areas.
  fileprivate func areas(covering coordinate: Coordinate, of version: CatalogVersion) throws -> [Int] {
    let rows = try statement("SELECT fid, name, geom FROM area")
    defer { rows.reset() }
    var found: [Int] = []
    while try rows.step() {
      guard let name = rows.string(1), let shape = GeometryBlob.decodeArea(rows.bytes(2)),
        let envelope = shape.envelope, envelope.contains(coordinate) || abs(coordinate.latitude) == 90
      else { continue }
      if try geometry(of: .named(name), of: version, path: "facets").covers(coordinate) { found.append(rows.int(0)) }
    }
    return found
  }
}
