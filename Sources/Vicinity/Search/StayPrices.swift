import CivilTime

/// What the stay of a query costs, couch by couch.
struct StayPrices {
  let stay: Query.Stay
  let filter: StayFilter
  let worker: SearchWorker
  let snapshot: IndexSnapshot
  let numbers: DictionaryCache.Reader

  /// The stay with its price, or the cheapest of the stays of the requested length, the first of equally cheap ones;
  /// nil where no price is known, and for other kinds.
  ///
  /// - Parameter windows: the stays of the requested length, if already known.
  func cheapest(on entry: Entry, windows: [Nights]? = nil) throws -> Match.StayPrice? {
    guard entry.kind == .couch, !stay.partly else { return nil }
    let stays = stay.nightCount == nil ? [stay.nights] : try windows ?? filter.windows(of: entry, numbers) ?? []
    guard let first = stays.first else { return nil }
    guard entry.hasTerms else {
      guard !entry.price.isNaN else { return nil }
      return try worker.price(of: entry).times(first.count).map { Match.StayPrice(nights: first, price: $0) }
    }
    let calendar = try worker.calendar(of: entry.id, in: snapshot)
    let priced = stays.compactMap { nights in
      calendar.price(of: nights).map { Match.StayPrice(nights: nights, price: $0) }
    }
    return priced.min { $0.price.minorUnits < $1.price.minorUnits }
  }
}

extension SearchWorker {
  /// The price of a listing that has one, from the index.
  func price(of entry: Entry) throws -> Price {
    let currency = try currencyCode(Int32(entry.leaf.currencies[entry.index]))
    let minorUnits = entry.price * Price.minorUnitsPerMajor(of: currency)
    return Price(minorUnits: Int(minorUnits.rounded()), currency: currency)
  }
}
