import CivilTime

/// Keeps couches that are free for the stay; passes all other kinds.
struct StayFilter {
  private let guests: Int
  private let from: Int32
  private let to: Int32
  /// Nights of a stay that may lie anywhere between the dates; 0 for one that takes all of them.
  private let length: Int32
  private let weekend: Bool
  private let partly: Bool
  private let isExact: Bool
  /// When the stay would be booked.
  private let now: Instant
  /// The date then where it is latest: everywhere on Earth it is the day by UTC, or the one before or after.
  private let latestToday: Int

  init(_ stay: Query.Stay, at now: Instant) {
    guests = stay.guests
    from = Int32(clamping: stay.nights.from.dayNumber)
    to = Int32(clamping: stay.nights.to.dayNumber)
    length = Int32(clamping: stay.length ?? 0)
    (weekend, partly) = (stay.weekend, stay.partly)
    isExact = stay.length == nil && !stay.partly
    self.now = now
    latestToday = Zone.utc.localDateTime(at: now).date.dayNumber + 1
  }

  /// Couches that want notice, or other numbers of nights on some days, are left to `narrowTerms`.
  @inline(__always)
  func narrow(_ entries: inout EntrySet, of leaf: Leaf) {
    var withTerms = leaf.withTerms
    withTerms.formIntersection(entries)
    entries.subtract(withTerms)
    let first = leaf.shape.firstCouch
    if isExact {
      entries.keep { $0 < first || isFree($0 - first, on: leaf) }
    } else {
      entries.keep { $0 < first || isFreeSomewhere($0 - first, on: leaf) }
    }
    entries.formUnion(withTerms)
  }

  /// The couches on the leaf about which `narrowTerms` decides: those with terms of their own, and all where the stay begins so early that
  /// the clock of a couch tells whether its nights are over.
  @inline(__always)
  func undecided(on leaf: Leaf) -> EntrySet {
    Int(from) < latestToday ? EntrySet(range: leaf.positions(of: .couch)) : leaf.withTerms
  }

  /// Keeps those of the undecided couches that are free on their terms and from today on; all others pass.
  /// - Parameter numbers: knows the zones on whose clocks days are counted.
  @inline(never)
  func narrowTerms(_ entries: inout EntrySet, of leaf: Leaf, _ numbers: DictionaryCache.Reader) throws {
    var undecided = undecided(on: leaf)
    undecided.formIntersection(entries)
    entries.subtract(undecided)
    try undecided.keep { try isFreeOnTerms(Entry(leaf: leaf, index: $0), numbers) }
    entries.formUnion(undecided)
  }

  /// Whether one entry passes.
  func passes(_ entry: Entry, _ numbers: DictionaryCache.Reader) throws -> Bool {
    var entries = EntrySet(range: entry.index..<(entry.index + 1))
    narrow(&entries, of: entry.leaf)
    try narrowTerms(&entries, of: entry.leaf, numbers)
    return !entries.isEmpty
  }

  @inline(__always)
  private func isFree(_ couch: Int, on leaf: Leaf) -> Bool {
    let count = to - from
    guard max(leaf.guests[couch], 1) >= guests, leaf.minNights[couch] <= count, count <= leaf.maxNights[couch] else {
      return false
    }
    for night in leaf.nights(ofCouch: couch) where night.to > from { return night.from >= to }
    return true
  }

  private func isFreeSomewhere(_ couch: Int, on leaf: Leaf) -> Bool {
    guard max(leaf.guests[couch], 1) >= guests else { return false }
    if length > 0, length < leaf.minNights[couch] || length > leaf.maxNights[couch] { return false }
    let nights = leaf.nights(ofCouch: couch)
    return !eachGap(of: nights, from: from) { gap in partly || eachWindow(in: gap) { _ in false } }
  }

  /// The same for a couch that wants notice, or other numbers of nights on some days, and for nights that may be over.
  private func isFreeOnTerms(_ entry: Entry, _ numbers: DictionaryCache.Reader) throws -> Bool {
    guard max(entry.guests ?? 1, 1) >= guests else { return false }
    let terms = entry.terms
    let first = try firstDay(entry, terms, numbers)
    if isExact {
      guard first <= from, terms.allow(to - from, arrivingOn: from) else { return false }
      return !eachGap(of: entry.nights, from: from) { $0.from == from && $0.to == to }
    }
    return !eachGap(of: entry.nights, from: first) { gap in
      partly || eachWindow(in: gap) { !terms.allow(length, arrivingOn: $0) }
    }
  }

