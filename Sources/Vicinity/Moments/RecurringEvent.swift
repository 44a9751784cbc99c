import CivilTime
import Recurrence
import Synchronization

/// A recurring event with cached occurrences.
///
/// The cost of a look-up is bounded for any rules: they are within `RecurrenceLimits`, a COUNT is counted once and
/// becomes an UNTIL, and windows are expanded piece by piece, each charged to the query that needs it.
final class RecurringEvent: Sendable {
  /// The occurrences that begin in a range of time, in order.
  private struct Stretch {
    /// Unix seconds.
    var covered: Range<Int64>
    var times: [OccurrenceTimes]
  }

  private let set: RecurrenceSet
  private let zone: Zone
  private let length: Length
  /// The earliest possible start of an occurrence, in Unix seconds.
  private let start: Int64
  /// The latest RDATE, in Unix seconds.
  private let lastDate: Int64
  /// The length of one expansion in seconds.
  private let piece: Int64
  /// After this many seconds without an occurrence, there are no more.
  private let farthest: Int64
  /// The stretch that was needed first, mostly around the present: found without a lock.
  private let usual = AtomicLazyReference<Boxed<Stretch>>()
  /// The last one that was needed beside it.
  private let other = Mutex<Boxed<Stretch>?>(nil)
  /// The maximum length of an occurrence, in seconds.
  let longest: Int64
  /// The number of occurrences counted to resolve COUNT.
  let counted: Int

  /// The length of each occurrence.
  enum Length {
    /// The same length every day.
    case seconds(Int64)
    /// Whole calendar days.
    case days(Int)
    case unknown
  }

  /// The approximate size of one that takes place every week, with its cached occurrences, in bytes.
  static let usualBytes = 2000
  /// The minimum length of one expansion in seconds.
  private static let horizon: Int64 = 400 * 86_400
  /// The calendar repeats after 28 years, 40 across a century without a leap day.
  private static let cycle: Int64 = 40 * 366 * 86_400
  /// The maximum number of cached occurrences.
  private static let most = 4000
  /// The approximate maximum number of occurrences in one expansion, which takes a few milliseconds.
  private static let mostPerPiece: Int64 = 40_000

  /// - Returns: nil when the rules go beyond `RecurrenceLimits`.
  init?(_ set: RecurrenceSet, zone: Zone, length: Length) {
    guard RecurrenceLimits.excess(of: set) == nil else { return nil }
    counted = set.counted
    self.set = set.withoutCounts(floatingIn: zone)
    self.zone = zone
    self.length = length
    let dates = set.dates.map { $0.start.instant(floatingIn: zone) }
    start = min(set.start.instant(floatingIn: zone), dates.min() ?? .distantFuture).secondsSince1970
    lastDate = max(set.start.instant(floatingIn: zone), dates.max() ?? .distantPast).secondsSince1970
    piece = min(max(Self.mostPerPiece / Int64(max(set.mostPerDay, 1)) * 86_400, Self.horizon), Self.cycle)
    // A rule with a period of several years meets each calendar year once in as many cycles.
    farthest = Self.cycle * min(250, 1 + set.longestPeriodDays / 366)
    let usual: Int64 =
      switch length {
      case .seconds(let seconds): seconds
      case .days(let days): Int64(days + 1) * 86_400
      case .unknown: 1
      }
    let own = set.dates.compactMap { date in
      date.duration.map { $0.end(after: date.start, floatingIn: zone) - date.start.instant(floatingIn: zone) }
    }
    longest = max(usual, own.max() ?? 0)
  }

  /// The occurrences that may overlap a half-open range of Unix seconds, in order.
  ///
  /// - Parameter work: charged for each occurrence returned and for each expansion.
  /// - Complexity: O(log n) to the first occurrence where the range is cached.
  func walk(from: Int64, to: Int64, _ work: WorkMeter) -> Walk { Walk(self, from: from, to: to, work) }

  /// Iterates over occurrences.
  struct Walk {
    private let event: RecurringEvent
    private let first: Int64
    private let to: Int64
    private let work: WorkMeter
    private var stretch: Boxed<Stretch>?
    private var index = 0
    private var piece: Piece?
    /// The start of the next expansion.
    private var lower: Int64 = 0
    /// The start of the last occurrence so far, or of the search for one.
    private var latest: Int64 = 0

    fileprivate init(_ event: RecurringEvent, from: Int64, to: Int64, _ work: WorkMeter) {
      (self.event, self.to, self.work) = (event, to, work)
      first = from < .min + event.longest ? .min : from - event.longest
    }

    /// The next occurrence; nil when none begins before the end.
    /// - Throws: `TooExpensive`.
    mutating func next() throws -> OccurrenceTimes? {
      guard let stretch = stretch?.value else {
        try begin()
        return try next()
      }
      if index < stretch.times.count {
        let times = stretch.times[index]
        guard times.starts < to else { return nil }
        index += 1
        try work.takeOccurrences()
        return times
      }
      return try nextBeyond()
    }

    private mutating func begin() throws {
      let stretch = try event.stretch(from: first, to: to, work)
      index = stretch.value.times.partitioningIndex { $0.starts >= first }
      lower = stretch.value.covered.upperBound
      latest = stretch.value.times.last?.starts ?? lower
      self.stretch = stretch
    }

