/// The events of a tree by start and its bars by opening hours, so that those in a window, and those that are open at
/// some time, are found without their leaves.
final class TimedListings: Sized {
  /// Ascending, of all events that do not recur.
  private let starts: [Int64]
  /// By position among the starts: the first second after the event, and its place.
  private let overs: [Int64]
  private let places: [UInt32]
  /// The places of recurring events, which may be on in any window.
  private let recurring: [UInt32]
  /// The longest event in seconds.
  private let longest: Int64
  /// The number of each schedule of bars, 0 for bars without hours, and the places of its bars.
  private let bars: [(schedule: Int32, places: [UInt32])]
  private let order: TreeOrder

  /// Reads all leaves of a tree.
  ///
  /// - Complexity: O(n log n) in the events.
  init(of snapshot: IndexSnapshot, in order: TreeOrder, by worker: IndexReader) throws {
    var (events, recurring) = ([(times: OccurrenceTimes, place: UInt32)](), [UInt32]())
    var bars: [Int32: [UInt32]] = [:]
    for number in 0..<order.leafCount {
      try worker.work.visitNodes()
      let leaf = try worker.leaf(order.node(ofLeaf: number), of: snapshot)
      for rank in 0..<leaf.count {
        let entry = Entry(leaf: leaf, index: leaf.position(ranked: rank))
        let place = UInt32(truncatingIfNeeded: number * Leaf.capacity + rank)
        if entry.kind == .bar { bars[entry.schedule, default: []].append(place) }
        guard entry.kind == .event else { continue }
        if entry.recurs {
          recurring.append(place)
        } else if entry.ownTimes.starts < .max {
          events.append((entry.ownTimes, place))
        }
      }
    }
    events.sort { $0.times.starts < $1.times.starts }
    (self.order, self.recurring) = (order, recurring)
    self.bars = bars.map { ($0, $1) }
    (starts, overs, places) = (events.map(\.times.starts), events.map(\.times.over), events.map(\.place))
    longest = zip(starts, overs).reduce(0) { max($0, $1.1 - $1.0) }
  }

  /// The cost of reading it per listing that is loaded, in the planner's unit.
  static let workPerListing = 1.0

  /// The size in bytes.
  var byteCount: Int { 20 * starts.count + 4 * recurring.count + bars.reduce(0) { $0 + 64 + 4 * $1.places.count } }

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

  /// The number of different opening hours of bars.
  var scheduleCount: Int { bars.count }

  /// Tests the opening hours of bars, each once.
  ///
  /// - Returns: the lists of bars whose hours pass, and the number of bars on them.
  func bars(where admits: (Int32) throws -> Bool) rethrows -> (lists: [Int], count: Int) {
    let lists = try bars.indices.filter { try admits(bars[$0].schedule) }
    return (lists, lists.reduce(0) { $0 + bars[$1].places.count })
  }

  /// The bars on some lists.
  func places(ofBars lists: [Int]) -> PlaceSet {
    var leaves = [UInt64](repeating: 0, count: order.leafCount)
    for list in lists {
      for place in bars[list].places { leaves[Int(place) / Leaf.capacity] |= 1 &<< UInt64(Int(place) % Leaf.capacity) }
    }
    var places: [UInt32] = []
    for (number, ranks) in leaves.enumerated() where ranks != 0 {
      for rank in EntrySet(bits: ranks) { places.append(UInt32(truncatingIfNeeded: number * Leaf.capacity + rank)) }
    }
    return PlaceSet(places, in: order, keepsPositions: false)
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
