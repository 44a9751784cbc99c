import CivilTime
import Geography
import Vicinity

/// The brute-force reference for crawls: every sequence of bars, scored one by one.
package struct BruteForceCrawls {
  private let twin: BruteForce

  /// The value of a crawl.
  package struct Found: Hashable {
    package let ids: [String]
    /// In units of 1/10 000.
    package let score: Int
    package let millimeters: Int

    package init(ids: [String], score: Int, millimeters: Int) {
      (self.ids, self.score, self.millimeters) = (ids, score, millimeters)
    }
  }

  package init(_ twin: BruteForce) { self.twin = twin }

  /// The best order of every set of bars, the best first, ignoring the limit.
  package func crawls(_ request: BarItineraryRequest) -> [Found] {
    let all = rows(request, [], request.from, request.start).compactMap { found($0, request) }
    let sorted = all.sorted { left, right in
      if left.score != right.score { return left.score > right.score }
      if left.millimeters != right.millimeters { return left.millimeters < right.millimeters }
      return left.ids.lexicographicallyPrecedes(right.ids)
    }
    var seen: Set<Set<String>> = []
    return sorted.filter { seen.insert(Set($0.ids)).inserted }
  }

  private func rows(
    _ request: BarItineraryRequest, _ stops: [Listing], _ place: Coordinate, _ departure: Instant
  ) -> [[Listing]] {
    if stops.count == request.stops { return [stops] }
    var query = Query()
    (query.near, query.radiusMeters, query.kinds, query.tags) = (place, request.walkMeters, [.bar], request.tags)
    (query.sort, query.rating) = ([.distance], request.rating)
    if request.maxPrice != nil || request.currency != nil {
      query.price = .init(max: request.maxPrice, currency: request.currency)
    }
    query.open = .init(at: .instant(departure), arriving: .walking, stayMinutes: request.stayMinutes)
    let next = twin.matches(query, now: departure).filter { bar in !stops.contains { $0.id == bar.id } }
    return next.prefix(request.candidates).flatMap { bar in
      let meters = Metric.wgs84.meters(from: place, to: bar.coordinate)
      let minutes = Int64((meters * 1.3 / 1.4 / 60).rounded(.up)) + Int64(request.stayMinutes)
      return rows(request, stops + [bar], bar.coordinate, departure + 60 * minutes)
    }
  }

  private func found(_ stops: [Listing], _ request: BarItineraryRequest) -> Found? {
    let prices = stops.compactMap(\.price)
    let paid = prices.filter { $0.minorUnits > 0 }
    let isKnown = prices.count == stops.count && Set(paid.map { $0.currency ?? "" }).count <= 1
    let sum = Price(minorUnits: prices.reduce(0) { $0 + $1.minorUnits }, currency: paid.first?.currency)
    let price = isKnown ? sum : nil
    if request.maxPrice != nil || request.currency != nil {
      guard let price, price.amount <= request.maxPrice ?? .infinity else { return nil }
      if let currency = request.currency, price.minorUnits > 0, price.currency != currency { return nil }
    }
    let places = [request.from] + stops.map(\.coordinate)
    let walk = zip(places, places.dropFirst()).reduce(0.0) { $0 + Metric.wgs84.meters(from: $1.0, to: $1.1) }
    let weights = request.weights
    let worth = price.map { price in
      request.maxPrice.map { 1 - price.amount / $0 } ?? weights.usualPrice / (weights.usualPrice + price.amount)
    }
    let count = Double(request.stops)
    let parts = [
      weights.walk * (1 - walk / (count * request.walkMeters)), weights.price * (worth ?? 0),
      weights.rating * stops.reduce(0.0) { $0 + rating($1) } / (5 * count),
    ]
    return Found(
      ids: stops.map(\.id), score: parts.reduce(0) { $0 + Int(($1 * 10_000).rounded()) },
      millimeters: Int((walk * 1000).rounded()))
  }

  private func rating(_ listing: Listing) -> Double {
    guard let rating = listing.rating else { return twin.meanRating }
    let votes = Double(max(listing.ratingCount ?? 1, 1))
    return (votes * rating + 10 * twin.meanRating) / (votes + 10)
  }
}
