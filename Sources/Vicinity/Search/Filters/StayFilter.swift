import CivilTime

/// Keeps couches that are free for the stay; passes all other kinds.
struct StayFilter {
  private let guests: Int
  private let from: Int32
  private let to: Int32
  /// The number of nights of a stay anywhere between the dates; 0 for a stay of all nights.
  private let length: Int32
  private let weekend: Bool
  private let partly: Bool
  private let isExact: Bool
  /// The time of booking.
  private let now: Instant
  /// The latest date anywhere at that time: local dates differ from UTC by at most one day.
  private let latestToday: Int

  init(_ stay: Query.Stay, at now: Instant) {
    guests = stay.guests
    from = Int32(clamping: stay.nights.from.dayNumber)
    to = Int32(clamping: stay.nights.to.dayNumber)
    length = Int32(clamping: stay.nightCount ?? 0)
    (weekend, partly) = (stay.weekend, stay.partly)
    isExact = stay.nightCount == nil && !stay.partly
    self.now = now
    latestToday = Zone.utc.localDateTime(at: now).date.dayNumber + 1
  }

  /// Couches that require notice or special lengths of stay are left to `narrowTerms`.
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

  /// The couches on the leaf that `narrowTerms` decides: those with terms, and all if the stay begins so early that the
  /// local time of a couch determines whether its nights are over.
  @inline(__always)
  func undecided(on leaf: Leaf) -> EntrySet {
    Int(from) < latestToday ? EntrySet(range: leaf.positions(of: .couch)) : leaf.withTerms
  }

  /// Keeps the undecided couches that are free by their terms and from today on; all decided ones pass.
  /// - Parameter numbers: provides the zones in which days are counted.
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

  /// The same for a couch with notice or special lengths of stay, and for nights that may be over.
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

  /// The first possible day of arrival or, after an earlier arrival, of sleeping there: the requested one, or today in
  /// the couch's local time plus the host's notice if that is later.
  private func firstDay(_ entry: Entry, _ terms: StayTerms, _ numbers: DictionaryCache.Reader) throws -> Int32 {
    let notice = max(0, Int(terms.notice))
    guard Int(from) < latestToday + notice else { return from }
    let today = (try numbers.zone(entry.zone) ?? .utc).localDateTime(at: now).date.dayNumber
    return max(from, Int32(clamping: today + notice))
  }

  // MARK: Values for the answer

  /// The free nights around the stay, for a couch that is free for it.
  func freeWindow(around entry: Entry) -> FreeWindow? {
    guard isExact else { return nil }
    return FreeWindow(
      from: entry.nights.last { $0.to <= from }.map { LocalDate(dayNumber: Int($0.to)) },
      until: entry.nights.first { $0.from >= to }.map { LocalDate(dayNumber: Int($0.from)) })
  }

  /// Every free stay of the requested length between the dates, ascending; nil unless the query has a length.
  func windows(of entry: Entry, _ numbers: DictionaryCache.Reader) throws -> [Nights]? {
    guard length > 0 else { return nil }
    var windows: [Nights] = []
    try eachArrival(at: entry, numbers) { arrival in
      windows += [Nights(NightRange(from: arrival, to: arrival + length))].compactMap { $0 }
      return true
    }
    return windows
  }

  /// Calls `goesOn` with the days of arrival of the free stays of the requested length, ascending, until it returns
  /// false.
  ///
  /// - Parameter entry: a couch; whether it is large enough does not matter.
  func eachArrival(at entry: Entry, _ numbers: DictionaryCache.Reader, _ goesOn: (Int32) -> Bool) throws {
    guard length > 0 else { return }
    let terms = entry.terms
    _ = eachGap(of: entry.nights, from: try firstDay(entry, terms, numbers)) { gap in
      eachWindow(in: gap) { !terms.allow(length, arrivingOn: $0) || goesOn($0) }
    }
  }

  /// The first day of arrival of a free stay of the requested length; nil without any.
  func firstArrival(at entry: Entry, _ numbers: DictionaryCache.Reader) throws -> Int32? {
    var first: Int32?
    try eachArrival(at: entry, numbers) { arrival in
      first = arrival
      return false
    }
    return first
  }

  /// The free ranges among the requested nights, ascending; nil if the query has a length.
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

  /// Calls `body` with the free ranges from a day on until it returns false; false if it did.
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

  /// Calls `goesOn` with the first nights of the stays that fit a gap until it returns false; true if it did.
  @inline(__always)
  private func eachWindow(in gap: NightRange, _ goesOn: (Int32) -> Bool) -> Bool {
    var arrival = gap.from
    while arrival + length <= gap.to {
      if !weekend || hasWeekend(arrival), !goesOn(arrival) { return true }
      arrival += 1
    }
    return false
  }

  /// Whether a stay includes the nights of a Friday and the following Saturday; for a single night, either.
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
