/// A week as sorted minutes, compiled from a weekly value.
struct WeekTable: Sendable {
  /// Minutes from Monday 00:00 at which a verdict begins; the first is 0.
  private let starts: [Int32]
  private let states: [OpeningState]
  private let verdicts: [Verdict]
  /// The same by weekday, each from 0.
  let days: [[Segment]]

  init(_ book: RuleBook) {
    // Any week will do; 1970-01-05 was a Monday.
    days = (4..<11).map(book.segments(onDay:))
    var starts: [Int32] = []
    var verdicts: [Verdict] = []
    for (weekday, segments) in days.enumerated() {
      for segment in segments where verdicts.last != segment.verdict {
        starts.append(Int32(weekday * 1440 + segment.start))
        verdicts.append(segment.verdict)
      }
    }
    self.starts = starts
    self.verdicts = verdicts
    states = verdicts.map(\.state)
  }

  /// The state at a local time, given in seconds as if it were UTC.
  ///
  /// - Complexity: O(log *n*), *n* being the changes in a week.
  func state(atLocal seconds: Int64) -> OpeningState { states[index(seconds)] }

  private func index(_ seconds: Int64) -> Int {
    // 1970-01-01 was a Thursday, three days into its week.
    let shifted = (seconds + 3 * 86_400) % 604_800
    let minute = Int32(truncatingIfNeeded: (shifted < 0 ? shifted + 604_800 : shifted) / 60)
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) >> 1
      if starts[middle] <= minute { low = middle } else { high = middle }
    }
    return low
  }
}
