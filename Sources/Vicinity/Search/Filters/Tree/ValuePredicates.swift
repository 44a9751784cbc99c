/// A number of an entry, NaN where it has none.
enum EntryNumber {
  /// A column of the leaf.
  case doubles((Leaf) throws -> UnsafePointer<Double>)
  /// Computed for each entry.
  case value((Entry) throws -> Double)
}

/// Compares a number.
final class NumberPredicate: EntryPredicate {
  private let number: EntryNumber
  private let comparison: FilterComparison
  private let bound: Double
  private let known: NodeValues.Number?
  private let extremes: ((BoundingBox) -> (least: Double, greatest: Double))?

  /// - Parameters:
  ///   - known: the number, if its extremes below nodes are known.
  ///   - extremes: of the numbers in a box, if they depend on the place.
  init(
    _ number: EntryNumber, _ comparison: FilterComparison, _ bound: Double, cost: Int,
    known: NodeValues.Number? = nil, extremes: ((BoundingBox) -> (least: Double, greatest: Double))? = nil
  ) {
    (self.number, self.comparison, self.bound) = (number, comparison, bound)
    (self.known, self.extremes) = (known, extremes)
    super.init(cost: cost)
  }

  override func mayHold(in values: NodeValues.Node, isNegated: Bool) -> Bool {
    guard let known else { return true }
    switch isNegated ? comparison.opposite : comparison {
    case .equal: return values.mayHave(known, from: bound, through: bound)
    case .notEqual: return values.mayHave(known, from: -.infinity, through: .infinity)
    case .less, .lessOrEqual: return values.mayHave(known, from: -.infinity, through: bound)
    case .greater, .greaterOrEqual: return values.mayHave(known, from: bound, through: .infinity)
    }
  }

  override var isPlaced: Bool { extremes != nil }

  override func relation(to box: BoundingBox) -> AreaRelation {
    guard let extremes, comparison != .equal, comparison != .notEqual else { return .crossing }
    let (least, greatest) = extremes(box)
    let verdicts = (comparison.holds(least, bound), comparison.holds(greatest, bound))
    return verdicts == (true, true) ? .inside : verdicts == (false, false) ? .outside : .crossing
  }

  override func passing(
    _ entries: EntrySet, of leaf: Leaf, isNegated: Bool, at occurrence: Entry?
  ) throws -> EntrySet {
    let comparison = isNegated ? comparison.opposite : comparison
    switch number {
    case .doubles(let column):
      let values = try column(leaf)
      return entries.kept(comparison, bound) { values[$0] }
    case .value(let value):
      var kept = entries
      try kept.keep { comparison.holds(try value(Entry(leaf: leaf, index: $0)), bound) }
      return kept
    }
  }
}

extension FilterComparison {
  /// Whether it holds for a number; for NaN nothing holds.
  func holds(_ value: Double, _ bound: Double) -> Bool {
    switch self {
    case .equal: value == bound
    case .notEqual: value < bound || value > bound
    case .less: value < bound
    case .lessOrEqual: value <= bound
    case .greater: value > bound
    case .greaterOrEqual: value >= bound
    }
  }

}

extension EntrySet {
  /// The entries whose number satisfies a comparison; one loop without branches for each comparison.
  @inline(__always)
  fileprivate func kept(_ comparison: FilterComparison, _ bound: Double, _ value: (Int) -> Double) -> EntrySet {
    switch comparison {
    case .equal: kept { value($0) == bound }
    case .notEqual: kept { value($0) < bound || value($0) > bound }
    case .less: kept { value($0) < bound }
    case .lessOrEqual: kept { value($0) <= bound }
    case .greater: kept { value($0) > bound }
    case .greaterOrEqual: kept { value($0) >= bound }
    }
  }
}

/// Looks a number up in a list.
final class NumberListPredicate: EntryPredicate {
  private let value: (Entry) throws -> Double
  private let numbers: Set<Double>

  init(_ value: @escaping (Entry) throws -> Double, _ numbers: Set<Double>, cost: Int) {
    (self.value, self.numbers) = (value, numbers)
    super.init(cost: cost)
  }

  override func passing(
    _ entries: EntrySet, of leaf: Leaf, isNegated: Bool, at occurrence: Entry?
  ) throws -> EntrySet {
    try entries.judged(isNegated: isNegated) { position in
      let number = try value(Entry(leaf: leaf, index: position))
      return number.isNaN ? nil : numbers.contains(number)
    }
  }
}

