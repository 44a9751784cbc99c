/// Keeps couches whose price per night is in the requested range; rejects everything without such a price.
struct NightPriceFilter {
  private let prices: StayPrices
  private let least: NightLimit?
  private let greatest: NightLimit?
  /// The number of the wanted currency; nil for any, -1 for one that the catalog does not have.
  private let currency: Int?

  init(_ filter: Query.NightPriceFilter, _ prices: StayPrices, currency: Int?) {
    self.prices = prices
    least = filter.min.map { NightLimit($0, nights: prices.nightCount) }
    greatest = filter.max.map { NightLimit($0, nights: prices.nightCount) }
    self.currency = currency
  }

  func narrow(_ entries: inout EntrySet, of leaf: Leaf) throws {
    entries.formIntersection(EntrySet(range: leaf.positions(of: .couch)))
    try entries.keep { try passes(Entry(leaf: leaf, index: $0)) }
  }

  private func passes(_ entry: Entry) throws -> Bool {
    guard let price = try prices.cheapest(of: entry)?.minorUnits else { return false }
    // Free stays match every currency.
    if let currency, price > 0, Int(entry.leaf.currencies[entry.index]) != currency { return false }
    let scale = try prices.minorUnitsPerMajor(of: entry)
    return least?.holds(.greaterOrEqual, minorUnits: price, minorUnitsPerMajor: scale) ?? true
      && greatest?.holds(.lessOrEqual, minorUnits: price, minorUnitsPerMajor: scale) ?? true
  }
}
