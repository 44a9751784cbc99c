/// Lets pass what is within the budget; what has no price does not.
struct PriceTest {
  let filter: Query.PriceFilter
  /// The number of the wanted currency; nil when any will do, -1 when the catalog does not know it.
  let currency: Int32?

  func passes(_ candidate: Candidate) -> Bool { passesAmount(candidate.facts) && passesLevel(candidate.facts) }

  private func passesAmount(_ facts: Facts) -> Bool {
    guard filter.min != nil || filter.max != nil || currency != nil else { return true }
    // A missing price is not a number, and every comparison with it fails.
    guard facts.price >= filter.min ?? 0, facts.price <= filter.max ?? .infinity else { return false }
    // What costs nothing costs nothing in every currency.
    return currency == nil || facts.currency == currency || facts.price == 0
  }

  private func passesLevel(_ facts: Facts) -> Bool {
    guard let highest = filter.maxLevel else { return true }
    return facts.priceLevel > 0 && Int(facts.priceLevel) <= highest
  }
}