    /// The next occurrence outside the cached range.
    private mutating func nextBeyond() throws -> OccurrenceTimes? {
      while true {
        if let times = piece?.next() {
          latest = times.starts
          try work.takeOccurrences()
          return times
        }
        try piece?.pay(work)
        piece = nil
        // Bounds the search for a rule that never matches.
        guard lower < to, lower <= max(latest.addingSaturating(event.farthest), event.lastDate) else { return nil }
        let upper = min(to, lower.addingSaturating(event.piece))
        piece = event.piece(lower..<upper)
        lower = upper
      }
    }
  }

  /// The first occurrence that is not over at a time and begins before an end; nil when there is none.
  func next(at time: Int64, before end: Int64 = .max, _ work: WorkMeter) throws -> OccurrenceTimes? {
    var walk = walk(from: time, to: end, work)
    while let times = try walk.next() { if times.over > time { return times } }
    return nil
  }

  /// The occurrence that begins at a time; if the event has none then, for instance after a change, one of the default
  /// length.
  func occurrence(at start: Int64, _ work: WorkMeter) throws -> OccurrenceTimes {
    var walk = walk(from: start, to: start + 1, work)
    while let times = try walk.next() { if times.starts == start { return times } }
    return times(from: start, on: zone.localDateTime(at: Instant(secondsSince1970: start)).date)
  }

  /// The latest occurrence that is over by a time; nil when there is none.
  ///
  /// Searched backwards in growing pieces.
  func last(overBy to: Int64, _ work: WorkMeter) throws -> OccurrenceTimes? {
    var last: OccurrenceTimes?
    var (upper, width) = (to.clamped(to: Self.years), Self.horizon)
    var recent = walk(from: upper - width, to: upper, work)
    while let times = try recent.next() { if times.over <= to { last = times } }
    upper -= width
    while last == nil, upper > start {
      let lower = max(start, upper - width)
      var piece = piece(lower..<upper)
      while let times = piece.next() { if times.over <= to { last = times } }
      try piece.pay(work)
      (upper, width) = (lower, min(2 * width, self.piece))
    }
    return last
  }

  private func stretch(from: Int64, to: Int64, _ work: WorkMeter) throws -> Boxed<Stretch> {
    let from = max(from, start)
    func serves(_ known: Stretch) -> Bool {
      known.covered.contains(from)
        && (to <= known.covered.upperBound || to > from.addingSaturating(Self.horizon))
    }
    if let usual = usual.load(), serves(usual.value) { return usual }
    if let other = other.withLock({ $0 }), serves(other.value) { return other }
    let until = max(min(to, from.addingSaturating(piece)), from.addingSaturating(Self.horizon))
    let made = Boxed(try makeStretch(from..<(to > until ? from.addingSaturating(Self.horizon) : until), work))
    if usual.storeIfNil(made) !== made { other.withLock { $0 = made } }
    return made
  }

  private func makeStretch(_ window: Range<Int64>, _ work: WorkMeter) throws -> Stretch {
    var stretch = Stretch(covered: window, times: [])
    var piece = piece(window)
    while let times = piece.next() {
      if stretch.times.count == Self.most {
        stretch.covered = window.lowerBound..<times.starts
        break
      }
      stretch.times.append(times)
    }
    try piece.pay(work)
    return stretch
  }

  /// The occurrences that begin in a range of limited length.
  private struct Piece {
    let event: RecurringEvent
    var occurrences: Occurrences.Iterator

    mutating func next() -> OccurrenceTimes? { occurrences.next().map(event.times) }

    /// Expanding an occurrence costs a quarter of testing it.
    func pay(_ work: WorkMeter) throws { try work.takeOccurrences(1 + occurrences.examined / 4) }
  }

  private static let years = Instant.distantPast.secondsSince1970...Instant.distantFuture.secondsSince1970

  private func piece(_ window: Range<Int64>) -> Piece {
    let lower = window.lowerBound.clamped(to: Self.years)
    let upper = max(lower, window.upperBound.clamped(to: Self.years))
    let window = Instant(secondsSince1970: lower)..<Instant(secondsSince1970: upper)
    return Piece(event: self, occurrences: set.occurrences(in: window, floatingIn: zone).makeIterator())
  }

  private func times(of occurrence: Occurrence) -> OccurrenceTimes {
    let starts = occurrence.instant.secondsSince1970
    if let duration = occurrence.duration {
      return OccurrenceTimes(
        starts: starts, ends: duration.end(after: occurrence.start, floatingIn: zone).secondsSince1970)
    }
    return times(from: starts, on: occurrence.start.local.date)
  }

  /// An occurrence of the default length.
  private func times(from starts: Int64, on date: LocalDate) -> OccurrenceTimes {
    switch length {
    case .seconds(let seconds): return OccurrenceTimes(starts: starts, ends: starts + seconds)
    case .days(let days):
      let end = LocalDateTime(date: date + days, secondOfDay: 0)
      return OccurrenceTimes(starts: starts, ends: zone.instant(of: end).secondsSince1970)
    case .unknown: return OccurrenceTimes(starts: starts, ends: .min)
    }
  }
}

extension Int64 {
  fileprivate func addingSaturating(_ other: Int64) -> Int64 {
    let (sum, isTooLarge) = addingReportingOverflow(other)
    return isTooLarge ? .max : sum
  }

  fileprivate func clamped(to bounds: ClosedRange<Int64>) -> Int64 {
    Swift.min(Swift.max(self, bounds.lowerBound), bounds.upperBound)
  }
}