/// A condition that is costly to test: its verdicts are kept with the version.
class KeptPredicate: EntryPredicate {
  /// Passes on the verdict on each entry; nil without the tested value.
  typealias Test = (EntrySet, Leaf, (Int, Bool?) -> Void) throws -> Void

  private let verdicts: LeafVerdicts?
  private let test: Test

  init(_ verdicts: LeafVerdicts?, cost: Int, _ test: @escaping Test) {
    (self.verdicts, self.test) = (verdicts, test)
    super.init(cost: cost)
  }

  override func passing(
    _ entries: EntrySet, of leaf: Leaf, isNegated: Bool, at occurrence: Entry?
  ) throws -> EntrySet {
    var known = verdicts?.verdicts(on: leaf) ?? LeafVerdicts.Verdicts()
    var unknown = entries
    unknown.subtract(known.known)
    if !unknown.isEmpty {
      try test(unknown, leaf) { known.add($1, at: $0) }
      verdicts?.keep(known, on: leaf)
    }
    var passing = isNegated ? known.failing : known.holding
    passing.formIntersection(entries)
    return passing
  }
}

/// A condition on a field that few listings may have: a list, once a search needs one.
final class RarePredicate: KeptPredicate {
  private let read: () throws -> RareRows?
  private var rows: RareRows?
  private var isRead = false

  /// - Parameters:
  ///   - verdicts: and the other parameters: see `KeptPredicate`.
  ///   - read: makes the list; nil if many listings have the field.
  init(_ verdicts: LeafVerdicts?, cost: Int, _ test: @escaping Test, read: @escaping () throws -> RareRows?) {
    self.read = read
    super.init(verdicts, cost: cost, test)
  }

  override func passing(
    _ entries: EntrySet, of leaf: Leaf, isNegated: Bool, at occurrence: Entry?
  ) throws -> EntrySet {
    guard let rows else { return try super.passing(entries, of: leaf, isNegated: isNegated, at: occurrence) }
    return entries.judged(isNegated: isNegated) { position in
      let row = leaf.fids[position]
      guard rows.present.count > 0, rows.present.hold(row) else {
        return rows.missing[Entry(leaf: leaf, index: position).kind.ordinal]
      }
      return rows.holding.hold(row)
    }
  }

  override func list(isNegated: Bool) throws -> FoundRows? {
    if !isRead { (rows, isRead) = (try read(), true) }
    return rows?.list(isNegated: isNegated)
  }
}

/// Whether a listing is in one of some rows.
final class RowsPredicate: EntryPredicate {
  private let rows: Set<UInt32>

  init(_ rows: Set<UInt32>) {
    self.rows = rows
    super.init(cost: 10)
  }

  override func passing(
    _ entries: EntrySet, of leaf: Leaf, isNegated: Bool, at occurrence: Entry?
  ) throws -> EntrySet {
    entries.judged(isNegated: isNegated) { rows.contains(leaf.fids[$0]) }
  }
}

/// Judges a text that few listings differ in, by its number in a dictionary of the catalog.
final class NumberedTextPredicate: EntryPredicate {
  private let number: (Entry) -> Int32
  private let text: (Int32) throws -> String?
  private let verdict: (String?) -> Bool?
  /// By number, with another nil around those that are not known.
  private var verdicts: [Bool??] = []
  /// For higher numbers.
  private var others: [Int32: Bool?] = [:]
  private static let mostNumbers = 1 << 16

  /// - Parameter verdict: on a text; nil without one.
  init(
    _ number: @escaping (Entry) -> Int32, text: @escaping (Int32) throws -> String?,
    _ verdict: @escaping (String?) -> Bool?
  ) {
    (self.number, self.text, self.verdict) = (number, text, verdict)
    super.init(cost: 10)
  }

  override func passing(
    _ entries: EntrySet, of leaf: Leaf, isNegated: Bool, at occurrence: Entry?
  ) throws -> EntrySet {
    try entries.judged(isNegated: isNegated) { try judge(Entry(leaf: leaf, index: $0)) }
  }

  /// The verdict on an entry.
  @inline(__always)
  func judge(_ entry: Entry) throws -> Bool? {
    let number = number(entry)
    if Int(number) < verdicts.count, let known = verdicts[Int(number)] { return known }
    if let known = others[number] { return known }
    return try judgeText(number)
  }

  @inline(never)
  private func judgeText(_ number: Int32) throws -> Bool? {
    let verdict = verdict(try text(number))
    if number < Self.mostNumbers {
      while verdicts.count <= Int(number) { verdicts.append(nil) }
      verdicts[Int(number)] = .some(verdict)
    } else {
      others[number] = .some(verdict)
    }
    return verdict
  }
}

