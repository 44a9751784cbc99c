import Geography
import TestSupport
import VicinityLab

@testable import Vicinity

/// Random queries around one city, and brute force on single listings.
enum WhyQueries {
  static let center = Coordinate(latitude: 48.775, longitude: 9.18)
  static let spread = 0.05
  static let now = SeededWorld.now

  static func make(_ random: inout SplitMix64, oneIn: Int) -> Query {
    var query = Query()
    query.now = now
    query.near = RandomFilters.origin(near: center, spreadDegrees: spread, &random)
    for filter in RandomFilters.all where filter.name != "text" && SeededWorld.oneIn(oneIn, &random) {
      filter.apply(&query, center, spread, &random)
    }
    if let radius = query.radiusMeters { query.radiusMeters = min(radius, 8000) }
    if SeededWorld.oneIn(8, &random) { query.text = "ja" }
    return query
  }

  /// Whether a single listing passes a query.
  static func passes(_ listing: Listing, _ query: Query) -> Bool {
    BruteForce([listing]).ids(query, now: now).contains(listing.id)
  }

  /// Whether the engine rejects the query: random moments may contradict each other.
  static func isRefused(_ query: Query) -> Bool {
    do { _ = try Plan(query, at: now) } catch { return true }
    return false
  }
}

extension Query {
  /// The same query with one condition relaxed by an amount, in the units of a margin; nil if this is impossible or out
  /// of range.
  func givingWay(_ filter: String, by amount: Double) -> Query? {
    var query = self
    switch filter {
    case "radius": query.radiusMeters = radiusMeters.map { $0 + amount }
    case "price.max": query.price?.max = price?.max.map { $0 + amount }
    case "price.min": query.price?.min = price?.min.map { $0 - amount }
    case "nightPrice.max": query.nightPrice?.max = nightPrice?.max.map { $0 + amount }
    case "nightPrice.min": query.nightPrice?.min = nightPrice?.min.map { max(0, $0 - amount) }
    case "price.maxLevel": query.price?.maxLevel = price?.maxLevel.map { $0 + Int(amount) }
    case "rating.min": query.rating?.min = rating?.min.map { $0 - amount }
    case "rating.minCount": query.rating?.minCount = rating?.minCount.map { $0 - Int(amount) }
    case "stay.guests": query.stay?.guests = (stay?.guests ?? 1) - Int(amount)
    case "stay": query.stay = withNights(at: WhyQueries.now).stay?.shifted(byDays: Int(amount))
    case "open":
      query.open?.waitMinutes = (open?.waitMinutes ?? 0) + Int(amount)
    case "during":
      guard case .between(let from, let to) = during, let later = to.later(bySeconds: 60 * Int64(amount), now: now)
      else {
        return nil
      }
      query.during = .between(from: from, to: later)
    default: return nil
    }
    return query
  }

  /// The amount by which a margin is reduced to test that less does not suffice.
  static func step(of filter: String) -> Double {
    switch filter {
    case "radius", "price.max", "price.min", "rating.min": 0.0015
    // For the price of a night, a whole minor unit, which is one yen.
    default: 1
    }
  }
}
