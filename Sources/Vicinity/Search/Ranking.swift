import Streams

/// Computes the sort keys of matches.
///
/// For one thread and one query. A class, because the walk uses it for every entry.
final class Ranking {
  let order: [Query.SortKey]
  /// The position of the key that compares texts; nil without one.
  let textPosition: Int?
  /// Set if the order depends on opening.
  let clock: OpeningClock?
  /// The instant of the key `open`.
  let moment: Query.Moment
  let voteAware: VoteAwareMean
  /// Scores of the text index; smaller is better. Nil without.
  let relevance: FoundRows?
  let worker: SearchWorker
  /// The custom fields of the catalog that the query names.
  let own: OwnFields
  /// The source of distances other than a single origin.
  let source: DistanceSource?
  /// Whether there is anything that distances are measured from.
  let isPlaced: Bool
  /// Effective travel distance for arrivals, where it differs from the distance; nil otherwise.
  let arrivals: ArrivalModel?

  /// The prices of stays; nil unless the order has them.
  let stayPrices: StayPrices?
  /// The score of `best`; nil unless the order or the fields have it.
  let bestMatch: BestMatch?

  init(
    order: [Query.SortKey], textPosition: Int?, clock: OpeningClock?, moment: Query.Moment, voteAware: VoteAwareMean,
    relevance: FoundRows?, worker: SearchWorker, own: OwnFields, source: DistanceSource?, isPlaced: Bool,
    arrivals: ArrivalModel?, stayPrices: StayPrices?, bestMatch: BestMatch?
  ) {
    self.order = order
    self.textPosition = textPosition
    self.clock = clock
    self.moment = moment
    self.voteAware = voteAware
    self.relevance = relevance
    self.worker = worker
    self.own = own
    self.source = source
    self.isPlaced = isPlaced
    self.arrivals = arrivals
    self.stayPrices = stayPrices
    self.bestMatch = bestMatch
  }

  /// Whether only the first key, then the id, determines the order.
  var isSingle: Bool { order.isEmpty || (order.count == 1 && textPosition == nil) }

  /// The value of the first key, of a text its beginning; 0 without keys.
  @inline(__always)
  func first(of entry: Entry, distance: Double) throws -> Double {
    guard let key = order.first else { return 0 }
    guard textPosition != 0 else { return try prefix(key, of: entry) }
    return try number(key, of: entry, distance: distance)
  }

  /// What decides the order of matches with equal first keys while they are collected.
  var ties: TopMatches.Ties {
    if textPosition == 0 { return .undecided }
    return order.count > 2 || textPosition == 1 ? .second : .id
  }

  /// The value of the second key, of a text its beginning; 0 without one.
  func second(of entry: Entry, distance: Double) throws -> Double {
    guard order.count > 1 else { return 0 }
    return textPosition == 1 ? try prefix(order[1], of: entry) : try number(order[1], of: entry, distance: distance)
  }

  /// The value of a key of the listing, of a text its beginning.
  func value(_ key: Query.SortKey, of entry: Entry) throws -> Double {
    own.isText(key.property) ? try prefix(key, of: entry) : try number(key, of: entry, distance: 0)
  }

  /// All keys.
  func key(of entry: Entry, distance: Double) throws -> RankKey {
    var key = RankKey()
    for (position, sortKey) in order.enumerated() {
      if position == textPosition {
        key.namePosition = Int8(position)
        key.isNameDescending = sortKey.isDescending
        key.name = try text(sortKey.property, of: entry).map(FoldedName.fold)
      } else {
        key[position] = try number(sortKey, of: entry, distance: distance)
      }
    }
    return key
  }

  private func text(_ property: Query.SortProperty, of entry: Entry) throws -> String? {
    if let name = property.ownName { return try own.text(name, of: entry) }
    return try worker.name(of: entry, in: own.snapshot)
  }

