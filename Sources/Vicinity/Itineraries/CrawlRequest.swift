import CivilTime
import Geography

/// Asks for crawls: several bars one after the other, each open on arrival and for the whole stay.
///
/// Each is within a walk of the place before. See `docs/why.md`.
public struct CrawlRequest: Hashable, Sendable {
  /// Where one sets out.
  public var from: Coordinate
  /// When one sets out.
  public var start: Instant
  /// How many bars; 1 to 10.
  public var stops = 3
  /// How long one stays at each, in minutes; 0 to 1440.
  public var stay = 60
  /// The longest way in meters from one place to the next as the crow flies, included.
  public var walk: Double = CrawlRequest.usualWalk
  /// The most that a drink at each of them may cost together, in major units, included; crawls whose price is not known do not pass then.
  public var maxPrice: Double?
  /// Only crawls that cost nothing but this currency (ISO 4217), or nothing at all.
  public var currency: String?
  /// Wanted and unwanted tags of every bar.
  public var tags = Query.TagFilter()
  /// Wanted ratings of every bar.
  public var rating: Query.RatingFilter?
  /// The most crawls; 0 to 1000.
  public var limit = 3
  /// What makes one crawl better than another; see ``OutingWeights``.
  public var weights = CrawlRequest.usualWeights
  /// From each place the search looks at so many bars: the nearest that are open then and not yet on the crawl; at least 1. Among these the
  /// answer is exact; what lies farther is not looked at.
  public var candidates = 10

  /// Makes a request.
  public init(from: Coordinate, start: Instant) { (self.from, self.start) = (from, start) }

  /// The longest way in meters where nobody says otherwise: 12 minutes on foot.
  public static let usualWalk = 1000.0

  /// The usual weights; three drinks at five have half of the weight of the price.
  public static var usualWeights: OutingWeights {
    var weights = OutingWeights()
    weights.usualPrice = 15
    return weights
  }
}

extension CrawlRequest {
  private static let mostStops = 10
  private static let longestStay = 1440

  /// The bars that are open for whoever leaves a place then, nearest first.
  func bars(near place: Coordinate, leaving departure: Instant, limit: Int) -> Query {
    var query = Query()
    (query.near, query.radius, query.kinds, query.tags, query.limit) = (place, walk, [.bar], tags, limit)
    query.rating = rating
    // No part may cost more than the whole.
    if maxPrice != nil || currency != nil { query.price = Query.PriceFilter(max: maxPrice, currency: currency) }
    query.open = Query.Opening(at: .instant(departure), arriving: .walking, stayFor: stay)
    query.fields = [.id, .name, .distance, .price, .currency, .rating, .ratingCount, .open, .opensOrCloses]
    return query
  }

  /// Refuses what contradicts itself or is out of range.
  /// - Throws: `QueryError` whose places are the names of the properties.
  func check() throws(QueryError) {
    for (name, value, range) in [
      ("stops", stops, 1...Self.mostStops), ("stay", stay, 0...Self.longestStay),
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
