/// Keeps listings within the price range; rejects those without a price.
struct PriceFilter {
  private let least: Double
  private let greatest: Double
  /// The number of the wanted currency; nil for any, -1 for one that the catalog does not have.
  private let currency: Int?

  init(_ filter: Query.PriceFilter, currency: Int?) {
    least = filter.min ?? 0
    greatest = filter.max ?? .infinity
    self.currency = currency
  }

  @inline(__always)
  func narrow(_ entries: inout EntrySet, of leaf: Leaf) {
    let prices = leaf.prices
    // A missing price is NaN, for which every comparison is false.
    entries = entries.kept { (prices[$0] >= least) && (prices[$0] <= greatest) }
    guard let currency else { return }
    let currencies = leaf.currencies
    // Free listings match every currency.
    entries = entries.kept { Int(currencies[$0]) == currency || prices[$0] == 0 }
  }

  func mayPass(_ values: NodeValues.Node) -> Bool {
    values.mayHave(.price, from: least, through: greatest)
  }
}
