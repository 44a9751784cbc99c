/// Compares the price of a night of the query's stay.
final class NightPricePredicate: EntryPredicate {
  private let prices: StayPrices
  private let comparison: FilterComparison
  private let limit: NightLimit

  init(_ prices: StayPrices, _ comparison: FilterComparison, _ bound: Double) {
    (self.prices, self.comparison) = (prices, comparison)
    limit = NightLimit(bound, nights: prices.nightCount)
    super.init(cost: NightPricePredicate.cost)
  }

  /// That of a price, roughly in nanoseconds.
  fileprivate static let cost = 100

  override func passing(
    _ entries: EntrySet, of leaf: Leaf, isNegated: Bool, at occurrence: Entry?
  ) throws -> EntrySet {
    try entries.judged(isNegated: isNegated) { position in
      let entry = Entry(leaf: leaf, index: position)
      guard let price = try prices.cheapest(of: entry)?.minorUnits else { return nil }
      let scale = try prices.minorUnitsPerMajor(of: entry)
      return limit.holds(comparison, minorUnits: price, minorUnitsPerMajor: scale)
    }
  }
}

/// Looks the price of a night of the query's stay up in a list.
final class NightPriceListPredicate: EntryPredicate {
  private let prices: StayPrices
  private let limits: [NightLimit]

  init(_ prices: StayPrices, _ amounts: [Double]) {
    self.prices = prices
    limits = amounts.map { NightLimit($0, nights: prices.nightCount) }
    super.init(cost: NightPricePredicate.cost)
  }

  override func passing(
    _ entries: EntrySet, of leaf: Leaf, isNegated: Bool, at occurrence: Entry?
  ) throws -> EntrySet {
    try entries.judged(isNegated: isNegated) { position in
      let entry = Entry(leaf: leaf, index: position)
      guard let price = try prices.cheapest(of: entry)?.minorUnits else { return nil }
      let scale = try prices.minorUnitsPerMajor(of: entry)
      return limits.contains { $0.holds(.equal, minorUnits: price, minorUnitsPerMajor: scale) }
    }
  }
}
