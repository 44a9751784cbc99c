extension Query {
  /// The query with one condition relaxed just enough to admit a listing that fails it by this shortfall; nil if it
  /// cannot be.
  func loosened(_ condition: Condition, to shortfall: Shortfall) -> Query? {
    var query = self
    switch shortfall.bound {
    case .coordinate(let coordinate): query.within = within?.extended(to: coordinate)
    case .number(let bound): guard query.loosen(condition, to: bound) else { return nil }
    }
    return query
  }

  private mutating func loosen(_ condition: Condition, to bound: Double) -> Bool {
    switch condition {
    case .radius: radiusMeters = bound
    case .cap: group?.maxMeters = bound
    case .width: along?.widthMeters = bound
    case .leastPrice: price?.min = bound
    case .greatestPrice: price?.max = bound
    case .priceLevel: price?.maxLevel = Int(bound)
    case .leastNightPrice: nightPrice?.min = bound
    case .greatestNightPrice: nightPrice?.max = bound
    case .rating: rating?.min = bound
    case .votes: rating?.minCount = Int(bound)
    case .stay: stay = stay?.shifted(byDays: Int(bound))
    case .guests: stay?.guests = Int(bound)
    case .open: open?.waitMinutes = Int(bound)
    case .during:
      guard case .between(let from, let to) = during, let later = to.later(bySeconds: 60 * Int64(bound), now: now)
      else { return false }
      during = .between(from: from, to: later)
    case .kinds, .box, .area, .tag, .anyTag, .noTag, .currency, .nightCurrency, .text, .coming, .inBusiness, .filter,
      .part:
      return false
    }
    return true
  }

  /// Copies the conditions of another query, and keeps the arrangement of the answer.
  mutating func copyConditions(of other: Query) {
    (kinds, radiusMeters, within, group, along) = (
      other.kinds, other.radiusMeters, other.within, other.group, other.along
    )
    area = other.area
    (tags, price, nightPrice, rating) = (other.tags, other.price, other.nightPrice, other.rating)
    (text, typos) = (other.text, other.typos)
    (stay, during, occurrences, open) = (other.stay, other.during, other.occurrences, other.open)
    filter = other.filter
    for condition in QueryPart.wholeConditions { condition.copy(&self, other) }
  }
}
