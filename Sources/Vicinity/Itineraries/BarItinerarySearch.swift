import CivilTime

/// Builds itineraries bar by bar: first the most promising of each length together, a beam, so that good ones are known
/// soon, then all others that may be better: branch and bound.
///
/// A partial itinerary is pruned when its upper bound is worse than the worst of the best so far; so the result equals
/// that of an exhaustive search, unless the number of partial itineraries ends it. Source: Land and Doig, "An automatic
/// method of solving discrete programming problems", 1960, doi:10.2307/1910129.
struct BarItinerarySearch {
  let request: BarItineraryRequest
  let voteAware: VoteAwareMean
  /// Answers a query; all from one version of the catalog.
  let ask: (Query) throws -> Answer
  private(set) var found: [BarItinerary] = []
  /// The bars near a place at a given time, cached because many itineraries pass there.
  private var known: [Departure: [Match]] = [:]
  /// By number of bars, an upper bound of the sum of their ratings.
  private var mostRating: [Double] = []
  /// The partial itineraries that have been extended.
  private var extended = 0

  /// The most partial itineraries that are extended.
  static let most = 4000
  /// The number of partial itineraries of one length in the beam; as many as are wanted, within half of all.
  private static let width = 32

  private struct Departure: Hashable {
    let place: String?
    let at: Instant
  }

  init(_ request: BarItineraryRequest, meanRating: Double, ask: @escaping (Query) throws -> Answer) {
    self.request = request
    voteAware = VoteAwareMean(prior: meanRating)
    self.ask = ask
  }

  mutating func run() throws {
    guard request.limit > 0 else { return }
    mostRating = try ratingBounds()
    try sweep()
    try extend([])
  }

  /// Extends the most promising itineraries of each length.
  private mutating func sweep() throws {
    let width = max(Self.width, min(request.limit, Self.most / 2 / request.stops))
    var drafts: [[BarItinerary.Stop]] = [[]]
    for _ in 0..<request.stops {
      var longer: [Draft] = []
      for draft in drafts { longer += try self.drafts(after: draft) }
      drafts = longer.sorted { $0.most.total > $1.most.total }.prefix(width).map(\.stops)
    }
    for stops in drafts { offer(stops) }
  }

  private mutating func extend(_ stops: [BarItinerary.Stop]) throws {
    if stops.count == request.stops { return offer(stops) }
    guard extended < Self.most else { return }
    for draft in try drafts(after: stops).sorted(by: { $0.most.total > $1.most.total }) {
      guard mayEnter(draft.most) else { break }
      try extend(draft.stops)
    }
  }

  /// A partial itinerary with an upper bound of the score.
  private struct Draft {
    let stops: [BarItinerary.Stop]
    let most: OutingScore
  }

  /// The itineraries with one more bar.
  private mutating func drafts(after stops: [BarItinerary.Stop]) throws -> [Draft] {
    extended += 1
    return try nextStops(after: stops).map { stops + [$0] }.map { Draft(stops: $0, most: score($0)) }
  }

  /// The bounds of the sums of ratings, from the best bars that can be reached at all.
  private func ratingBounds() throws -> [Double] {
    var query = request.bars(near: request.from, leaving: request.start, limit: request.stops)
    // More than the rounding of distances.
    query.radiusMeters = Double(request.stops) * request.walkMeters + 1
    (query.open, query.sort) = (nil, [.rating.descending])
    query.fields = [.id, .name, .distance, .rating, .ratingCount]
    var ratings = try ask(query).matches.compactMap(Outing.Stop.init).map { voteAware.mean(of: $0.listing) }
    // Unrated bars come last, but count as average ones.
    ratings += repeatElement(voteAware.prior, count: request.stops)
    // Slightly more, so that rounding cannot make a bound too low.
    return ratings.sorted(by: >).prefix(request.stops).reduce(into: [0]) { $0.append($0[$0.count - 1] + $1 + 1e-6) }
  }

  /// The nearest bars that are not yet part of the itinerary.
  private mutating func nextStops(after stops: [BarItinerary.Stop]) throws -> [BarItinerary.Stop] {
    let departure = stops.last?.departure ?? request.start
    let visited = Set(stops.map(\.place.listing.id))
    let matches = try bars(from: stops.last, leaving: departure).filter { !visited.contains($0.id) }
    return matches.prefix(request.candidates).compactMap {
      BarItinerary.Stop($0, leaving: departure, staying: request.stayMinutes)
    }
  }

  private mutating func bars(from stop: BarItinerary.Stop?, leaving departure: Instant) throws -> [Match] {
    let key = Departure(place: stop?.place.listing.id, at: departure)
    if let matches = known[key] { return matches }
    let place = stop?.place.listing.coordinate ?? request.from
    // Some of them may already be part of the itinerary.
    let limit = request.candidates + request.stops
    let matches = try ask(request.bars(near: place, leaving: departure, limit: limit)).matches
    known[key] = matches
    return matches
  }

  // MARK: The best

  private func price(_ stops: [BarItinerary.Stop]) -> Price? {
    var price = OutingPrice()
    for stop in stops { price.add(stop.place.listing.price, times: 1) }
    return price.total
  }

  /// The score of the bars; where some are missing, an upper bound that assumes them adjacent, free and the best rated.
  private func score(_ stops: [BarItinerary.Stop]) -> OutingScore {
    let missing = mostRating[request.stops - stops.count]
    let rating = stops.reduce(missing) { $0 + voteAware.mean(of: $1.place.listing) }
    return OutingScore(
      walk: stops.reduce(0) { $0 + $1.place.walkMeters }, longest: Double(request.stops) * request.walkMeters,
      price: price(stops)?.amount, maxPrice: request.maxPrice, rating: rating / Double(5 * request.stops),
      weights: request.weights)
  }

  private func mayEnter(_ best: OutingScore) -> Bool {
    guard found.count == request.limit, let worst = found.last else { return true }
    // With equal scores the distance may still be shorter.
    return best.total >= worst.score.total
  }

  private mutating func offer(_ stops: [BarItinerary.Stop]) {
    let itinerary = BarItinerary(stops: stops, price: price(stops), score: score(stops))
    guard affords(itinerary.price) else { return }
    let bars = Set(itinerary.ids)
    if let same = found.firstIndex(where: { Set($0.ids) == bars }) {
      guard itinerary.precedes(found[same]) else { return }
      found.remove(at: same)
    }
    let place = found.firstIndex(where: itinerary.precedes) ?? found.count
    found.insert(itinerary, at: place)
    if found.count > request.limit { found.removeLast() }
  }

  private func affords(_ price: Price?) -> Bool {
    guard request.maxPrice != nil || request.currency != nil else { return true }
    guard let price else { return false }
    if let currency = request.currency, price.minorUnits > 0, price.currency != currency { return false }
    return price.amount <= request.maxPrice ?? .infinity
  }
}

extension BarItinerary.Stop {
  init?(_ match: Match, leaving departure: Instant, staying minutes: Int) {
    guard let place = Outing.Stop(match) else { return nil }
    self.place = place
    arrival = departure + 60 * Query.Travel.walking.minutes(for: place.walkMeters)
    self.departure = arrival + 60 * Int64(minutes)
    closes = match.opening?.nextChange
    zone = match.zone ?? .utc
  }
}
