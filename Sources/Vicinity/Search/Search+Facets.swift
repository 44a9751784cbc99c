import Geography

extension Search {
  /// The counts of the requested facets; nil without any.
  func facetCounts() throws -> [FacetCounts]? {
    let census = AreaCensus(worker: worker, version: snapshot.basis, exact: exact)
    let values = OwnCensus(own: own)
    return try tally?.facets?.counts(tagName: worker.tagName, areas: census.counts, own: values.counts)
  }
}

/// Counts the values of custom fields.
private struct OwnCensus {
  let own: OwnFields

  /// - Parameter parts: all matches, by leaf.
  func counts(_ name: String, of parts: [(leaf: Leaf, entries: EntrySet)]) throws -> ValueCounts {
    guard let field = own.field(name) else { return ValueCounts(values: [], covered: 0) }
    var (numbers, texts, covered) = ([Double: Int](), [Int32: Int](), 0)
    for (leaf, entries) in parts {
      let column = try own.column(field, of: leaf)
      for position in entries {
        let (number, ofEntry) = (column.numbers[position], column.texts(at: position))
        if !number.isNaN { numbers[number, default: 0] += 1 }
        for text in ofEntry { texts[text, default: 0] += 1 }
        if !number.isNaN || !ofEntry.isEmpty { covered += 1 }
      }
    }
    let type = field.field.type
    let values =
      numbers.map { FacetCounts.Value(value: type.text(of: .number($0.key)), count: $0.value) }
      + texts.map { FacetCounts.Value(value: own.snapshot.texts.text($0.key), count: $0.value) }
    return ValueCounts(values: values, covered: covered)
  }
}

/// Determines the areas of matches: from the pairs stored in the catalog, and for places that only the caller knows
/// from the areas themselves.
private struct AreaCensus {
  let worker: SearchWorker
  let version: CatalogVersion
  let exact: ExactPlaces?

  /// - Parameters:
  ///   - rows: one for each match that is not counted yet.
  ///   - counted: the other matches by area.
  ///   - covered: those of them with any.
  func counts(of rows: [UInt32], counted: [UInt32: Int], covered: Int) throws -> ValueCounts {
    var sums = AreaSums(counted, covered: covered)
    var kept = rows
    if let exact {
      kept.removeAll(where: exact.hold)
      let known = rows.compactMap(exact.coordinate)
      for areas in try worker.areas(coveringEachOf: known, of: version) { sums.add(areas, times: 1) }
    }
    try worker.addAreas(ofRows: kept.sorted(), to: &sums)
    let values = try sums.areas.compactMap { area, count in
      try worker.text("SELECT name FROM area WHERE fid = ?1", Int32(clamping: area)).map {
        FacetCounts.Value(value: $0, count: count)
      }
    }
    return ValueCounts(values: values, covered: sums.covered)
  }
}

extension SearchWorker {
  /// Adds the stored areas of listings.
  ///
  /// - Parameter rows: rows of listings, ascending; a repeated row counts repeatedly.
  /// - Complexity: O(n + m) for n rows and m pairs among them and their neighbors.
  fileprivate func addAreas(ofRows rows: [UInt32], to sums: inout AreaSums) throws {
    let pairs = try statement("SELECT fid, area_fid FROM listing_area WHERE fid BETWEEN ?1 AND ?2 ORDER BY fid")
    var position = 0
    try work.visitNodes(rows.count / 64)
    for run in LeafLoader.runs(of: rows) {
      pairs.bind(1, run.first.map(Int64.init))
      pairs.bind(2, run.last.map(Int64.init))
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

  /// For each coordinate, the rows of the named areas that contain it.
  ///
  /// - Complexity: O(n) in the vertices of all areas, and for each coordinate the areas whose envelope contains it.
  fileprivate func areas(
    coveringEachOf coordinates: [Coordinate], of version: CatalogVersion
  ) throws -> [[Int]] {
    var found = [[Int]](repeating: [], count: coordinates.count)
    guard !coordinates.isEmpty else { return found }
    let rows = try statement("SELECT fid, name, geom FROM area")
    defer { rows.reset() }
    while try rows.step() {
      guard let name = rows.string(1), let envelope = GeometryBlob.decodeArea(rows.bytes(2))?.envelope else { continue }
      let near = coordinates.indices.filter { envelope.contains(coordinates[$0]) }
      guard !near.isEmpty else { continue }
      let area = try geometry(of: .named(name), of: version, path: "facets")
      for index in near where area.covers(coordinates[index]) { found[index].append(rows.int(0)) }
    }
    return found
  }
}
