import CivilTime
import Geography

/// Binds filter expressions to one catalog and one query.
struct FilterCompiler {
  private let plan: Plan
  private let worker: SearchWorker
  private let snapshot: IndexSnapshot
  private let numbers: DictionaryCache.Reader
  private let origin: DistanceOrigin?
  private let source: DistanceSource?
  private let own: OwnFields
  private let stayPrices: StayPrices?
  /// The number of openings so far; each has a table of its own.
  private var openings = 0

  private init(
    _ plan: Plan, _ source: DistanceSource?, _ own: OwnFields, _ stayPrices: StayPrices?, worker: SearchWorker,
    snapshot: IndexSnapshot, numbers: DictionaryCache.Reader
  ) {
    (self.plan, self.source, self.own, self.stayPrices, self.worker) = (plan, source, own, stayPrices, worker)
    (self.snapshot, self.numbers) = (snapshot, numbers)
    origin = plan.query.near.map { DistanceOrigin($0, metric: plan.query.metric) }
  }

  /// The tree of a plan; nil if its filter expression tests only tags and kinds.
  ///
  /// - Parameters:
  ///   - source: the source of the plan's distances other than a single origin.
  ///   - stayPrices: required if the query has a stay.
  static func tree(
    of plan: Plan, _ source: DistanceSource?, _ own: OwnFields, _ stayPrices: StayPrices?, worker: SearchWorker,
    snapshot: IndexSnapshot, numbers: DictionaryCache.Reader
  ) throws -> FilterTree? {
    guard let rest = plan.filter.rest else { return nil }
    var compiler = FilterCompiler(
      plan, source, own, stayPrices, worker: worker, snapshot: snapshot, numbers: numbers)
    return FilterTree(try compiler.node(rest, isNegated: false))
  }

  private mutating func node(_ expression: FilterExpression, isNegated: Bool) throws -> FilterTree.Node {
    switch expression {
    case .and(let parts):
      let nodes = try parts.map { try node($0, isNegated: isNegated) }.sorted { $0.cost < $1.cost }
      return isNegated ? .any(nodes) : .all(nodes)
    case .or(let parts):
      let nodes = try parts.map { try node($0, isNegated: isNegated) }.sorted { $0.cost < $1.cost }
      return isNegated ? .all(nodes) : .any(nodes)
    case .not(let part): return try node(part, isNegated: !isNegated)
    case .constant(let flag): return .constant(flag != isNegated)
    default: return .predicate(try predicate(expression), isNegated: isNegated)
    }
  }

  private mutating func predicate(_ expression: FilterExpression) throws -> EntryPredicate {
    let (scratch, resolver) = (worker.scratch, TimeResolver(numbers: numbers))
    switch expression {
    case .compare(let operand, let comparison, let value):
      guard let field = operand.field else { return try own.predicate(of: expression) }
      switch value {
      case .number(let bound): return numberPredicate(field, comparison, bound)
      case .date, .instant: return TimePredicate(isStart: field == .starts, comparison, value, resolver, scratch)
      case .flag, .text: return textPredicate(field, expression)
      }
    case .isIn(let operand, let values):
      guard let field = operand.field else { return try own.predicate(of: expression) }
      guard field.filterType == .number else { return textPredicate(field, expression) }
      if field == .nightPrice, let stayPrices {
        return NightPricePredicate(stayPrices, .equal, values.compactMap(\.number))
      }
      let (value, cost) = numberOf(field)
      return NumberListPredicate(value, Set(values.compactMap(\.number)), cost: cost)
    case .like(let operand, _):
      guard let field = operand.field else { return try own.predicate(of: expression) }
      return textPredicate(field, expression)
    case .isNull(let property):
      guard let field = property.field else { return try own.predicate(of: expression) }
      return nullPredicate(field)
    case .list: return try own.predicate(of: expression)
    case .tags(let relation, let tags):
      let known = try tags.map { try numbers.tag(TagWords.kept($0)) }
      return TagSetPredicate(relation, tags: known.compactMap { $0 }, hasUnknown: known.contains(nil))
    case .within(let area): return AreaPredicate(try worker.geometry(of: area, of: snapshot.version, path: "filter"))
    case .at(let coordinate):
      return AreaPredicate(
        try worker.geometry(of: .box(BoundingBox(coordinate)), of: snapshot.version, path: "filter"))
    case .intersects(let time, let interval): return IntervalPredicate(time, interval, resolver, scratch)
    case .conditions(let query): return try conditionPredicate(query)
    // These are nodes.
    case .and, .or, .not, .constant: return KindPredicate { _ in true }
    }
  }

  // MARK: Numbers

  private func numberPredicate(_ field: Field, _ comparison: FilterComparison, _ bound: Double) -> EntryPredicate {
    switch field {
    case .price: return NumberPredicate(.doubles(\.prices), comparison, bound, cost: 1)
    case .rating: return NumberPredicate(.doubles(\.ratings), comparison, bound, cost: 1)
    case .lat: return NumberPredicate(.doubles(\.latitudes), comparison, bound, cost: 1)
    case .lon: return NumberPredicate(.doubles(\.longitudes), comparison, bound, cost: 1)
    case .distance: return DistancePredicate(origin, source, comparison, bound)
    default:
      if field == .nightPrice, let stayPrices { return NightPricePredicate(stayPrices, comparison, [bound]) }
      let (value, cost) = numberOf(field)
      return NumberPredicate(.value(value), comparison, bound, cost: cost)
    }
  }

