/// Keeps events that overlap a window; other kinds are not its business.
///
/// An event without a known end counts as the one moment of its start.
struct DuringTest {
  private let window: Query.Window
  private let clock: OpeningClock
  /// The window in Unix seconds where it is the same everywhere; nil when it is told by the listing's clock.
  private let everywhere: Range<Int64>?

  init(_ window: Query.Window, clock: OpeningClock) throws {
    self.window = window
    self.clock = clock
    let isLocal = window.from.isLocal || window.to.isLocal
    everywhere = isLocal ? nil : try clock.seconds(from: window.from, to: window.to, zone: 0) ?? 0..<0
  }

  @inline(__always)
  func narrow(_ entries: inout EntrySet, of leaf: Leaf) throws {
    let first = leaf.shape.firstEvent
    let beyond = leaf.shape.firstCouch
    let (starts, ends) = (leaf.starts, leaf.ends)
    try entries.keep { position in
      guard position >= first, position < beyond else { return true }
      let start = starts[position - first]
      guard start != .max, let window = try seconds(in: Int32(leaf.zones[position])) else { return false }
      return start < window.upperBound && window.lowerBound < max(ends[position - first], start + 1)
    }
  }

  @inline(__always)
  private func seconds(in zone: Int32) throws -> Range<Int64>? {
    if let everywhere { return everywhere.isEmpty ? nil : everywhere }
    return try clock.seconds(from: window.from, to: window.to, zone: zone)
  }
}
