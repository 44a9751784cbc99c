import Geography

/// Computes the affinities of all listings of a catalog and stores them in it.
struct RecommendationBuild {
  let settings: RecommendationSettings
  let threads: Int

  /// The result of a build.
  struct Report: Hashable {
    var listings = 0
    var members = 0
    var interactions = 0
    var affinities = 0
  }

  /// Replaces the affinities, inside the transaction of the connection.
  func run(with statements: PreparedStatements) throws -> Report {
    let (fids, coordinates) = try listings(statements)
    let (members, entries) = try SignalReader(statements: statements, weights: SignalWeights()).allInteractions()
    let numbers = Dictionary(fids.enumerated().map { ($1, Int32(truncatingIfNeeded: $0)) }) { first, _ in first }
    let interactions = entries.compactMap { entry in
      numbers[entry.fid].map { SparseRows.Entry(row: entry.member, column: $0, weight: entry.weight) }
    }
    let world = InteractionMatrix(
      interactions: SparseRows(interactions, rows: members), coordinates: coordinates, settings: settings)
    let affinities = AffinityFit.affinities(of: world, settings, threads: threads)
    try write(affinities, of: world, fids: fids, statements)
    try RecommendationStamp.advance(in: statements)
    return Report(
      listings: fids.count, members: members, interactions: interactions.count, affinities: affinities.columns.count)
  }

  private func listings(_ statements: PreparedStatements) throws -> ([Int], [Coordinate]) {
    var (fids, coordinates): ([Int], [Coordinate]) = ([], [])
    _ = try statements.rows("SELECT fid, geom FROM listing ORDER BY fid") { row in
      guard let coordinate = GeometryBlob.decode(row.bytes(1)) else { return }
      fids.append(try StoredRow(row, of: "listing", row.int(0)).reference(0, in: StoredRange.recommendedRow))
      coordinates.append(coordinate)
    }
    return (fids, coordinates)
  }

  private func write(
    _ affinities: SparseRows, of world: InteractionMatrix, fids: [Int], _ statements: PreparedStatements
  ) throws {
    try statements.run("DELETE FROM affinity")
    let insert = try statements.statement("INSERT INTO affinity (fid, admirers, targets) VALUES (?1, ?2, ?3)")
    for listing in fids.indices {
      let targets = affinities.columns(of: listing).map { UInt32(truncatingIfNeeded: fids[Int($0)]) }
      insert.bind(1, Int64(fids[listing]))
      insert.bind(2, Int64(world.supporters.range(listing).count))
      insert.bind(3, blob: AffinityBlob.encode(targets, affinities.weights[affinities.range(listing)]))
      try insert.run()
    }
  }
}
