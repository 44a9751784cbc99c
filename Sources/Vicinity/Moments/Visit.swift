import CivilTime
import Hours

/// A visit of a given length that begins at an instant, or after a wait.
struct Visit {
  /// The time of arrival.
  var arrival: Instant
  /// The maximum wait before it begins, in seconds, inclusive.
  var wait: Int64 = 0
  /// The required opening time from its start, in seconds; 0 tests a single instant.
  var stay: Int64 = 0

  /// Whether the visit can begin at any instant of the wait: open when it certainly can, else unknown when it may.
  func verdict(of schedule: Schedule) -> OpeningVerdict {
    if wait == 0, stay == 0 {
      switch schedule.state(at: arrival) {
      case .open: return .open
      case .closed: return .closed
      // Only the full result distinguishes an open end.
      case .unknown: return schedule.moment(at: arrival).isOpenEnd ? .openEnd : .unknown
      }
    }
    return verdict(
      of: schedule.intervals(in: arrival..<(arrival + length)).lazy.map { OpeningStretch($0.range, OpeningVerdict($0)) }
    )
  }

  /// The same for a week, where the clocks do not change.
  ///
  /// - Parameter second: the second of the week at which the visitor arrives.
  func verdict(of week: WeekMinutes, at second: Int64) -> OpeningVerdict {
    if wait == 0, stay == 0 { return week.verdict(at: Int(second / 60)) }
    return verdict(of: WeekStretches(of: week, at: second, from: arrival, length: length))
  }

  /// The time from the arrival in which the opening matters, in seconds.
  var length: Int64 { wait + max(stay, 1) }

  private func verdict(of stretches: some Sequence<OpeningStretch>) -> OpeningVerdict {
    stay == 0 ? moment(in: stretches) : stay(in: stretches)
  }

  private func moment(in stretches: some Sequence<OpeningStretch>) -> OpeningVerdict {
    var verdict = OpeningVerdict.closed
    for stretch in stretches {
      if stretch.verdict == .open { return .open }
      if stretch.verdict == .openEnd { verdict = .openEnd } else if verdict == .closed { verdict = .unknown }
    }
    return verdict
  }

  /// Searches an interval long enough, first among open ones, then among open or unknown ones; comments do not split
  /// intervals.
  private func stay(in stretches: some Sequence<OpeningStretch>) -> OpeningVerdict {
    var verdict = OpeningVerdict.closed
    var open: Range<Instant>?
    var maybe: Range<Instant>?
    for stretch in stretches {
      maybe = Self.joined(maybe, stretch.range)
      // Nothing that begins after the wait fits.
      if let maybe, maybe.lowerBound - arrival > wait { break }
      open = stretch.verdict == .open ? Self.joined(open, stretch.range) : nil
      if let open, fits(open) { return .open }
      if let maybe, fits(maybe) { verdict = .unknown }
    }
    return verdict
  }

  static func joined(_ before: Range<Instant>?, _ next: Range<Instant>) -> Range<Instant> {
    guard let before, before.upperBound == next.lowerBound else { return next }
    return before.lowerBound..<next.upperBound
  }

  private func fits(_ stretch: Range<Instant>) -> Bool { begins(in: stretch) != nil }

  /// The start of the visit within an interval; nil when it does not fit.
  func begins(in stretch: Range<Instant>) -> Instant? {
    let start = max(stretch.lowerBound, arrival)
    let isInTime = start - arrival <= wait && start < stretch.upperBound && start + stay <= stretch.upperBound
    return isInTime ? start : nil
  }
}

extension Query.Opening {
  /// The visit that is asked for, before adding the travel time; a time span is a visit without a wait, a window a
  /// visit that may begin at any time in it.
  ///
  /// - Parameter zone: of the listing; nil if it is unknown.
  /// - Returns: nil when the times depend on an unknown zone, or the span is empty.
  func visit(in zone: Zone?, now: Instant) -> Visit? {
    let stay = 60 * Int64(stayMinutes ?? 0)
    if let sometime {
      guard let extent = sometime.extent(in: zone, now: now), extent.from < extent.to else { return nil }
      // The rest of it.
      let start = extent.to > now.secondsSince1970 ? max(extent.from, now.secondsSince1970) : extent.from
      return Visit(arrival: Instant(secondsSince1970: start), wait: extent.to - 1 - start, stay: stay)
    }
    guard let start = at.instant(in: zone, now: now) else { return nil }
    guard let until else { return Visit(arrival: start, wait: 60 * Int64(waitMinutes ?? 0), stay: stay) }
    guard let end = until.instant(in: zone, after: start), start < end else { return nil }
    return Visit(arrival: start, stay: end - start)
  }

  /// Whether it depends on the local time of a listing.
  var isLocal: Bool { sometime?.isLocal ?? (at.isLocal || until?.isLocal ?? false) }

  /// Whether its time depends on `now`, other than `now` itself.
  var isRelative: Bool { sometime?.isRelative ?? (at.isRelative || until?.isRelative ?? false) }
}
