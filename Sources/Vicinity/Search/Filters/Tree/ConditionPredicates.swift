/// Whether a bar is open or an event is on; unknown for couches, and where the hours are unknown.
final class OpenPredicate: EntryPredicate {
  private let opening: Query.Opening
  private let filter: OpeningFilter
  private let clock: OpeningClock

  /// - Parameter clock: one that no other predicate uses, since it caches the verdicts of one opening.
  init(_ opening: Query.Opening, clock: OpeningClock) {
    (self.opening, self.clock) = (opening, clock)
    filter = OpeningFilter(opening, clock: clock)
    super.init(cost: 8)
  }

  override var isTimed: Bool { true }

  override func passing(
    _ entries: EntrySet, of leaf: Leaf, isNegated: Bool, at occurrence: Entry?
  ) throws -> EntrySet {
    var candidates = entries
    candidates.subtract(EntrySet(range: leaf.positions(of: .couch)))
    return try candidates.judged(isNegated: isNegated) { position in
      try filter.verdict(of: occurrence ?? Entry(leaf: leaf, index: position))
    }
  }

  override func turningPoints(of entry: Entry) throws -> ClosedRange<Int64>? {
    try clock.visit(opening, entry).map { visit in
      let arrival = visit.arrival.secondsSince1970
      return arrival...(arrival + visit.wait + visit.stay + 1)
    }
  }
}

/// Whether an event takes place at a time; unknown for other kinds.
final class WindowPredicate: EventPredicate {
  private let filter: WindowFilter

  init(_ filter: WindowFilter, _ resolver: TimeResolver, _ scratch: SearchScratch) {
    self.filter = filter
    super.init(resolver, scratch)
  }

  override func verdict(of entry: Entry, _ times: OccurrenceTimes) throws -> Bool? {
    if entry.isOff { return false }
    guard times.start != nil else { return nil }
    if let extent = try filter.extent(zone: entry.zone) { return extent.admits(times) }
    // An empty window, unless it cannot be known where it lies.
    return try resolver.numbers.zone(entry.zone) == nil ? nil : false
  }

  override func turningPoints(of entry: Entry) throws -> ClosedRange<Int64>? {
    try filter.extent(zone: entry.zone)?.turningPoints
  }
}

/// Whether a couch is free for a stay; unknown for other kinds.
final class StayPredicate: EntryPredicate {
  private let filter: StayFilter
  private let numbers: DictionaryCache.Reader

  init(_ filter: StayFilter, _ numbers: DictionaryCache.Reader) {
    (self.filter, self.numbers) = (filter, numbers)
    super.init(cost: 6)
  }

  override func passing(
    _ entries: EntrySet, of leaf: Leaf, isNegated: Bool, at occurrence: Entry?
  ) throws -> EntrySet {
    var couches = entries
    couches.formIntersection(EntrySet(range: leaf.positions(of: .couch)))
    guard !couches.isEmpty else { return couches }
    var free = couches
    filter.narrow(&free, of: leaf)
    if !filter.undecided(on: leaf).isEmpty { try filter.narrowTerms(&free, of: leaf, numbers) }
    guard isNegated else { return free }
    couches.subtract(free)
    return couches
  }
}

/// Whether the text index finds the words.
final class WordsPredicate: EntryPredicate {
  private let words: WordFilter

  init(_ words: WordFilter) {
    self.words = words
    super.init(cost: 20)
  }

  override func passing(
    _ entries: EntrySet, of leaf: Leaf, isNegated: Bool, at occurrence: Entry?
  ) throws -> EntrySet {
    entries.judged(isNegated: isNegated) { words.admits(leaf.fids[$0]) }
  }
}
