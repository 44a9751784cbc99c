/// Keeps what is within the budget; what has no price is not.
struct PriceFilter {
  private let least: Double
  private let greatest: Double
  /// The number of the wanted currency; nil when any will do, -1 when the catalog does not know it.
  private let currency: Int?

  init(_ filter: Query.PriceFilter, currency: Int?) {
    least = filter.min ?? 0
    greatest = filter.max ?? .infinity
    self.currency = currency
  }

  @inline(__always)
  func narrow(_ entries: inout EntrySet, of leaf: Leaf) {
    let prices = leaf.prices
    // A missing price is not a number, and every comparison with it fails.
    entries.keep { prices[$0] >= least && prices[$0] <= greatest }
    guard let currency else { return }
    let currencies = leaf.currencies
    // What costs nothing costs nothing in every currency.
    entries.keep { Int(currencies[$0]) == currency || prices[$0] == 0 }
  }
}
