import CivilTime

/// The occurrences of a set in a window of time, in order, each instant once, computed lazily.
///
/// The sequence is finite: it ends with the window, COUNT or UNTIL, or the year 9999, the last one in iCalendar.
public struct Occurrences: Sequence, Sendable {
  let set: RecurrenceSet
  let window: Range<Instant>
  let zone: Zone
  let skipped: SkippedTimes

  /// Begins at the start of the window.
  public func makeIterator() -> Iterator { Iterator(self) }

  /// Merges rules and dates, and removes the exceptions.
  public struct Iterator: IteratorProtocol {
    private let window: Range<Int64>
    private let clock: RuleClock
    private let excludedInstants: Set<Int64>
    private let excludedDays: Set<Int>
    private var rules: [Peeking]
    private var exceptions: [Peeking]
    private var dates: ArraySlice<Occurrence>
    private var last: Int64?
    /// The number of moments of rules and dates examined, including exceptions and omitted ones.
    public private(set) var examined = 0

    init(_ occurrences: Occurrences) {
      let (set, zone) = (occurrences.set, occurrences.zone)
      let window = occurrences.window.lowerBound.secondsSince1970..<occurrences.window.upperBound.secondsSince1970
      let clock = RuleClock(set.start, floatingIn: zone)
      let iterator = { (rule: RecurrenceRule) in
        Peeking(
          RuleIterator(rule, start: set.start, clock: clock, skipped: occurrences.skipped, window: window))
      }
      self.window = window
      self.clock = clock
      rules = window.isEmpty ? [] : set.rules.map(iterator)
      exceptions = set.exceptionRules.map(iterator)
      excludedInstants = Set(
        set.exceptionDates.filter { set.start.isDate || !$0.isDate }.map {
          $0.instant(floatingIn: zone).secondsSince1970
        })
      excludedDays = Set(set.exceptionDates.filter(\.isDate).map(\.local.date.dayNumber))
      dates = Self.dates(of: set, zone)[...]
    }

    /// The start itself where there is no rule, and every RDATE, ordered by instant.
    private static func dates(of set: RecurrenceSet, _ zone: Zone) -> [Occurrence] {
      let start = set.rules.isEmpty ? [RecurrenceDate(set.start)] : []
      let occurrences = (set.dates + start).map { date in
        let instant = date.start.instant(floatingIn: zone)
        let shown = date.start.clock(floatingIn: zone).localDateTime(at: instant)
        return Occurrence(
          start: date.start, instant: instant, duration: date.duration, isShifted: shown != date.start.local)
      }
      // If two are at one instant, the one with its own length comes first and is retained.
      return occurrences.sorted {
        $0.instant == $1.instant ? $0.duration != nil && $1.duration == nil : $0.instant < $1.instant
      }
    }

    /// The next occurrence; nil at the end.
    public mutating func next() -> Occurrence? {
      while let occurrence = merged() {
        examined += 1
        let seconds = occurrence.instant.secondsSince1970
        if seconds >= window.upperBound { return nil }
        guard seconds >= window.lowerBound, seconds != last else { continue }
        last = seconds
        if !isExcluded(occurrence, seconds) { return occurrence }
      }
      return nil
    }

    private mutating func isExcluded(_ occurrence: Occurrence, _ seconds: Int64) -> Bool {
      if excludedInstants.contains(seconds) || excludedDays.contains(occurrence.start.local.date.dayNumber) {
        return true
      }
      for index in exceptions.indices {
        while let head = exceptions[index].head, head.instant < seconds {
          exceptions[index].advance()
          examined += 1
        }
        if exceptions[index].head?.instant == seconds { return true }
      }
      return false
    }

    /// The earliest of the heads; at the same instant an RDATE precedes a rule.
    private mutating func merged() -> Occurrence? {
      var best: (index: Int, instant: Int64)?
      for index in rules.indices {
        if let head = rules[index].head, head.instant < best?.instant ?? .max { best = (index, head.instant) }
      }
      if let date = dates.first, date.instant.secondsSince1970 <= best?.instant ?? .max { return dates.removeFirst() }
      guard let best, let moment = rules[best.index].head else { return nil }
      rules[best.index].advance()
      return Occurrence(
        start: ICalendarTime(LocalDateTime(wallSeconds: moment.wall), clock.reference),
        instant: Instant(secondsSince1970: moment.instant), duration: nil, isShifted: moment.gap > 0)
    }
  }

  /// A rule with one moment of look-ahead.
  struct Peeking {
    private var iterator: RuleIterator
    private(set) var head: RuleIterator.Moment?

    init(_ iterator: RuleIterator) {
      self.iterator = iterator
      head = self.iterator.next()
    }

    mutating func advance() { head = iterator.next() }
  }
}

extension RecurrenceSet {
  /// The occurrences that begin in a half-open window of time.
  ///
  /// - Parameters:
  ///   - window: `distantPast..<distantFuture` for all; a rule without end then ends with year 9999, the last one in
  ///     iCalendar.
  ///   - zone: the zone for all-day and floating times.
  ///   - skipped: how to treat times of a rule that the clocks of its zone skip.
  /// - Complexity: a window far from the start costs no more than one near it, unless a rule has a COUNT together with
  ///   parts that select days or times: then everything before the window is counted.
  public func occurrences(
    in window: Range<Instant> = .distantPast ..< .distantFuture, floatingIn zone: Zone = .utc,
    skippedTimes skipped: SkippedTimes = .shifted
  ) -> Occurrences {
    Occurrences(set: self, window: window, zone: zone, skipped: skipped)
  }
}
