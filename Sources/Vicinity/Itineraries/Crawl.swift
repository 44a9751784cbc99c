import CivilTime
import Geography

/// Bars that go together, in the order of the walk.
public struct Crawl: Hashable, Sendable {
  /// One bar.
  public struct Stop: Hashable, Sendable {
    /// The bar, and the way to it from the place before.
    public var place: Outing.Stop
    /// When one is there.
    public var arrival: Instant
    /// When one goes on.
    public var departure: Instant
    /// When it closes after the arrival; nil when it never does, or nobody knows.
    public var closes: Instant?
    /// The zone on whose clock its times are told.
    public var zone: Zone
  }

  /// The bars, at least one.
  public var stops: [Stop]
  /// What a drink at each costs together; nil when one is not known, or in two currencies.
  public var price: Price?
  /// Why it stands where it does.
  public var score: OutingScore

  /// Meters of all ways.
  public var walk: Double { stops.reduce(0) { $0 + $1.place.walk } }
  /// The ids of the bars in the order of the walk.
  public var ids: [String] { stops.map(\.place.listing.id) }

  /// The order of answers: the best score first, then the shortest way to the millimeter, then by ids.
  func precedes(_ other: Crawl) -> Bool {
    if score.total != other.score.total { return score.total > other.score.total }
    let (own, its) = ((walk * 1000).rounded(), (other.walk * 1000).rounded())
    return own != its ? own < its : ids.lexicographicallyPrecedes(other.ids)
  }
}

extension Query.Moment {
  /// The instant that is meant where the clock shows `zone`.
  /// - Parameter now: what `now` means; days of the week are the next ones from then on.
  public func instant(on zone: Zone, at now: Instant) -> Instant { instant(in: zone, now: now) ?? now }
}

extension Catalog {
  /// Crawls: several different bars within a walk of each other, each open when one gets there on foot and for the whole stay; the best first.
  ///
  /// Of the same bars in another order only the best order is told.
  /// - Parameter budget: what all the queries may cost together.
  /// - Throws: `QueryError` for what the request asks wrongly, `TooExpensive`, `SQLiteFailure` when the file cannot be
  ///   read.
  /// - Complexity: one query for each beginning of a crawl that may still become one of the best, at most candidates^stops; all of one version
  ///   of the catalog. Exact among `CrawlRequest.candidates`.
  public func crawls(_ request: CrawlRequest, within budget: WorkBudget = .unlimited) throws -> [Crawl] {
    try request.check()
    return try answeringOneVersion(within: budget) { worker, answer in
      // `ask` ends with this call.
      try withoutActuallyEscaping(answer) { answer in
        var search = CrawlSearch(request, meanRating: try worker.meanRating()) { try answer($0, request.start) }
        try search.run()
        return search.found
      }
    }
  }

  /// The zone of the listing nearest to a place, on whose clock times there are told; nil in an empty catalog, and where it is not known.
  public func zone(near place: Coordinate, at now: Instant) throws -> Zone? {
    var query = Query()
    (query.near, query.limit, query.fields) = (place, 1, [.id, .starts])
    return try answer(query, at: now).matches.first?.zone
  }
}
