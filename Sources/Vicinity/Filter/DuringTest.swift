/// Keeps events that take place at a time; other kinds are not its business.
///
/// Events that recur pass: which of their occurrences do is decided later, one by one.
final class DuringTest {
  private let window: Query.Window
  private let now: Instant
  private let numbers: CatalogNumbers.Reader
  /// What the window means by number of the zone; where the zone does not matter there is one.
  private var extents: [Int32: WindowExtent?] = [:]
  /// The zone asked about last: events of one region share a zone.
  private var latest: (zone: Int32, extent: WindowExtent?)

  init(_ window: Query.Window, now: Instant, numbers: CatalogNumbers.Reader) {
    self.window = window
    self.now = now
    self.numbers = numbers
    latest = (-1, window.isLocal ? nil : window.extent(in: nil, now: now))
  }

  /// What the window means where an event is; nil when nothing can lie in it.
  @inline(__always)
  func extent(zone: Int32) throws -> WindowExtent? {
    if latest.zone != zone, window.isLocal { latest = (zone, try localExtent(zone: zone)) }
    return latest.extent
  }

  private func localExtent(zone: Int32) throws -> WindowExtent? {
    if let extent = extents[zone] { return extent }
    let extent = window.extent(in: try numbers.zone(zone), now: now)
    extents[zone] = extent
    return extent
  }

  @inline(__always)
  func narrow(_ entries: inout EntrySet, of leaf: Leaf) throws {
    let shape = leaf.shape
    let (first, beyond) = (shape.firstEvent, shape.firstCouch)
    let (starts, ends, zones) = (leaf.starts, leaf.ends, leaf.zones)
    let (recurring, off) = (leaf.recurring, leaf.off)
    try entries.keep { position in
      guard position >= first, position < beyond else { return true }
      guard let extent = try extent(zone: Int32(zones[position])), !off.contains(position) else { return false }
      if recurring.contains(position) { return true }
      return extent.admits(OccurrenceTimes(starts: starts[position - first], ends: ends[position - first]))
    }
  }
}
