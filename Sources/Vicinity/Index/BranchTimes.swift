import Synchronization

/// The times of the events below a branch of leaves: a search in a window of time skips the leaves without events in
/// it.
///
/// A view of memory owned by an `IndexSnapshot`, like the branch: for each slot of time, the children with an event
/// then. Slots repeat, so a child may be found that has an event at another time only.
struct BranchTimes {
  fileprivate let children: UnsafeMutablePointer<UInt64>

  /// Half a slot is a usual event; the slots last for seven weeks.
  private static let (slotCount, slotSecondsBits) = (256, Int64(14))
  fileprivate static let byteCount = 8 * slotCount

  /// The slots of a time span of limited length.
  struct Span {
    fileprivate let first: Int
    fileprivate let count: Int

    fileprivate static var all: Span { Span(from: 0, to: .max) }

    /// - Parameters:
    ///   - from: Unix seconds.
    ///   - to: the first second after it.
    fileprivate init(from: Int64, to: Int64) {
      let first = from >> BranchTimes.slotSecondsBits
      self.first = Int(first)
      count = Int(min(max(to - 1, from) >> BranchTimes.slotSecondsBits - first + 1, Int64(BranchTimes.slotCount)))
    }

    /// The slots of all events with a relation to a window; nil if these are all.
    init?(_ extent: WindowExtent) {
      guard extent.relation != .isOver, extent.from > .min, extent.to < .max else { return nil }
      self.init(from: extent.from, to: extent.to)
      if count == BranchTimes.slotCount { return nil }
    }
  }

  /// The children that may have an event in a time span.
  func children(in span: Span) -> EntrySet {
    var found: UInt64 = 0
    for slot in span.first..<(span.first + span.count) { found |= children[slot & (Self.slotCount - 1)] }
    return EntrySet(bits: found)
  }

  /// Enters the events of a child.
  fileprivate func add(_ leaf: Leaf, at child: Int) {
    let bit: UInt64 = 1 << UInt64(child)
    for index in leaf.positions(of: .event) {
      let (entry, times) = (Entry(leaf: leaf, index: index), Entry(leaf: leaf, index: index).ownTimes)
      // Without a start, an event is in no window.
      guard entry.recurs || times.starts < .max else { continue }
      let span = entry.recurs ? Span.all : Span(from: times.starts, to: times.over)
      for slot in span.first..<(span.first + span.count) { children[slot & (Self.slotCount - 1)] |= bit }
    }
  }
}

extension IndexSnapshot {
  /// The times below a branch of leaves, made when a search first needs them; nil while not all leaves are loaded.
  func times(below branch: Branch) -> BranchTimes? {
    let known = branch.timesSlot.pointee.load(ordering: .acquiring)
    if let children = UnsafeMutablePointer<UInt64>(bitPattern: known) { return BranchTimes(children: children) }
    let leaves = (0..<branch.count).lazy.map { self.leaf(Int(branch.nodes[$0])) }
    guard leaves.allSatisfy({ $0 != nil }) else { return nil }
    let memory = arena.allocate(byteCount: BranchTimes.byteCount)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: BranchTimes.byteCount)
    let made = BranchTimes(children: memory.assumingMemoryBound(to: UInt64.self))
    for (child, leaf) in leaves.enumerated() { if let leaf { made.add(leaf, at: child) } }
    // Another thread may have been faster: both are alike.
    branch.timesSlot.pointee.store(UInt(bitPattern: memory), ordering: .releasing)
    return made
  }
}
