import Geography

extension Search {
  /// - Parameters:
  ///   - shown: the best matches in the file, in order.
  ///   - hasMore: whether the file has another match.
  /// - Throws: `BeyondShard` if listings of other parts of the catalog may change the answer.
  func check(_ shown: ArraySlice<Ranked>, hasMore: Bool, within shard: ShardRegion) throws {
    let wantsNothing = plan.query.limit == 0 && !plan.query.total && !plan.tallies
    guard plan.contradiction == nil, !wantsNothing else { return }
    // The relevance of a word depends on how many listings of the whole catalog have it.
    guard !plan.order.use(.relevance), isBounded(within: shard) || hasMore && isEnough(shown, within: shard) else {
      let owner = center.map(shard.owner)
      throw BeyondShard(file: plan.order.use(.relevance) || owner == shard.number ? nil : owner)
    }
  }

  /// The place of a match among those of all shards, and the cursor after it.
  func place(_ match: Ranked) throws -> (order: MatchOrder, next: String) {
    let cursor = try cursor(at: match)
    return (MatchOrder(cursor.key, id: cursor.id, starts: cursor.starts), cursor.text(for: plan.query))
  }

  /// Whether the file has every listing that may match, wherever the query looks for it.
  private func isBounded(within shard: ShardRegion) -> Bool {
    let query = plan.query
    let radius = query.radiusMeters ?? .infinity
    if let near = placed.near, shard.covers(near, radius: stretched(radius)) { return true }
    if let group = query.group,
      group.origins.contains(where: {
        shard.covers($0.coordinate, radius: stretched(min(radius, group.limit(of: $0))))
      })
    {
      return true
    }
    if let corridor = plan.corridor, query.metric == .wgs84, shard.covers(corridor) { return true }
    if let box = query.within, shard.covers(box) { return true }
    return extent.areas.contains { area in
      area.isInside && shard.covers(area.geometry.envelope) { area.relation(to: $0) == .outside }
    }
  }

  /// Whether no listing of another file can be before the last one shown.
  private func isEnough(_ shown: ArraySlice<Ranked>, within shard: ShardRegion) -> Bool {
    guard let center, let last = shown.last else { return false }
    if plan.mayEndEarly, plan.isNearestFirst { return shard.covers(center, radius: stretched(last.distance)) }
    guard plan.isBestFirst, let best = ranking.bestMatch else { return false }
    // Another file may have a listing that has the words entirely.
    return shard.covers(center, radius: stretched(best.reach(score: -last.first, words: words == nil ? 0 : 1)))
  }

  /// Somewhere that the query looks for listings.
  private var center: Coordinate? {
    placed.near ?? plan.query.group?.origins.first?.coordinate ?? plan.corridor?.line.pieces.first?.start
      ?? plan.query.within?.center ?? extent.areas.first { $0.isInside }?.geometry.envelope.center
  }

  /// The distance on the ellipsoid of everything within a distance of the query.
  private func stretched(_ meters: Double) -> Double { plan.query.metric == .wgs84 ? meters : meters * 1.01 }
}
