import CivilTime

/// The intervals of a schedule in a window, computed lazily.
///
/// Open and unknown intervals only, clipped to the window, sorted, disjoint; adjacent intervals that differ only in the
/// rule are merged.
public struct HoursIntervals: Sequence, Sendable {
  let core: ScheduleCore
  let window: Range<Instant>

  /// Begins at the start of the window.
  public func makeIterator() -> Iterator { Iterator(core, window) }

  /// Steps from change to change.
  public struct Iterator: IteratorProtocol {
    private var runs: RunCursor?
    private let window: Range<Instant>

    init(_ core: ScheduleCore, _ window: Range<Instant>) {
      let bounds = Instant.distantPast..<Instant.distantFuture
      self.window = window.clamped(to: bounds)
      let (start, end) = (self.window.lowerBound.secondsSince1970, self.window.upperBound.secondsSince1970)
      runs = self.window.isEmpty ? nil : RunCursor(core, at: start, until: end)
    }

    /// The next interval; nil after the last one in the window.
    public mutating func next() -> HoursInterval? {
      while let run = runs?.next() {
        let start = Swift.max(run.start, window.lowerBound.secondsSince1970)
        let end = Swift.min(run.end, window.upperBound.secondsSince1970)
        guard start < end else { break }
        if run.verdict.state != .closed { return HoursInterval(run.verdict, start, end) }
      }
      runs = nil
      return nil
    }
  }
}

extension HoursInterval {
  fileprivate init(_ verdict: Verdict, _ start: Int64, _ end: Int64) {
    range = Instant(secondsSince1970: start)..<Instant(secondsSince1970: end)
    state = verdict.state
    comment = verdict.comment
    isOpenEnd = verdict.isOpenEnd
    ruleIndex = verdict.rule
  }
}
