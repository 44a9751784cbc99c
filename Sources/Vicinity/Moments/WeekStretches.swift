import CivilTime

/// A time in which a place is not closed, and its verdict.
struct OpeningStretch: Equatable {
  let range: Range<Instant>
  let verdict: OpeningVerdict

  init(_ range: Range<Instant>, _ verdict: OpeningVerdict) { (self.range, self.verdict) = (range, verdict) }
}

/// The stretches of a week, repeated, within a window in which the clocks do not change: in order, disjoint, cut off at
/// the ends of the window. Adjacent ones may have the same verdict.
struct WeekStretches: Sequence, IteratorProtocol {
  private let week: WeekMinutes
  private let start: Instant
  /// The window, in seconds since Monday 00:00 of the week of its start.
  private let window: Range<Int64>
  /// The next boundary, and the start of its week.
  private var (index, monday) = (0, Int64(0))

  private static let weekSeconds = Int64(WeekMinutes.count) * 60

  /// - Parameters:
  ///   - second: the second of the week at the start of the window, 0..<604 800.
  ///   - length: that of the window in seconds.
  init(of week: WeekMinutes, at second: Int64, from start: Instant, length: Int64) {
    (self.week, self.start) = (week, start)
    window = second..<(second + length)
  }

  mutating func next() -> OpeningStretch? {
    while true {
      let boundary = week.boundary(index)
      let from = monday + Int64(boundary.minute) * 60
      guard from < window.upperBound else { return nil }
      index += 1
      if index == week.boundaryCount { (index, monday) = (0, monday + Self.weekSeconds) }
      let until = monday + Int64(week.boundary(index).minute) * 60
      guard boundary.verdict != .closed, until > window.lowerBound else { continue }
      let part = (from..<until).clamped(to: window)
      return OpeningStretch(
        (start + (part.lowerBound - window.lowerBound))..<(start + (part.upperBound - window.lowerBound)),
        boundary.verdict)
    }
  }
}
