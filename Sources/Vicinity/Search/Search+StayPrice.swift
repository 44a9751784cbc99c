extension Search {
  /// The cheapest of some stays with its price, the first of equally cheap ones; nil where no price is known.
  func cheapest(of stays: [Nights], on entry: Entry) throws -> Match.StayPrice? {
    guard let first = stays.first else { return nil }
    guard entry.hasTerms else {
      guard !entry.price.isNaN else { return nil }
      return try price(of: entry).times(first.count).map { Match.StayPrice(nights: first, price: $0) }
    }
    let calendar = try worker.calendar(of: entry.id, in: snapshot)
    let priced = stays.compactMap { nights in
      calendar.price(of: nights).map { Match.StayPrice(nights: nights, price: $0) }
    }
    return priced.min { $0.price.minorUnits < $1.price.minorUnits }
  }
}
