import CivilTime
import Geography

/// A sequence of bars in walking order.
public struct BarItinerary: Hashable, Sendable {
  /// One bar.
  public struct Stop: Hashable, Sendable {
    /// The bar, and the distance from the previous place.
    public var place: Outing.Stop
    /// The time of arrival.
    public var arrival: Instant
    /// The time of departure.
    public var departure: Instant
    /// The first closing time after the arrival; nil when it never closes, or when unknown.
    public var closes: Instant?
    /// The zone of its local times.
    public var zone: Zone
  }

  /// The bars, at least one.
  public var stops: [Stop]
  /// The total price of one drink at each; nil when one is unknown, or in two currencies.
  public var price: Price?
  /// The score that determines its rank.
  public var score: OutingScore

  /// The total distance in meters.
  public var walkMeters: Double { stops.reduce(0) { $0 + $1.place.walkMeters } }
  /// The ids of the bars in walking order.
  public var ids: [String] { stops.map(\.place.listing.id) }

  /// The order of answers: the best score first, then the shortest distance to the millimeter, then by ids.
  func precedes(_ other: BarItinerary) -> Bool {
    if score.total != other.score.total { return score.total > other.score.total }
    let (own, its) = ((walkMeters * 1000).rounded(), (other.walkMeters * 1000).rounded())
    return own != its ? own < its : ids.lexicographicallyPrecedes(other.ids)
  }
}

extension Query.Moment {
  /// The instant that a moment denotes in the local time of `zone`.
  /// - Parameters:
  ///   - zone: the time zone of the clock.
  ///   - now: the instant that `now` refers to; days of the week are the next ones from then on.
  public func instant(on zone: Zone, at now: Instant) -> Instant { instant(in: zone, now: now) ?? now }
}

extension Catalog {
  /// Bar itineraries, best first: several different bars within walking distance of each other, each open on arrival on
  /// foot and for the whole stay.
  ///
  /// If the same bars appear in different orders, only the best order is returned.
  /// - Parameters:
  ///   - request: from where, when and how many bars.
  ///   - budget: for all queries together.
  /// - Throws: `QueryError` for an invalid request, `TooExpensive`, `SQLiteFailure` when the file cannot be read.
  /// - Complexity: one query for each partial itinerary that may still become one of the best, at most 4,000; all
  ///   from one version of the catalog. Exact among `BarItineraryRequest.candidates` if it needs fewer.
  public func barItineraries(_ request: BarItineraryRequest, within budget: WorkBudget = .unlimited) throws
    -> [BarItinerary]
  {
    try request.check()
    return try answeringOneVersion(within: budget) { worker, answer in
      // `ask` ends with this call.
      try withoutActuallyEscaping(answer) { answer in
        var search = BarItinerarySearch(request, meanRating: try worker.meanRating()) { try answer($0, request.start) }
        try search.run()
        return search.found
      }
    }
  }

  /// The zone of the listing nearest to a place, for local times there; nil in an empty catalog, and where it is
  /// unknown.
  public func zone(near place: Coordinate, at now: Instant) throws -> Zone? {
    var query = Query()
    (query.near, query.limit, query.fields) = (place, 1, [.id, .starts])
    return try answer(query, at: now).matches.first?.zone
  }
}
