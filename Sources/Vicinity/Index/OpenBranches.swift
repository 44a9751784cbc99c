/// The branches opened by a walk, with the bounds of their children.
///
/// Without a limit, a walk first has to reach the nearest leaf. So only the nearest child of a branch is queued, with
/// one element that represents all others; when that element comes first, there is a limit, and few of the others are
/// within it.
struct OpenBranches: ~Copyable {
  /// The capacity for the children of one branch.
  private static let room = Leaf.capacity

  private struct Frame {
    let nodes: UnsafeMutablePointer<UInt32>
    /// The level of the children; 0 for leaves.
    let level: Int32
    let paddedCount: Int
  }

  private var frames = ScratchBuffer<Frame>()
  private var bounds = UnsafeMutablePointer<Float>.allocate(capacity: 64 * room)
  private var capacity = 64

  deinit { bounds.deallocate() }

  mutating func removeAll() { frames.removeAll() }

  /// Opens a branch and queues its children.
  ///
  /// - Parameters:
  ///   - level: the level of its children.
  ///   - limit: children with larger bounds are dropped; nil while the search has no limit.
  ///   - bound: writes a bound for each child, infinity for unwanted ones, including the padding.
  @inline(__always)
  mutating func open(
    _ branch: Branch, of snapshot: IndexSnapshot, level: Int32, limit: Float?, into queue: inout SubtreeQueue,
    _ bound: (UnsafeMutablePointer<Float>) -> Void
  ) {
    if frames.count == capacity { grow() }
    let number = frames.count
    bound(bounds + number * Self.room)
    frames.append(Frame(nodes: branch.nodes, level: level, paddedCount: branch.paddedCount))
    if let limit { return insert(number, of: snapshot, through: limit, into: &queue) }
    guard let nearest = takeNearest(of: number) else { return }
    snapshot.prefetch(node: nearest.node)
    queue.insert(.init(bound: nearest.bound, node: UInt32(number), level: SubtreeQueue.others))
    queue.insert(nearest)
  }

  /// Queues the children represented by one element.
  @inline(__always)
  func insertOthers(
    _ others: SubtreeQueue.Subtree, of snapshot: IndexSnapshot, limit: Float, into queue: inout SubtreeQueue
  ) {
    insert(Int(others.node), of: snapshot, through: limit, into: &queue)
  }

  /// Queues the children with bounds up to a limit.
  @inline(__always)
  private func insert(
    _ number: Int, of snapshot: IndexSnapshot, through limit: Float, into queue: inout SubtreeQueue
  ) {
    let frame = frames[number]
    let bounds = bounds + number * Self.room
    let limit = min(limit, .greatestFiniteMagnitude)
    for first in stride(from: 0, to: frame.paddedCount, by: Branch.lanes) {
      let isWanted = Self.load(bounds + first) .<= limit
      guard any(isWanted) else { continue }
      for child in first..<(first + Branch.lanes) where bounds[child] <= limit {
        let node = frame.nodes[child]
        snapshot.prefetch(node: node)
        queue.insert(.init(bound: bounds[child], node: node, level: frame.level))
      }
    }
  }

  /// Removes the nearest child from its frame; nil when none is wanted.
  @inline(__always)
  private func takeNearest(of number: Int) -> SubtreeQueue.Subtree? {
    let frame = frames[number]
    let bounds = bounds + number * Self.room
    var smallest = SIMD8<Float>(repeating: .infinity)
    for first in stride(from: 0, to: frame.paddedCount, by: Branch.lanes) {
      let eight = Self.load(bounds + first)
      smallest = smallest.replacing(with: eight, where: eight .< smallest)
    }
    let bound = smallest.min()
    guard bound < .infinity else { return nil }
    var child = 0
    while bounds[child] != bound { child += 1 }
    bounds[child] = .infinity
    return .init(bound: bound, node: frame.nodes[child], level: frame.level)
  }

  @inline(__always)
  private static func load(_ bounds: UnsafeMutablePointer<Float>) -> SIMD8<Float> {
    UnsafeRawPointer(bounds).loadUnaligned(as: SIMD8<Float>.self)
  }

  private mutating func grow() {
    let larger = UnsafeMutablePointer<Float>.allocate(capacity: 2 * capacity * Self.room)
    larger.moveInitialize(from: bounds, count: capacity * Self.room)
    bounds.deallocate()
    (bounds, capacity) = (larger, 2 * capacity)
  }
}