  /// The number of an entry, NaN without one, with its cost.
  private func numberOf(_ field: Field) -> (value: (Entry) throws -> Double, cost: Int) {
    switch field {
    case .price: return ({ $0.price }, 2)
    case .rating: return ({ $0.rating }, 2)
    case .lat: return ({ $0.coordinate.latitude }, 2)
    case .lon: return ({ $0.coordinate.longitude }, 2)
    case .ratingCount: return ({ $0.votes < 0 ? .nan : Double($0.votes) }, 2)
    case .guests: return ({ $0.guests.map(Double.init) ?? .nan }, 2)
    case .minNights: return ({ $0.minNights.map(Double.init) ?? .nan }, 2)
    case .maxNights: return ({ $0.maxNights.map(Double.init) ?? .nan }, 2)
    case .nightPrice:
      let prices = stayPrices
      return ({ try prices?.amount(of: $0) ?? .nan }, 100)
    case .distance:
      let (origin, source) = (origin, source)
      return ({ origin?.meters(to: $0.coordinate) ?? source?.meters(to: $0.coordinate) ?? .nan }, 20)
    case .weightedRating:
      let worker = worker
      var mean: VoteAwareMean?
      return (
        { entry in
          if mean == nil { mean = VoteAwareMean(prior: try worker.meanRating()) }
          return entry.rating.isNaN ? .nan : mean?.mean(rating: entry.rating, votes: entry.votes) ?? .nan
        }, 3
      )
    default:
      if let place = field.codePlace { return ({ $0.code(place) == 0 ? .nan : Double($0.code(place)) }, 2) }
      let read = record
      switch field.definition?.value {
      case .whole(let access, _, _):
        return ({ try read($0).flatMap(access.get).map(Double.init) ?? .nan }, Self.recordCost)
      case .number(let access, _, _, _): return ({ try read($0).flatMap(access.get) ?? .nan }, Self.recordCost)
      default: return ({ _ in .nan }, 1)
      }
    }
  }

  // MARK: Texts

  /// Reading the row of a listing.
  private static let recordCost = 5000
  /// The nodes that a search visits in the time for reading a row and comparing a text, for the budget.
  private static let recordNodes = 8

  private var record: (Entry) throws -> Listing? {
    let worker = worker
    return { entry in
      try worker.scratch.work.visitNodes(Self.recordNodes)
      return try worker.record(Int(entry.fid))
    }
  }

  private func textPredicate(_ field: Field, _ expression: FilterExpression) -> EntryPredicate {
    let holds = expression.textPredicate ?? { _ in false }
    let (worker, numbers, snapshot, read) = (worker, numbers, snapshot, record)
    switch field {
    case .kind: return KindPredicate { holds($0.rawValue) }
    case .id: return TextPredicate({ $0.id }, cost: 40, holds)
    case .name: return TextPredicate({ try worker.name(of: $0, in: snapshot) }, cost: 50, holds)
    case .currency:
      return NumberedTextPredicate({ $0.currency }, text: worker.currencyCode, holds)
    case .timezone: return NumberedTextPredicate({ $0.zone }, text: { try numbers.zone($0)?.identifier }, holds)
    default:
      if let definition = field.definition, let place = field.codePlace {
        return CodePredicate(definition, place: place, holds)
      }
      return TextPredicate({ try read($0).flatMap { field.filterText(of: $0) } }, cost: Self.recordCost, holds)
    }
  }

  // MARK: Missing values

  private func nullPredicate(_ field: Field) -> EntryPredicate {
    switch field.filterType {
    case .number:
      let (value, cost) = numberOf(field)
      return NullPredicate(cost: cost) { try value($0).isNaN }
    case .time: return NoTimePredicate(isStart: field == .starts)
    case .tags: return KindPredicate { _ in false }
    default: break
    }
    let (worker, numbers, snapshot, read) = (worker, numbers, snapshot, record)
    switch field {
    case .id, .kind: return KindPredicate { _ in false }
    case .name: return NullPredicate(cost: 50) { try worker.name(of: $0, in: snapshot) == nil }
    case .currency: return NullPredicate(cost: 1) { $0.currency == 0 }
    case .timezone: return NullPredicate(cost: 10) { try numbers.zone($0.zone) == nil }
    default:
      if let place = field.codePlace { return NullPredicate(cost: 1) { $0.code(place) == 0 } }
      return NullPredicate(cost: Self.recordCost) { try read($0).flatMap { field.filterText(of: $0) } == nil }
    }
  }

  // MARK: Conditions of a query

  /// The predicate of a query with a single condition.
  private mutating func conditionPredicate(_ query: Query) throws -> EntryPredicate {
    let scratch = worker.scratch
    if let opening = query.open {
      let clock = OpeningClock(
        now: query.now ?? plan.now, arriving: nil, numbers: numbers, scratch: scratch,
        table: scratch.verdicts(ofOpening: openings))
      openings += 1
      return OpenPredicate(opening, clock: clock)
    }
    if let window = query.during {
      let filter = WindowFilter(window, now: query.now ?? plan.now, numbers: numbers)
      return WindowPredicate(filter, TimeResolver(numbers: numbers), scratch)
    }
    if let stay = query.stay {
      let now = query.now ?? plan.now
      return StayPredicate(StayFilter(stay.dated(at: now, in: plan.query.meanZone), at: now), numbers)
    }
    guard let words = try Plan.words(of: query) else { return KindPredicate { _ in true } }
    return WordsPredicate(
      try WordFilter(words, .assuming(.none), score: .none, in: snapshot, by: worker, work: scratch.work))
  }
}

extension Entry {
  /// The number of the currency of its price; 0 without a price or a currency.
  fileprivate var currency: Int32 { price.isNaN ? 0 : Int32(leaf.currencies[index]) }
}
