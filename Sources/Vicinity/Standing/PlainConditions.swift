import CivilTime
import Geography

/// The conditions of a query that the search's filters decide from the facts of a listing, prepared for many listings:
/// without a search for each of them.
///
/// A class, because it is passed along for every candidate.
final class PlainConditions: Sendable {
  private let box: BoundingBox?
  private let origin: DistanceOrigin?
  /// Meters, inclusive.
  private let radius: Double
  private let tags: Query.TagFilter?
  private let price: Query.PriceFilter?
  private let rating: RatingFilter?
  private let codes: [CodeFilter]
  private let leavesOutPast: Bool
  private let leavesOutClosed: Bool
  private let stay: Query.Stay?

  /// - Returns: nil for a query with other conditions.
  init?(_ query: Query, _ plan: Plan) {
    guard query.conditions.allSatisfy(query.isPlain) else { return nil }
    box = query.within
    radius = query.radiusMeters ?? .infinity
    origin = query.radiusMeters == nil ? nil : query.near.map { DistanceOrigin($0, metric: query.metric) }
    tags = query.tags.isEmpty ? nil : query.tags
    price = query.price.flatMap { $0.asksForAmount ? $0 : nil }
    rating = query.rating.map(RatingFilter.init)
    codes = CodeFilter.filters(of: query)
    leavesOutPast = plan.leavesOutPast
    leavesOutClosed = plan.leavesOutClosed
    stay = query.stay
  }

  /// Whether a listing passes that does not recur, at its public point. Its kind is a wanted one, as the index says.
  /// - Parameter numbers: provides the zones in which days are counted.
  func admit(_ listing: WatchedListing, at now: Instant, _ numbers: DictionaryCache.Reader) throws -> Bool {
    let (entry, leaf) = (listing.entry, listing.entry.leaf)
    if let box, !box.contains(entry.coordinate) { return false }
    if leavesOutClosed, entry.isClosed { return false }
    if let tags, !listing.passes(tags) { return false }
    var entries = leaf.all
    if let price {
      let currency = price.currency.map { $0 == listing.currency ? Int(leaf.currencies[entry.index]) : -1 }
      PriceFilter(price, currency: currency).narrow(&entries, of: leaf)
    }
    if let rating { rating.narrow(&entries, of: leaf) }
    for filter in codes { filter.narrow(&entries, of: leaf) }
    if leavesOutPast { ComingFilter(now: now).narrow(&entries, of: leaf) }
    guard !entries.isEmpty else { return false }
    if let origin, origin.meters(to: entry.coordinate) > radius { return false }
    guard let stay, entry.kind == .couch else { return true }
    return try StayFilter(stay, at: now).passes(entry, numbers)
  }
}

extension Query {
  /// Whether the facts of a listing decide on a condition, except for recurring events.
  fileprivate func isPlain(_ condition: Condition) -> Bool {
    switch condition {
    case .kinds, .box, .tag, .anyTag, .noTag, .leastPrice, .greatestPrice, .currency, .priceLevel, .rating, .votes,
      .coming, .inBusiness:
      true
    case .part: condition.whole?.isPlain ?? false
    case .radius: near != nil
    case .stay, .guests: stay?.word == nil
    case .cap, .width, .area, .leastNightPrice, .greatestNightPrice, .nightCurrency, .text, .during, .open,
      .filter:
      false
    }
  }
}

extension WatchedListing {
  fileprivate func passes(_ filter: Query.TagFilter) -> Bool {
    filter.all.allSatisfy(tags.contains) && (filter.any.isEmpty || filter.any.contains(where: tags.contains))
      && !filter.none.contains(where: tags.contains)
  }
}
