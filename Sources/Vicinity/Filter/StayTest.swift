/// Keeps couches that are free for the stay; other kinds are not its business.
struct StayTest {
  private let guests: Int
  private let from: Int32
  private let to: Int32

  init(_ stay: Query.Stay) {
    guests = stay.guests
    from = Int32(clamping: stay.nights.from.dayNumber)
    to = Int32(clamping: stay.nights.to.dayNumber)
  }

  @inline(__always)
  func narrow(_ entries: inout EntrySet, of leaf: Leaf) {
    let first = leaf.shape.firstCouch
    entries.keep { $0 < first || isFree($0 - first, on: leaf) }
  }

  @inline(__always)
  private func isFree(_ couch: Int, on leaf: Leaf) -> Bool {
    let count = to - from
    guard max(leaf.guests[couch], 1) >= guests, leaf.minNights[couch] <= count, count <= leaf.maxNights[couch] else {
      return false
    }
    for night in leaf.nights(ofCouch: couch) where night.to > from { return night.from >= to }
    return true
  }

  /// The free nights around the stay; of a couch that is free for it.
  func freeWindow(around entry: Entry) -> FreeWindow {
    FreeWindow(
      from: entry.nights.last { $0.to <= from }.map { LocalDate(dayNumber: Int($0.to)) },
      until: entry.nights.first { $0.from >= to }.map { LocalDate(dayNumber: Int($0.from)) })
  }
}
