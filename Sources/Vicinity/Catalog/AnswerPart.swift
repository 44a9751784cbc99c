import CivilTime

/// What one shard contributes to an answer of all: its best matches among the listings on its own tiles.
package struct AnswerPart {
  /// The answer of these listings.
  package let answer: Answer
  /// The order of each match, and the cursor after it.
  package let places: [(order: MatchOrder, next: String)]
  /// The number of files that the catalog is divided into.
  package let files: Int
  /// Whether there are further matches on these tiles.
  package let hasMore: Bool
}

extension Catalog {
  /// The part of a shard in the answer to a query that depends on several shards.
  ///
  /// - Throws: `BeyondShard` for answers that cannot be merged: facets, clusters, fronts, relaxations, and orders that
  ///   depend on the other matches; `QueryError` for a catalog that is no shard.
  package func part(of query: Query, at now: Instant, within budget: WorkBudget) throws -> AnswerPart {
    let query = try located(query)
    return try workers.withLentWorker(within: budget) { try $0.part(PlacedPlan(Plan(query, at: now)), within: budget) }
  }
}

extension LentWorker {
  fileprivate func part(_ placed: PlacedPlan, within budget: WorkBudget) throws -> AnswerPart {
    let plan = placed.plan
    guard !plan.tallies, plan.query.paretoFront.isEmpty, !plan.query.relax, !plan.isRecommended,
      !plan.order.use(.relevance)
    else { throw BeyondShard() }
    return try worker.read(within: budget) { snapshot in
      guard let shard = try worker.shard() else {
        throw QueryError.conflict("partial: this is a whole catalog, whose answers are complete")
      }
      let own = AreaFilter(geometry: OwnTiles(shard), isInside: true)
      var search = Search(
        placed, try BoundPlan(plan, worker: worker, snapshot: snapshot, only: own), worker: worker, snapshot: snapshot)
      search.isPart = true
      var answer = Answer(to: placed)
      let shown = try search.find(into: &answer)
      answer.matches = try shown.map { try search.match($0) }
      let places = try shown.map { try search.place($0) }
      return AnswerPart(answer: answer, places: places, files: shard.starts.count, hasMore: answer.next != nil)
    }
  }
}
