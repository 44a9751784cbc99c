/// Keeps events that overlap a window; other kinds are not its business.
///
/// An event without a known end counts as the one moment of its start.
struct DuringTest {
  /// Unix seconds.
  let from: Int64
  let to: Int64

  /// A window of instants, the same everywhere; nothing overlaps an empty one.
  init(_ window: Query.Window, now: Instant) {
    let start = window.from.instant(in: nil, now: now)
    let end = start.flatMap { window.to.instant(in: nil, now: $0) }
    from = start?.secondsSince1970 ?? .max
    to = end?.secondsSince1970 ?? .min
  }

  fileprivate init(_ seconds: Range<Int64>) {
    from = seconds.lowerBound
    to = seconds.upperBound
  }

  @inline(__always)
  func narrow(_ entries: inout EntrySet, of leaf: Leaf) {
    let shape = leaf.shape
    let (first, beyond) = (shape.firstEvent, shape.firstCouch)
    let (starts, ends) = (leaf.starts, leaf.ends)
    entries.keep { position in
      guard position >= first, position < beyond else { return true }
      return overlaps(starts[position - first], ends[position - first])
    }
  }

  @inline(__always)
  fileprivate func overlaps(_ start: Int64, _ end: Int64) -> Bool {
    // Without a start it is at the end of time.
    from < to && start < to && from < max(end, start &+ 1) && start != .max
  }
}

/// The same with a window that is told by the clock on the wall where the event is.
final class LocalDuringTest {
  private let window: Query.Window
  private let clock: OpeningClock

  init(_ window: Query.Window, clock: OpeningClock) {
    self.window = window
    self.clock = clock
  }

  func narrow(_ entries: inout EntrySet, of leaf: Leaf) throws {
    try entries.keep { position in
      let entry = Entry(leaf: leaf, index: position)
      guard entry.kind == .event else { return true }
      guard let seconds = try clock.seconds(from: window.from, to: window.to, zone: entry.zone) else { return false }
      return DuringTest(seconds).overlaps(entry.starts, entry.ends)
    }
  }
}
