import CivilTime
import Geography

/// A request for bar itineraries: several bars in sequence, each open on arrival and for the whole stay.
///
/// Each is within walking distance of the previous place. See `docs/why.md`.
public struct BarItineraryRequest: Hashable, Sendable {
  /// The starting point.
  public var from: Coordinate
  /// The starting time.
  public var start: Instant
  /// The number of bars, 1 to 10.
  public var stops = 3
  /// The stay at each bar in minutes, 0 to 1440.
  public var stayMinutes = 60
  /// The maximum straight-line distance in meters from one place to the next, inclusive.
  public var walkMeters: Double = BarItineraryRequest.usualWalkMeters
  /// The maximum total price of a drink at each bar, in major units, inclusive; excludes bar itineraries whose price is
  /// unknown.
  public var maxPrice: Double?
  /// Only bar itineraries priced in this currency (ISO 4217), or free.
  public var currency: String?
  /// Wanted and unwanted tags of every bar.
  public var tags = Query.TagFilter()
  /// Wanted ratings of every bar.
  public var rating: Query.RatingFilter?
  /// The maximum number of bar itineraries, 0 to 1000.
  public var limit = 3
  /// The weights of the score; see ``OutingWeights``.
  public var weights = BarItineraryRequest.usualWeights
  /// The number of bars considered from each place, at least 1: the nearest that are open then and not yet part of the
  /// itinerary. Bars farther away are not considered. The answer is exact among these if it needs at most 4,000 partial
  /// itineraries; with many stops it may not be.
  public var candidates = 10

  /// Makes a request.
  public init(from: Coordinate, start: Instant) { (self.from, self.start) = (from, start) }

  /// The default maximum distance in meters: about 16 minutes on foot.
  public static let usualWalkMeters = 1000.0

  /// The default weights; three drinks at five each get half of the weight of the price.
  public static var usualWeights: OutingWeights {
    var weights = OutingWeights()
    weights.usualPrice = 15
    return weights
  }
}

extension BarItineraryRequest {
  static let mostStops = 10
  /// In minutes.
  static let longestStay = 1440

  /// The bars that are open on arrival when leaving a place at a given time, nearest first.
  func bars(near place: Coordinate, leaving departure: Instant, limit: Int) -> Query {
    var query = Query()
    (query.near, query.radiusMeters, query.kinds, query.tags, query.limit) = (place, walkMeters, [.bar], tags, limit)
    query.rating = rating
    // No part may cost more than the whole.
    if maxPrice != nil || currency != nil { query.price = Query.PriceFilter(max: maxPrice, currency: currency) }
    query.open = Query.Opening(at: .instant(departure), arriving: .walking, stayMinutes: stayMinutes)
    query.fields = [.id, .name, .distance, .price, .currency, .rating, .ratingCount, .open, .opensOrCloses]
    return query
  }

  /// Validates the request.
  /// - Throws: `QueryError` whose path is the name of the property.
  func check() throws(QueryError) {
    for (name, value, range) in [
      ("stops", stops, 1...Self.mostStops), ("stay", stayMinutes, 0...Self.longestStay),
      ("limit", limit, 0...QueryLimits.mostOutings),
      ("candidates", candidates, 1...1000),
    ] where !range.contains(value) {
      throw .outOfRange(path: name, found: "\(value)", allowed: "\(range.lowerBound) to \(range.upperBound)")
    }
    if let maxPrice, !(maxPrice >= 0) {
      throw .outOfRange(path: "price.max", found: "\(maxPrice)", allowed: "0 or more")
    }
    try weights.check()
    do { _ = try Plan(bars(near: from, leaving: start, limit: 1), at: start) } catch {
      throw error.renamingPaths { $0 == "radius" ? "walk" : $0 == "near" ? "from" : $0 }
    }
  }
}
