import CivilTime
import Geography
import Vicinity

/// The brute-force reference for outings: every couch with every event with every bar, scored one by one.
package struct BruteForceOutings {
  private let twin: BruteForce

  /// The value of an outing.
  package struct Found: Hashable {
    package let couch: String
    package let event: String
    package let starts: Instant
    package let bar: String
    /// In units of 1/10 000.
    package let score: Int
    package let millimeters: Int
    package let price: Price?

    package init(
      couch: String, event: String, starts: Instant, bar: String, score: Int, millimeters: Int, price: Price?
    ) {
      (self.couch, self.event, self.starts, self.bar) = (couch, event, starts, bar)
      (self.score, self.millimeters, self.price) = (score, millimeters, price)
    }
  }

  package init(_ twin: BruteForce) { self.twin = twin }

  /// All outings in order, ignoring the limit.
  package func outings(_ request: OutingRequest, now: Instant) -> [Found] {
    var found: [Found] = []
    // The same event is near many couches, so the results are cached.
    var known: [[String]: [Listing]] = [:]
    for couch in couches(request, now) {
      for event in events(request, couch, now) {
        let over = over(event)
        let occasion = [event.id, "\(over)"]
        let bars = known[occasion] ?? bars(request, event, over, now)
        known[occasion] = bars
        for bar in bars {
          if let outing = outing(request, couch, event, bar) { found.append(outing) }
        }
      }
    }
    return found.sorted { left, right in
      if left.score != right.score { return left.score > right.score }
      if left.millimeters != right.millimeters { return left.millimeters < right.millimeters }
      return (left.couch, left.event, left.starts, left.bar) < (right.couch, right.event, right.starts, right.bar)
    }
  }

  private func couches(_ request: OutingRequest, _ now: Instant) -> [Listing] {
    var query = around(request.near, request, .couch, request.couchTags)
    query.stay = Query.Stay(nights: request.nights, guests: request.guests)
    return Array(twin.matches(query, now: now).prefix(request.bounds.couches))
  }

  /// The events around the stay, tested by the local time just before each of them ends.
  private func events(_ request: OutingRequest, _ couch: Listing, _ now: Instant) -> [Listing] {
    var query = around(couch.coordinate, request, .event, request.eventTags)
    let days = [request.nights.from + (-3), request.nights.to + 3].map { LocalDateTime(date: $0, secondOfDay: 0) }
    query.during = .init(from: .instant(Zone.utc.instant(of: days[0])), to: .instant(Zone.utc.instant(of: days[1])))
    query.occurrences = .all
    let matches = twin.matches(query, now: now).filter { over($0) > now }
    return (request.nights.from.dayNumber..<request.nights.to.dayNumber).flatMap { day in
      matches.filter { evening(of: $0)?.dayNumber == day }.prefix(request.bounds.eventsPerEvening)
    }
  }

  private func evening(of event: Listing) -> LocalDate? {
    guard let zone = event.timeZone.flatMap(Zone.init(identifier:)) else { return nil }
    let shown = zone.localDateTime(at: over(event) - 1)
    if shown.hour >= 18 { return shown.date }
    return shown.hour < 6 ? shown.date - 1 : nil
  }

  private func over(_ event: Listing) -> Instant { event.ends ?? (event.starts ?? .distantPast) + 7200 }

  private func bars(_ request: OutingRequest, _ event: Listing, _ over: Instant, _ now: Instant) -> [Listing] {
    var query = around(event.coordinate, request, .bar, request.barTags)
    query.open = .init(at: .instant(over), arriving: .walking, stayMinutes: 60)
    return Array(twin.matches(query, now: now).prefix(request.bounds.bars))
  }

  private func around(
    _ place: Coordinate, _ request: OutingRequest, _ kind: Kind, _ tags: Query.TagFilter
  ) -> Query {
    var query = Query()
    (query.near, query.radiusMeters, query.kinds, query.tags) = (place, request.walkMeters, [kind], tags)
    query.sort = [.distance]
    if request.maxPrice != nil || request.currency != nil {
      query.price = .init(max: request.maxPrice, currency: request.currency)
    }
    return query
  }

  private func outing(_ request: OutingRequest, _ couch: Listing, _ event: Listing, _ bar: Listing) -> Found? {
    let nights = twin.price(of: couch, request.nights)
    let price = sum([(nights, 1), (event.price, request.guests), (bar.price, request.guests)])
    if request.maxPrice != nil || request.currency != nil {
      guard let price, price.amount <= request.maxPrice ?? .infinity else { return nil }
      if let currency = request.currency, price.minorUnits > 0, price.currency != currency { return nil }
    }
    let places = [request.near] + [couch, event, bar].map(\.coordinate)
    let walk = zip(places, places.dropFirst()).reduce(0.0) { $0 + Metric.wgs84.meters(from: $1.0, to: $1.1) }
    let ratings = [couch, event, bar].reduce(0.0) { $0 + rating($1) }
    let weights = request.weights
    let worth = price.map { price in
      request.maxPrice.map { 1 - price.amount / $0 } ?? weights.usualPrice / (weights.usualPrice + price.amount)
    }
    let parts = [
      weights.walk * (1 - walk / (3 * request.walkMeters)), weights.price * (worth ?? 0), weights.rating * ratings / 15,
    ]
    return Found(
      couch: couch.id, event: event.id, starts: event.starts ?? .distantPast, bar: bar.id,
      score: parts.reduce(0) { $0 + Int(($1 * 10_000).rounded()) }, millimeters: Int((walk * 1000).rounded()),
      price: price)
  }

  private func sum(_ parts: [(price: Price?, times: Int)]) -> Price? {
    let prices = parts.compactMap(\.price)
    let paid = prices.filter { $0.minorUnits > 0 }
    guard prices.count == parts.count, Set(paid.map { $0.currency ?? "" }).count <= 1 else { return nil }
    let minorUnits = parts.reduce(0) { $0 + ($1.price?.minorUnits ?? 0) * $1.times }
    return Price(minorUnits: minorUnits, currency: paid.first?.currency)
  }

  private func rating(_ listing: Listing) -> Double {
    guard let rating = listing.rating else { return twin.meanRating }
    let votes = Double(max(listing.ratingCount ?? 1, 1))
    return (votes * rating + 10 * twin.meanRating) / (votes + 10)
  }
}
