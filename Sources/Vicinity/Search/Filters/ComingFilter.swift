import CivilTime

/// Leaves out events that are over; passes all other kinds, and events without known times.
///
/// Recurring events pass: their occurrences are filtered later, one by one.
struct ComingFilter {
  /// Unix seconds.
  let now: Int64

  init(now: Instant) { self.now = now.secondsSince1970 }

  /// Whether an event at these times is over.
  @inline(__always)
  func isOver(_ times: OccurrenceTimes) -> Bool { times.starts != .max && times.over <= now }

  @inline(__always)
  func narrow(_ entries: inout EntrySet, of leaf: Leaf) {
    let shape = leaf.shape
    guard shape.firstEvent < shape.firstCouch else { return }
    var events = EntrySet(range: shape.firstEvent..<shape.firstCouch)
    events.formIntersection(entries)
    events.subtract(leaf.recurring)
    guard !events.isEmpty else { return }
    let (starts, ends) = (leaf.starts - shape.firstEvent, leaf.ends - shape.firstEvent)
    entries.subtract(events.kept { isOver(OccurrenceTimes(starts: starts[$0], ends: ends[$0])) })
  }
}