  /// The beginning of a text as a number; infinity, which sorts last, without a text.
  private func prefix(_ key: Query.SortKey, of entry: Entry) throws -> Double {
    guard let source = own.order(of: key.property) else { return .infinity }
    return prefix(try worker.column(source, of: entry.leaf, in: own.snapshot).numbers[entry.index], key)
  }

  private func prefix(_ number: Double, _ key: Query.SortKey) -> Double {
    number.isNaN ? .infinity : key.isDescending ? -number : number
  }

  private func time(_ source: LeafColumn.Source, of entry: Entry) throws -> Double {
    Self.known(try own.column(source, of: entry.leaf).numbers[entry.index])
  }

  /// The value of a key; smaller is better. Infinity, which sorts last, without a value.
  @inline(__always)
  private func number(_ key: Query.SortKey, of entry: Entry, distance: Double) throws -> Double {
    let value = try ascending(key.property, of: entry, distance: distance)
    return key.isDescending && value.isFinite ? -value : value
  }

  private func ascending(_ property: Query.SortProperty, of entry: Entry, distance: Double) throws -> Double {
    switch property {
    case .distance: distance
    case .price: Self.known(entry.price)
    // All stays of a query have as many nights.
    case .stayPrice, .nightPrice: try stayPrices?.amount(of: entry) ?? .infinity
    case .rating: entry.rating.isNaN ? .infinity : voteAware.mean(rating: entry.rating, votes: entry.votes)
    case .votes: entry.votes < 0 ? .infinity : Double(entry.votes)
    case .start: starts(of: entry)
    case .end: ends(of: entry)
    case .open:
      try clock?.secondsUntilOpen(entry, after: moment, distance: travelDistance(to: entry, distance)) ?? .infinity
    case .relevance: relevance?.score(of: entry.row) ?? .infinity
    case .name: 0
    case .best: try bestParts(of: entry, distance: distance).map { -$0.total } ?? 0
    case .route: source?.progress(to: entry.coordinate) ?? 0
    case .spread: source?.spread(to: entry.coordinate) ?? 0
    case .added: try time(.added, of: entry)
    case .changed: try time(.changed, of: entry)
    case .own(let name): try own.number(name, of: entry)
    // Matches are scored together after the search.
    case .recommended: 0
    }
  }

  /// The parts of the score of `best`; nil if it is not needed.
  func bestParts(of entry: Entry, distance: Double) throws -> BestMatchParts? {
    guard let bestMatch else { return nil }
    let prospect = try clock?.prospect(of: entry, after: moment, distance: travelDistance(to: entry, distance))
    let open = prospect.map { bestMatch.openness($0, of: entry.kind) } ?? 0
    return bestMatch.parts(of: entry, distance: isPlaced ? distance : nil, open: open)
  }

  private func travelDistance(to entry: Entry, _ distance: Double) -> Double {
    arrivals?.travelDistance(to: entry.coordinate, distance: distance) ?? distance
  }

  private func starts(of entry: Entry) -> Double {
    let starts = worker.scratch.times(of: entry).starts
    return starts == .max ? .infinity : Double(starts)
  }

  private func ends(of entry: Entry) -> Double {
    let ends = worker.scratch.times(of: entry).ends
    return ends == .min ? .infinity : Double(ends)
  }

  /// Whether a match sorts after the one at which an earlier answer ended.
  func follows(_ cursor: Cursor, _ entry: Entry, distance: Double) throws -> Bool {
    if textPosition == 0, let key = self.order.first {
      let (first, last) = (try prefix(key, of: entry), prefix(cursor.key.name.map(TextPrefix.number) ?? .nan, key))
      if first != last { return first > last }
    }
    let order = try key(of: entry, distance: distance).compared(to: cursor.key)
    if order != 0 { return order > 0 }
    let (last, id) = (Array(cursor.id.utf8), entry.idBytes)
    if last.elementsEqual(id) { return worker.scratch.times(of: entry).starts > cursor.starts }
    return last.lexicographicallyPrecedes(id)
  }

  /// Missing values are NaN.
  private static func known(_ value: Double) -> Double { value.isNaN ? .infinity : value }
}