/// Judges a field that the index stores as a byte.
final class CodePredicate: EntryPredicate {
  private let place: Int
  /// One bit per code for which the test is true, and for which it is false.
  private let holding: UInt64
  private let failing: UInt64

  /// - Parameter verdict: on a text; nil without one.
  init(_ definition: FieldDefinition, place: Int, _ verdict: (String?) -> Bool?) {
    self.place = place
    var (holding, failing) = (UInt64(0), UInt64(0))
    for (code, name) in ([definition.usualWord] + definition.codeNames).enumerated() {
      let verdict = verdict(name)
      if verdict == true { holding |= 1 << UInt64(code) }
      if verdict == false { failing |= 1 << UInt64(code) }
    }
    (self.holding, self.failing) = (holding, failing)
    super.init(cost: 1)
  }

  override func passing(
    _ entries: EntrySet, of leaf: Leaf, isNegated: Bool, at occurrence: Entry?
  ) throws -> EntrySet {
    let (codes, wanted) = (leaf.codes(place), isNegated ? failing : holding)
    return entries.kept { wanted >> UInt64(codes[$0] & 63) & 1 == 1 }
  }

  override func mayHold(in values: NodeValues.Node, isNegated: Bool) -> Bool {
    values.codes[place] & (isNegated ? failing : holding) != 0
  }
}

/// Judges the kind.
final class KindPredicate: EntryPredicate {
  private let holds: [Bool]

  /// - Parameter holds: whether it is true for a kind.
  init(_ holds: (Kind) -> Bool) {
    self.holds = Kind.allCases.map(holds)
    super.init(cost: 0)
  }

  override func passing(
    _ entries: EntrySet, of leaf: Leaf, isNegated: Bool, at occurrence: Entry?
  ) throws -> EntrySet {
    var wanted = EntrySet()
    for kind in Kind.allCases where holds[kind.ordinal] != isNegated {
      wanted.formUnion(EntrySet(range: leaf.positions(of: kind)))
    }
    wanted.formIntersection(entries)
    return wanted
  }
}

/// Whether an entry has no value.
final class NullPredicate: EntryPredicate {
  private let isNull: (Entry) throws -> Bool

  init(cost: Int, _ isNull: @escaping (Entry) throws -> Bool) {
    self.isNull = isNull
    super.init(cost: cost)
  }

  override func passing(
    _ entries: EntrySet, of leaf: Leaf, isNegated: Bool, at occurrence: Entry?
  ) throws -> EntrySet {
    try entries.judged(isNegated: isNegated) { try isNull(Entry(leaf: leaf, index: $0)) }
  }
}

/// Compares the tags as a set with other tags.
final class TagSetPredicate: EntryPredicate {
  private let relation: FilterSetRelation
  /// The numbers of the other tags, without tags that no listing has.
  private let tags: [Int32]
  /// Whether no listing has one of the other tags.
  private let hasUnknown: Bool

  init(_ relation: FilterSetRelation, tags: [Int32], hasUnknown: Bool) {
    (self.relation, self.tags, self.hasUnknown) = (relation, tags, hasUnknown)
    super.init(cost: 2)
  }

  override func passing(
    _ entries: EntrySet, of leaf: Leaf, isNegated: Bool, at occurrence: Entry?
  ) throws -> EntrySet {
    var passing = entries
    passing.formIntersection(related(leaf))
    guard isNegated else { return passing }
    var others = entries
    others.subtract(passing)
    return others
  }

  private func related(_ leaf: Leaf) -> EntrySet {
    switch relation {
    case .contains: containing(leaf)
    case .containedBy: contained(leaf)
    case .equals: containing(leaf).intersected(contained(leaf))
    case .overlaps: tags.reduce(into: EntrySet()) { $0.formUnion(leaf.entries(tagged: $1)) }
    }
  }

  private func containing(_ leaf: Leaf) -> EntrySet {
    hasUnknown ? EntrySet() : tags.reduce(into: leaf.all) { $0.formIntersection(leaf.entries(tagged: $1)) }
  }

  /// The entries that have no tag apart from the others.
  private func contained(_ leaf: Leaf) -> EntrySet {
    var contained = leaf.all
    let (numbers, masks) = (leaf.tagNumbers, leaf.tagMasks)
    for index in 0..<Int(leaf.shape.tags) where !tags.contains(numbers[index]) {
      contained.subtract(EntrySet(bits: masks[index]))
    }
    return contained
  }
}

extension EntrySet {
  fileprivate func intersected(_ other: EntrySet) -> EntrySet {
    var common = self
    common.formIntersection(other)
    return common
  }
}
