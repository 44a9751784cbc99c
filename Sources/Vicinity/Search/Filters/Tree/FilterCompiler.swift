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
      if let rows = try notHosted(parts) { return .predicate(RowsPredicate(rows), isNegated: !isNegated) }
      let nodes = try parts.map { try node($0, isNegated: isNegated) }.sorted { $0.cost < $1.cost }
      return isNegated ? .all(nodes) : .any(nodes)
    case .not(let part): return try node(part, isNegated: !isNegated)
    case .constant(let flag): return .constant(flag != isNegated)
    default: return .predicate(try predicate(expression), isNegated: isNegated)
    }
  }

  /// The few rows of the hosts in `notHosted(by:)`, which is false for them and true for all others.
  private func notHosted(_ parts: [FilterExpression]) throws -> Set<UInt32>? {
    guard parts.count == 2, parts[0] == .isNull(.field(.host)), case .not(let hosted) = parts[1],
      let list = RowList(hosted, own), try list.count(upTo: RowList.most, in: worker) <= RowList.most
    else { return nil }
    return Set(try list.rows(in: worker).compactMap(UInt32.init(exactly:)))
  }

  private mutating func predicate(_ expression: FilterExpression) throws -> EntryPredicate {
    let (scratch, resolver) = (worker.scratch, TimeResolver(numbers: numbers))
    switch expression {
    case .compare(let operand, let comparison, let value):
      guard let field = operand.field else { return try own.predicate(of: expression) }
      switch value {
      case .number(let bound): return try numberPredicate(field, expression, comparison, bound)
      case .date, .instant: return TimePredicate(isStart: field == .starts, comparison, value, resolver, scratch)
      case .flag, .text: return try textPredicate(field, expression)
      }
    case .isIn(let operand, let values):
      guard let field = operand.field else { return try own.predicate(of: expression) }
      guard field.filterType == .number else { return try textPredicate(field, expression) }
      if field == .nightPrice, let stayPrices {
        return NightPricePredicate(stayPrices, .equal, values.compactMap(\.number))
      }
      let numbers = Set(values.compactMap(\.number))
      if let stored = try storedPredicate(field, expression, { $0.map(numbers.contains) }) { return stored }
      let (value, cost) = numberOf(field)
      return NumberListPredicate(value, numbers, cost: cost)
    case .like(let operand, _):
      guard let field = operand.field else { return try own.predicate(of: expression) }
      return try textPredicate(field, expression)
    case .isNull(let property):
      guard let field = property.field else { return try own.predicate(of: expression) }
      return try nullPredicate(field, expression)
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

  private func numberPredicate(
    _ field: Field, _ expression: FilterExpression, _ comparison: FilterComparison, _ bound: Double
  ) throws -> EntryPredicate {
    switch field {
    case .price: return NumberPredicate(.doubles(\.prices), comparison, bound, cost: 1, known: .price)
    case .rating: return NumberPredicate(.doubles(\.ratings), comparison, bound, cost: 1, known: .rating)
    case .lat: return NumberPredicate(.doubles(\.latitudes), comparison, bound, cost: 1) { ($0.south, $0.north) }
    case .lon: return NumberPredicate(.doubles(\.longitudes), comparison, bound, cost: 1) { ($0.west, $0.east) }
    case .distance: return DistancePredicate(origin, source, comparison, bound)
    default:
      if field == .nightPrice, let stayPrices { return NightPricePredicate(stayPrices, comparison, [bound]) }
      if let stored = try storedPredicate(field, expression, { $0.map { comparison.holds($0, bound) } }) {
        return stored
      }
      let (value, cost) = numberOf(field)
      let known: [Field: NodeValues.Number] = [
        .ratingCount: .votes, .guests: .guests, .minNights: .minNights, .maxNights: .maxNights,
      ]
      return NumberPredicate(.value(value), comparison, bound, cost: cost, known: known[field])
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
      return ({ _ in .nan }, 1)
    }
  }

  // MARK: Values in rows

  /// The nodes that a search visits in the time for reading a leaf's rows of one column, and per row, for the budget.
  private static let (readNodes, rowsPerNode) = (4, 2)
  /// The cost of a condition for which rows are read.
  static let rowCost = 500

  /// The predicate of a condition on a field that leaves do not have.
  ///
  /// - Parameter verdict: on a listing without any values but that of the field.
  private func rowPredicate(
    _ stored: StoredField, _ condition: FilterExpression, _ verdict: @escaping (Listing) -> Bool?
  ) throws -> EntryPredicate {
    let (worker, snapshot) = (worker, snapshot)
    let (verdicts, test): (LeafVerdicts?, KeptPredicate.Test) = (
      snapshot.verdicts.verdicts(of: condition),
      { entries, leaf, add in
        try worker.scratch.work.visitNodes(Self.readNodes + entries.count / Self.rowsPerNode)
        try worker.forEach(of: entries, on: leaf, with: stored) { add($0, verdict($1)) }
      }
    )
    guard Schema.rare.contains(stored.field) else { return KeptPredicate(verdicts, cost: Self.rowCost, test) }
    return RarePredicate(verdicts, cost: Self.rowCost, test) {
      try RareRows(of: condition, on: stored, verdict, in: snapshot, by: worker)
    }
  }

  /// The predicate of a condition on the number of a field that leaves do not have; nil for any other field.
  private func storedPredicate(
    _ field: Field, _ condition: FilterExpression, _ verdict: @escaping (Double?) -> Bool?
  ) throws -> EntryPredicate? {
    guard let definition = field.definition, definition.index == nil, let stored = definition.stored else { return nil }
    switch definition.value {
    case .whole(let access, _, _):
      return try rowPredicate(stored, condition) { verdict(access.get($0).map(Double.init)) }
    case .number(let access, _, _, _): return try rowPredicate(stored, condition) { verdict(access.get($0)) }
    case .text, .word, .composite: return nil
    }
  }

  private func kept(
    _ condition: FilterExpression, cost: Int, _ test: @escaping KeptPredicate.Test
  ) -> EntryPredicate {
    KeptPredicate(snapshot.verdicts.verdicts(of: condition), cost: cost, test)
  }

  // MARK: Texts

  private func textPredicate(_ field: Field, _ expression: FilterExpression) throws -> EntryPredicate {
    let holds = expression.textPredicate ?? { _ in false }
    return try textPredicate(field, expression) { $0.map(holds) }
  }

  /// - Parameter verdict: on the text of a listing; nil without one.
  private func textPredicate(
    _ field: Field, _ expression: FilterExpression, _ verdict: @escaping (String?) -> Bool?
  ) throws -> EntryPredicate {
    let (worker, numbers, snapshot) = (worker, numbers, snapshot)
    switch field {
    case .kind: return KindPredicate { verdict($0.rawValue) == true }
    case .id:
      return kept(expression, cost: 40) { entries, leaf, add in
        for position in entries { add(position, verdict(Entry(leaf: leaf, index: position).id)) }
      }
    case .name:
      return kept(expression, cost: 50) { entries, leaf, add in
        for position in entries {
          add(position, verdict(try worker.name(of: Entry(leaf: leaf, index: position), in: snapshot)))
        }
      }
    case .currency: return NumberedTextPredicate({ $0.currency }, text: worker.currencyCode, verdict)
    case .timezone: return NumberedTextPredicate({ $0.zone }, text: { try numbers.zone($0)?.identifier }, verdict)
    case .openingHours:
      let hours = NumberedTextPredicate({ $0.schedule }, text: worker.hours, verdict)
      return kept(expression, cost: 60) { entries, leaf, add in
        for position in entries { add(position, try hours.judge(Entry(leaf: leaf, index: position))) }
      }
    case .source:
      return kept(expression, cost: Self.rowCost) { entries, leaf, add in
        try worker.scratch.work.visitNodes(entries.count / Self.rowsPerNode)
        for position in entries {
          add(position, verdict(try worker.sourceName(ofRow: Int64(Entry(leaf: leaf, index: position).fid))))
        }
      }
    default:
      if let definition = field.definition, let place = field.codePlace {
        return CodePredicate(definition, place: place, verdict)
      }
      guard let stored = field.definition?.stored else { return KindPredicate { _ in false } }
      return try rowPredicate(stored, expression) { verdict(field.filterText(of: $0)) }
    }
  }

  // MARK: Missing values

  private func nullPredicate(_ field: Field, _ expression: FilterExpression) throws -> EntryPredicate {
    switch field.filterType {
    case .number:
      if let stored = try storedPredicate(field, expression, { $0 == nil }) { return stored }
      let (value, cost) = numberOf(field)
      return NullPredicate(cost: cost) { try value($0).isNaN }
    case .time: return NoTimePredicate(isStart: field == .starts)
    case .tags: return KindPredicate { _ in false }
    default:
      // A word that is assumed without a value is none.
      if let place = field.codePlace { return NullPredicate(cost: 1) { $0.code(place) == 0 } }
      return try textPredicate(field, expression) { $0 == nil }
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
