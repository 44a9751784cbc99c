/// Keeps what is within the budget; what has no price is not.
struct PriceFilter {
  private let least: Double
  private let greatest: Double
  private let asksForAmount: Bool
  private let highestLevel: Int?
  /// The number of the wanted currency; nil when any will do, -1 when the catalog does not know it.
  private let currency: Int?

  init(_ filter: Query.PriceFilter, currency: Int?) {
    asksForAmount = filter.min != nil || filter.max != nil || currency != nil
    least = filter.min ?? 0
    greatest = filter.max ?? .infinity
    highestLevel = filter.maxLevel
    self.currency = currency
  }

  @inline(__always)
  func narrow(_ entries: inout EntrySet, of leaf: Leaf) {
    if asksForAmount { narrowByAmount(&entries, of: leaf) }
    guard let highestLevel else { return }
    entries.keep { leaf.priceLevels[$0] > 0 && Int(leaf.priceLevels[$0]) <= highestLevel }
  }

  @inline(__always)
  private func narrowByAmount(_ entries: inout EntrySet, of leaf: Leaf) {
    let prices = leaf.prices
    // A missing price is not a number, and every comparison with it fails.
    entries.keep { prices[$0] >= least && prices[$0] <= greatest }
    guard let currency else { return }
    let currencies = leaf.currencies
    // What costs nothing costs nothing in every currency.
    entries.keep { Int(currencies[$0]) == currency || prices[$0] == 0 }
  }
}
