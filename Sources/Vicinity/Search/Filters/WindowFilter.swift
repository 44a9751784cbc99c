import CivilTime

/// Keeps events that take place at a time; passes all other kinds.
///
/// Recurring events pass: their occurrences are filtered later, one by one.
final class WindowFilter {
  private let window: Query.Window
  private let now: Instant
  private let numbers: DictionaryCache.Reader
  /// The resolved window by number of the zone; a single one where the zone does not matter.
  private var extents: [Int32: WindowExtent?] = [:]
  /// The last zone used: events of one region share a zone.
  private var latest: (zone: Int32, extent: WindowExtent?)

  init(_ window: Query.Window, now: Instant, numbers: DictionaryCache.Reader) {
    self.window = window
    self.now = now
    self.numbers = numbers
    latest = (-1, window.isLocal ? nil : window.extent(in: nil, now: now))
  }

  /// The window resolved at the event's place; nil when it is empty.
  @inline(__always)
  func extent(zone: Int32) throws -> WindowExtent? {
    if latest.zone != zone, window.isLocal { latest = (zone, try localExtent(zone: zone)) }
    return latest.extent
  }

  /// No zone is farther from UTC, in seconds.
  static let mostOffset: Int64 = 16 * 3600

  /// A window with the same relation that every event satisfies that satisfies this one, in any zone; nil if it is
  /// empty.
  var coveringExtent: WindowExtent? {
    guard window.isLocal else { return window.extent(in: nil, now: now) }
    let offset = Self.mostOffset
    guard let first = window.extent(in: .utc, now: now - offset), let last = window.extent(in: .utc, now: now + offset)
    else { return nil }
    return WindowExtent(
      from: first.from == .min ? .min : first.from - offset, to: last.to == .max ? .max : last.to + offset,
      relation: first.relation)
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
    var events = EntrySet(range: shape.firstEvent..<shape.firstCouch)
    events.formIntersection(entries)
    entries.subtract(events)
    events.subtract(leaf.off)
    while !events.isEmpty {
      // Usually all of them: the events of a leaf lie in one zone.
      let alike = window.isLocal ? events.sharing(leaf.zones) : events
      events.subtract(alike)
      guard let extent = try extent(zone: alike.first.map { Int32(leaf.zones[$0]) } ?? 0) else { continue }
      entries.formUnion(alike.narrowed(to: extent, of: leaf, first: shape.firstEvent))
    }
  }
}

extension EntrySet {
  /// The entries that have the same number in a column as the first.
  @inline(__always)
  fileprivate func sharing(_ column: UnsafePointer<UInt16>) -> EntrySet {
    guard let first else { return self }
    let number = column[first]
    return kept { column[$0] == number }
  }

  /// The events that satisfy the relation, and all recurring ones.
  @inline(__always)
  fileprivate func narrowed(to extent: WindowExtent, of leaf: Leaf, first: Int) -> EntrySet {
    let (starts, ends, recurring) = (leaf.starts - first, leaf.ends - first, leaf.recurring)
    var once = self
    once.subtract(recurring)
    var passing = self
    passing.formIntersection(recurring)
    let (from, to) = (extent.from, extent.to)
    switch extent.relation {
    case .overlaps:
      passing.formUnion(
        once.kept {
          // A missing start is `.max`, and never before the end of the window.
          let times = OccurrenceTimes(starts: starts[$0], ends: ends[$0])
          return times.starts < to && from < times.over
        })
    case .begins, .isOver:
      passing.formUnion(once.kept { extent.admits(OccurrenceTimes(starts: starts[$0], ends: ends[$0])) })
    }
    return passing
  }
}
