extension Search {
  /// The test of a stay that would be booked at the moment of the query.
  func stayTest(_ stay: Query.Stay) -> StayTest { StayTest(stay, at: plan.now) }

  /// The stay asked for with its price, of several the cheapest, and of these the first; nil for one of some of the nights, or where no price
  /// is known.
  func cheapest(_ stay: Query.Stay, on entry: Entry) throws -> Match.StayPrice? {
    guard !stay.partly else { return nil }
    let windows = stay.length == nil ? [stay.nights] : try stayTest(stay).windows(of: entry, numbers) ?? []
    guard let first = windows.first else { return nil }
    guard entry.hasTerms else {
      guard !entry.price.isNaN else { return nil }
      var total = OutingPrice()
      let own = try price(of: entry)
      total.add(own, times: first.count)
      return total.total.map {
        Match.StayPrice(nights: first, price: Price(minorUnits: $0.minorUnits, currency: own.currency))
      }
    }
    let calendar = try worker.calendar(of: entry.id, in: snapshot)
    let priced = windows.compactMap { window in
      calendar.price(of: window).map { Match.StayPrice(nights: window, price: $0) }
    }
    return priced.min { $0.price.minorUnits < $1.price.minorUnits }
  }
}
