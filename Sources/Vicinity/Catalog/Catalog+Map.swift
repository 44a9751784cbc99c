import CivilTime

/// The contents of a map: the first results, and counts by cells if there are more. All from one version of a catalog.
package struct MapAnswer: Sendable {
  /// The answer to the query, with its total.
  package var answer: Answer
  /// The cells with matches, ordered as in an answer; nil when all matches are results.
  package var clusters: [Cluster]?
  /// The facets that were asked for and took too long to count; empty when the answer has all.
  package var omittedFacets: [Query.Facet] = []
  /// Whether counting the matches took too long: there is no total, and no cells.
  package var isPartial = false
}

extension Catalog {
  /// Answers a query with its total, and counts the same matches by cells if there are more than its `limit`.
  ///
  /// Results and counts come from two searches: that for the results may end early, and that for the counts adds up
  /// whole subtrees where it can. If the counts exceed the budget, the answer has the results only. The further pages of
  /// a query have no cells.
  ///
  /// - Parameters:
  ///   - query: without `cluster`.
  ///   - zoom: the zoom of the cells.
  ///   - now: the instant that `now` refers to in the query, unless it names one itself.
  ///   - budget: for all of it.
  ///   - share: of the time that is left for the counts, that for the facets.
  /// - Throws: as `answer(_:at:travelTimes:within:)`.
  package func mapAnswer(
    _ query: Query, zoom: Int, at now: Instant, within budget: WorkBudget = .unlimited, facetShare share: Double = 0.5
  ) throws -> MapAnswer {
    let query = try located(query)
    return try searching(at: now, within: budget) { try $0.mapAnswer(query, zoom: zoom, share) }
  }
}

extension VersionedSearch {
  fileprivate func mapAnswer(_ query: Query, zoom: Int, _ share: Double) throws -> MapAnswer {
    var listing = query
    if query.after != nil {
      listing.total = true
      return MapAnswer(answer: try relaxedAnswer(listing))
    }
    (listing.total, listing.facets) = (false, [])
    // Both may leave out more than their filters do.
    let isWhole = !query.paretoFront.isEmpty || query.sort.contains { $0.property == .recommended }
    if isWhole { (listing.total, listing.facets) = (true, query.facets) }
    var answer = try relaxedAnswer(listing)
    guard let (counted, omitted) = try self.counted(query, zoom: zoom, facets: isWhole ? [] : query.facets, share)
    else { return MapAnswer(answer: answer, omittedFacets: isWhole ? [] : query.facets, isPartial: true) }
    if !isWhole {
      (answer.total, answer.facets) = (counted.clusters?.reduce(0) { $0 + $1.count }, counted.facets)
    }
    let hasMore = answer.total ?? 0 > query.limit
    return MapAnswer(answer: answer, clusters: hasMore ? counted.clusters : nil, omittedFacets: omitted)
  }

  /// Counts with facets if that takes at most a share of the remaining time, otherwise without the facets that look at
  /// each match: a map without them is better than none. Nil if that takes too long, too: a map without counts is
  /// better than none.
  private func counted(
    _ query: Query, zoom: Int, facets: [Query.Facet], _ share: Double
  ) throws -> (answer: Answer, omitted: [Query.Facet])? {
    do { return try fullyCounted(query, zoom: zoom, facets: facets, share) } catch is TooExpensive { return nil }
  }

  private func fullyCounted(
    _ query: Query, zoom: Int, facets: [Query.Facet], _ share: Double
  ) throws -> (answer: Answer, omitted: [Query.Facet]) {
    let quick = facets.filter { $0 == .kind }
    let now = query.now ?? asked
    guard quick != facets else { return (try answer(query.counting(zoom: zoom, facets: facets, at: now)), []) }
    do {
      let whole = try worker.work.within(share) { () throws -> Answer in
        try answer(query.counting(zoom: zoom, facets: facets, at: now))
      }
      return (whole, [])
    } catch let error as TooExpensive where error.part == .deadline {
      return (try answer(query.counting(zoom: zoom, facets: quick, at: now)), facets.filter { $0 != .kind })
    }
  }

  private func relaxedAnswer(_ query: Query) throws -> Answer {
    let plan = try Plan(query, at: asked, travelTimes: travelTimes)
    var search = try Search(PlacedPlan(plan), worker: worker, snapshot: snapshot)
    var answer = try search.answer()
    answer.relaxations = try worker.relaxations(
      of: plan, results: answer.matches.count, on: snapshot)
    return answer
  }
}

extension Query {
  /// The same matches, counted by cells and facets.
  fileprivate func counting(zoom: Int, facets: [Facet], at now: Instant) -> Query {
    // The place determines the day of a relative date for a stay.
    var query = withNights(at: now)
    query.stay?.word = nil
    (query.cluster, query.facets, query.total, query.relax) = (zoom, facets, false, false)
    (query.sort, query.paretoFront, query.fields, query.ownFields) = ([], [], nil, [])
    (query.members, query.recommending) = ([], nil)
    // If no filter needs the distance, measuring it would take most of the time.
    if radiusMeters == nil, open?.arriving == nil, filter == nil { query.near = nil }
    return query
  }
}
