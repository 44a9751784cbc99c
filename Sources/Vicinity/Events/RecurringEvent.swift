import Recurrence
import Synchronization

/// An event that recurs, with its occurrences worked out as far as somebody has asked.
final class RecurringEvent: Sendable {
  /// Occurrences of a stretch of time: all that begin in it, in order.
  private struct Stretch {
    /// Unix seconds.
    var covered: Range<Int64>
    var times: [OccurrenceTimes]
  }

  private let set: RecurrenceSet
  private let zone: Zone
  private let length: Length
  /// The first moment that any occurrence can begin at, in Unix seconds.
  private let start: Int64
  private let known = Mutex(Stretch(covered: 0..<0, times: []))
  /// No occurrence lasts longer, in seconds.
  let longest: Int64

  /// How long each occurrence lasts.
  enum Length {
    /// The same time on every day.
    case seconds(Int64)
    /// Whole days of the calendar.
    case days(Int)
    case unknown
  }

  /// Occurrences are worked out for at least so many seconds at once.
  private static let horizon: Int64 = 400 * 86_400
  /// Beyond so many seconds without an occurrence there is none: the calendar repeats after 28 years, but for a century without a leap
  /// day.
  private static let farthest: Int64 = 40 * 366 * 86_400
  /// The most occurrences that are kept.
  private static let most = 4000

  init(_ set: RecurrenceSet, zone: Zone, length: Length) {
    self.set = set
    self.zone = zone
    self.length = length
    let dates = set.dates.map { $0.start.instant(floatingIn: zone) }
    start = min(set.start.instant(floatingIn: zone), dates.min() ?? .distantFuture).secondsSince1970
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

  /// Hands over the occurrences that may overlap a half-open time in Unix seconds, in order, until `body` returns false.
  /// - Complexity: O(log n) to the first, where the stretch of time has been asked about before.
  func forEach(from: Int64, to: Int64, _ body: (OccurrenceTimes) throws -> Bool) rethrows {
    let first = from < .min + longest ? .min : from - longest
    let stretch = stretch(from: first, to: to)
    var index = stretch.times.partitioningIndex { $0.starts >= first }
    while index < stretch.times.count, stretch.times[index].starts < to {
      guard try body(stretch.times[index]) else { return }
      index += 1
    }
    guard stretch.covered.upperBound < to else { return }
    for times in occurrences(in: stretch.covered.upperBound..<Self.end(of: stretch, to)) {
      guard try body(times) else { return }
    }
  }

  /// The first occurrence that is not over at a time; nil when all are.
  func next(at time: Int64) -> OccurrenceTimes? {
    var next: OccurrenceTimes?
    forEach(from: time, to: .max) { times in
      if times.over > time { next = times }
      return next == nil
    }
    return next
  }

  /// The latest occurrence that is over by a time; nil when none is.
  func last(overBy to: Int64) -> OccurrenceTimes? {
    var last: OccurrenceTimes?
    forEach(from: to - Self.horizon, to: to) { times in
      if times.over <= to { last = times }
      return true
    }
    if last != nil { return last }
    for times in occurrences(in: start..<max(start, to)) where times.over <= to { last = times }
    return last
  }

  private static func end(of stretch: Stretch, _ to: Int64) -> Int64 {
    // Where some have been found the next are not far; an endless search is for a rule that never matches.
    min(to, stretch.covered.upperBound.addingSaturating(farthest))
  }

  private func stretch(from: Int64, to: Int64) -> Stretch {
    let from = max(from, start)
    let known = known.withLock { $0 }
    if known.covered.contains(from), to <= known.covered.upperBound || to > from.addingSaturating(Self.horizon) {
      return known
    }
    let until = max(min(to, from.addingSaturating(Self.farthest)), from.addingSaturating(Self.horizon))
    let made = makeStretch(from..<(to > until ? from.addingSaturating(Self.horizon) : until))
    self.known.withLock { $0 = made }
    return made
  }

  private func makeStretch(_ window: Range<Int64>) -> Stretch {
    var stretch = Stretch(covered: window, times: [])
    for times in occurrences(in: window) {
      if stretch.times.count == Self.most {
        stretch.covered = window.lowerBound..<times.starts
        break
      }
      stretch.times.append(times)
    }
    return stretch
  }

  private func occurrences(in window: Range<Int64>) -> some Sequence<OccurrenceTimes> {
    let bounds = Instant.distantPast.secondsSince1970...Instant.distantFuture.secondsSince1970
    let lower = window.lowerBound.clamped(to: bounds)
    let upper = max(lower, window.upperBound.clamped(to: bounds))
    return set.occurrences(
      in: Instant(secondsSince1970: lower)..<Instant(secondsSince1970: upper), floatingIn: zone
    ).lazy.map { self.times(of: $0) }
  }

  private func times(of occurrence: Occurrence) -> OccurrenceTimes {
    let starts = occurrence.instant.secondsSince1970
    if let duration = occurrence.duration {
      return OccurrenceTimes(
        starts: starts, ends: duration.end(after: occurrence.start, floatingIn: zone).secondsSince1970)
    }
    switch length {
    case .seconds(let seconds): return OccurrenceTimes(starts: starts, ends: starts + seconds)
    case .days(let days):
      let end = LocalDateTime(date: occurrence.start.local.date + days, secondOfDay: 0)
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
