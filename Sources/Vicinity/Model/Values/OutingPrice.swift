/// Sums up the prices of an outing.
struct OutingPrice {
  /// Nil when a part is unknown, when two parts are in different currencies, or on overflow.
  private(set) var total: Price? = Price(minorUnits: 0, currency: nil)

  /// Adds a multiple of a price. A free part matches any currency.
  mutating func add(_ price: Price?, times: Int) {
    guard let price, let sum = total else {
      total = nil
      return
    }
    guard price.minorUnits > 0 else { return }
    guard let cost = price.times(times), sum.minorUnits == 0 || sum.currency == price.currency else {
      total = nil
      return
    }
    let (minorUnits, isOverflow) = sum.minorUnits.addingReportingOverflow(cost.minorUnits)
    total = isOverflow ? nil : Price(minorUnits: minorUnits, currency: price.currency)
  }
}
