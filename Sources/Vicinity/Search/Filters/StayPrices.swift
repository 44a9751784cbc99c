import CivilTime

/// The price of the stay of a query, couch by couch, from the index.
struct StayPrices {
  private let stay: Query.Stay
  private let filter: StayFilter
  private let worker: SearchWorker
  private let numbers: DictionaryCache.Reader

  init(_ stay: Query.Stay, at now: Instant, worker: SearchWorker, numbers: DictionaryCache.Reader) {
    (self.stay, self.worker, self.numbers) = (stay, worker, numbers)
    filter = StayFilter(stay, at: now)
  }

  /// The number of nights of the stay.
  var nightCount: Int { stay.nightCount ?? stay.nights.count }

  /// A stay by its day of arrival, with its price in minor units.
  typealias Priced = (arrival: Int32, minorUnits: Int)

  /// The stay, or the cheapest of the stays of the requested length, the first of equally cheap ones; nil where no
  /// price is known, and for other kinds.
  func cheapest(of entry: Entry) throws -> Priced? {
    guard entry.kind == .couch, !stay.partly else { return nil }
    let (terms, count, usual) = (entry.terms, Int32(nightCount), try usualPrice(of: entry))
    guard stay.nightCount != nil else {
      let from = Int32(clamping: stay.nights.from.dayNumber)
      return terms.price(from: from, to: from + count, usual: usual).map { (from, $0) }
    }
    if terms.prices.isEmpty {
      guard let usual, let first = try filter.firstArrival(at: entry, numbers) else { return nil }
      return (first, Int(count) * usual)
    }
    try worker.scratch.work.visitNodes(1)
    var cheapest: Priced?
    try filter.eachArrival(at: entry, numbers) { arrival in
      guard let price = terms.price(from: arrival, to: arrival + count, usual: usual) else { return true }
      if cheapest.map({ price < $0.minorUnits }) ?? true { cheapest = (arrival, price) }
      return true
    }
    return cheapest
  }

  /// The cheapest stay in the form that answers show.
  func shown(of entry: Entry) throws -> Match.StayPrice? {
    guard let (arrival, minorUnits) = try cheapest(of: entry) else { return nil }
    let from = LocalDate(dayNumber: Int(arrival))
    guard let nights = Nights(from: from, to: from + nightCount) else { return nil }
    return Match.StayPrice(nights: nights, price: Price(minorUnits: minorUnits, currency: try currency(of: entry)))
  }

  /// The amount in major units of the cheapest stay; nil where it is unknown.
  func amount(of entry: Entry) throws -> Double? {
    guard let minorUnits = try cheapest(of: entry)?.minorUnits else { return nil }
    return Double(minorUnits) / Price.minorUnitsPerMajor(of: try currency(of: entry))
  }

  /// A lower bound of the price of any night in major units, whatever the stay; infinity where it is unknown.
  func leastNight(of entry: Entry) throws -> Double {
    guard entry.kind == .couch else { return .infinity }
    let least = ([try usualPrice(of: entry)].compactMap { $0 } + entry.terms.prices.map(\.minorUnits)).min()
    return try least.map { Double($0) / Price.minorUnitsPerMajor(of: try currency(of: entry)) } ?? .infinity
  }

  /// The minor units per major unit of the currency of a listing.
  func minorUnitsPerMajor(of entry: Entry) throws -> Int { Int(Price.minorUnitsPerMajor(of: try currency(of: entry))) }

  private func currency(of entry: Entry) throws -> String? {
    try worker.currencyCode(Int32(entry.leaf.currencies[entry.index]))
  }

  private func usualPrice(of entry: Entry) throws -> Int? {
    entry.price.isNaN ? nil : try worker.price(of: entry).minorUnits
  }
}

extension SearchWorker {
  /// The price of a listing that has one, from the index.
  /// - Throws: `CatalogError.damaged` for one that no catalog can hold.
  func price(of entry: Entry) throws -> Price {
    let currency = try currencyCode(Int32(entry.leaf.currencies[entry.index]))
    let minorUnits = entry.price * Price.minorUnitsPerMajor(of: currency)
    guard minorUnits <= Double(StoredRange.price.upperBound) else {
      throw CatalogError.damaged(
        place: "the index entry of row \(entry.fid) of listing", problem: "its price is larger than any that is saved")
    }
    return Price(minorUnits: Int(minorUnits.rounded()), currency: currency)
  }
}
