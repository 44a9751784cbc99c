/// The events of a tree by start, so that those in a window are found without their leaves.
final class TimedEvents: Sendable {
  /// Ascending, of all events that do not recur.
  private let starts: [Int64]
  /// By position among the starts: the first second after the event, and its place.
  private let overs: [Int64]
  private let places: [UInt32]
  /// The places of recurring events, which may be on in any window.
  private let recurring: [UInt32]
  /// The longest event in seconds.
  private let longest: Int64
  private let order: TreeOrder

  /// Reads all leaves of a tree.
  ///
  /// - Complexity: O(n log n) in the events.
  init(of snapshot: IndexSnapshot, in order: TreeOrder, by worker: IndexReader) throws {
    var (events, recurring) = ([(times: OccurrenceTimes, place: UInt32)](), [UInt32]())
    for number in 0..<order.leafCount {
      try worker.work.visitNodes()
      let leaf = try worker.leaf(order.node(ofLeaf: number), of: snapshot)
      for rank in 0..<leaf.count {
        let entry = Entry(leaf: leaf, index: leaf.position(ranked: rank))
        guard entry.kind == .event else { continue }
        let place = UInt32(truncatingIfNeeded: number * Leaf.capacity + rank)
        if entry.recurs {
          recurring.append(place)
        } else if entry.ownTimes.starts < .max {
          events.append((entry.ownTimes, place))
        }
      }
    }
    events.sort { $0.times.starts < $1.times.starts }
    (self.order, self.recurring) = (order, recurring)
    (starts, overs, places) = (events.map(\.times.starts), events.map(\.times.over), events.map(\.place))
    longest = zip(starts, overs).reduce(0) { max($0, $1.1 - $1.0) }
  }

  /// The cost of reading it per listing that is loaded, in the planner's unit.
  static let workPerListing = 1.0

  /// The size in bytes.
  var byteCount: Int { 20 * starts.count + 4 * recurring.count }

  /// At most this many events satisfy the relation to a window.
  func count(in extent: WindowExtent) -> Int { range(of: extent).count + recurring.count }

  /// The events that satisfy the relation to a window, and all recurring ones.
  func places(in extent: WindowExtent) -> PlaceSet {
    var found =
      range(of: extent).lazy.filter { index in
        extent.admits(OccurrenceTimes(starts: self.starts[index], ends: self.overs[index]))
      }.map { self.places[$0] } + recurring
    found.sort()
    return PlaceSet(found, in: order, keepsPositions: false)
  }

  /// The positions of the events that may satisfy the relation, by their starts.
  private func range(of extent: WindowExtent) -> Range<Int> {
    func first(from time: Int64) -> Int { starts.partitioningIndex { $0 >= time } }
    let from =
      switch extent.relation {
      case .begins: first(from: extent.from)
      case .overlaps: first(from: extent.from < .min + longest ? .min : extent.from - longest)
      case .isOver: 0
      }
    return from..<max(from, first(from: extent.to))
  }
}
