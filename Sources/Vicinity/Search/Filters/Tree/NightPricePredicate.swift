/// Compares the price of a night of the query's stay with amounts; it passes if one of these comparisons holds.
final class NightPricePredicate: EntryPredicate {
  private let prices: StayPrices
  private let comparison: FilterComparison
  private let limits: [NightLimit]

  init(_ prices: StayPrices, _ comparison: FilterComparison, _ amounts: [Double]) {
    (self.prices, self.comparison) = (prices, comparison)
    limits = amounts.map { NightLimit($0, nights: prices.nightCount) }
    // That of a price, roughly in nanoseconds.
    super.init(cost: 100)
  }

  override func passing(
    _ entries: EntrySet, of leaf: Leaf, isNegated: Bool, at occurrence: Entry?
  ) throws -> EntrySet {
    try entries.judged(isNegated: isNegated) { position in
      let entry = Entry(leaf: leaf, index: position)
      guard let price = try prices.cheapest(of: entry)?.minorUnits else { return nil }
      let scale = try prices.minorUnitsPerMajor(of: entry)
      return limits.contains { $0.holds(comparison, minorUnits: price, minorUnitsPerMajor: scale) }
    }
  }
}