  /// The first day on which a guest may arrive or, from an earlier arrival, still sleep there: that of the dates asked for, or later: today
  /// on the couch's clock, and so many days more as the host wants notice.
  private func firstDay(_ entry: Entry, _ terms: StayTerms, _ numbers: DictionaryCache.Reader) throws -> Int32 {
    let notice = max(0, Int(terms.notice))
    guard Int(from) < latestToday + notice else { return from }
    let today = (try numbers.zone(entry.zone) ?? .utc).localDateTime(at: now).date.dayNumber
    return max(from, Int32(clamping: today + notice))
  }

  // MARK: What an answer tells

  /// The free nights around the stay; of a couch that is free for it.
  func freeWindow(around entry: Entry) -> FreeWindow? {
    guard isExact else { return nil }
    return FreeWindow(
      from: entry.nights.last { $0.to <= from }.map { LocalDate(dayNumber: Int($0.to)) },
      until: entry.nights.first { $0.from >= to }.map { LocalDate(dayNumber: Int($0.from)) })
  }

  /// Every stay of the wanted length that is free between the dates, ascending; nil unless one of many is wanted.
  func windows(of entry: Entry, _ numbers: DictionaryCache.Reader) throws -> [Nights]? {
    guard length > 0 else { return nil }
    var windows: [Nights] = []
    let terms = entry.terms
    _ = eachGap(of: entry.nights, from: try firstDay(entry, terms, numbers)) { gap in
      _ = eachWindow(in: gap) { arrival in
        guard terms.allow(length, arrivingOn: arrival) else { return true }
        windows += [Nights(NightRange(from: arrival, to: arrival + length))].compactMap { $0 }
        return true
      }
      return false
    }
    return windows
  }

  /// The stretches of the nights asked for that are free, ascending; nil for one of many stays.
  func freeNights(of entry: Entry, _ numbers: DictionaryCache.Reader) throws -> [Nights]? {
    guard length == 0 else { return nil }
    var free: [Nights] = []
    _ = eachGap(of: entry.nights, from: try firstDay(entry, entry.terms, numbers)) { gap in
      free += [Nights(gap)].compactMap { $0 }
      return false
    }
    return free
  }

  // MARK: Steps

  /// Hands the free stretches from a day on to `body` until it says that that is enough; false when it did.
  @inline(__always)
  private func eachGap(
    of taken: UnsafeBufferPointer<NightRange>, from first: Int32, _ isEnough: (NightRange) -> Bool
  ) -> Bool {
    var start = first
    for nights in taken where nights.to > start {
      if nights.from >= to { break }
      if nights.from > start, isEnough(NightRange(from: start, to: nights.from)) { return false }
      start = nights.to
    }
    return !(start < to && isEnough(NightRange(from: start, to: to)))
  }

  /// Hands the first nights of the stays that fit a gap to `goesOn` until it says no; true when it did.
  @inline(__always)
  private func eachWindow(in gap: NightRange, _ goesOn: (Int32) -> Bool) -> Bool {
    var arrival = gap.from
    while arrival + length <= gap.to {
      if !weekend || hasWeekend(arrival), !goesOn(arrival) { return true }
      arrival += 1
    }
    return false
  }

  /// Whether a stay has the nights of a Friday and the Saturday after it; one night alone, either.
  private func hasWeekend(_ arrival: Int32) -> Bool {
    // Day 0 was a Thursday.
    let untilFriday = ((1 - arrival) % 7 + 7) % 7
    if length == 1 { return untilFriday == 0 || untilFriday == 6 }
    return untilFriday + 2 <= length
  }
}

extension Nights {
  fileprivate init?(_ range: NightRange) {
    self.init(from: LocalDate(dayNumber: Int(range.from)), to: LocalDate(dayNumber: Int(range.to)))
  }
}
