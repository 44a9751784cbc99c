import CPrefetch
import Geography
import Synchronization

/// One inner node of the R-tree, decoded: the boxes of its children in columns of 32-bit floats, as SQLite stores them.
///
/// A view of memory that an `IndexSnapshot` owns; valid for the lifetime of the snapshot.
struct Branch {
  let base: UnsafeMutableRawPointer

  /// The width of the vectors in which boxes are tested; columns are padded with empty boxes to a multiple of it.
  static let lanes = 8
  private static let header = 64

  @inline(__always) var count: Int { Int(base.load(as: Int32.self)) }
  @inline(__always) var paddedCount: Int { Int(base.load(fromByteOffset: 4, as: Int32.self)) }
  @inline(__always) var souths: UnsafeMutablePointer<Float> { column(0) }
  @inline(__always) var wests: UnsafeMutablePointer<Float> { column(1) }
  @inline(__always) var norths: UnsafeMutablePointer<Float> { column(2) }
  @inline(__always) var easts: UnsafeMutablePointer<Float> { column(3) }
  @inline(__always) var nodes: UnsafeMutablePointer<UInt32> {
    (base + Self.header + 16 * paddedCount).assumingMemoryBound(to: UInt32.self)
  }

  /// The bounds of all boxes to the west and east.
  @inline(__always) var west: Float { base.load(fromByteOffset: 40, as: Float.self) }
  @inline(__always) var east: Float { base.load(fromByteOffset: 44, as: Float.self) }

  /// The box of a child; rounded outward.
  func box(_ child: Int) -> BoundingBox {
    BoundingBox(
      south: Double(souths[child]), west: Double(wests[child]), north: Double(norths[child]), east: Double(easts[child])
    )
  }

  /// Prefetches the boxes of the children.
  @inline(__always)
  func prefetch() { for line in 0..<14 { prefetch_line(base + 64 * line) } }

  /// The number of listings of a kind below; nil until counted.
  func total(of kind: Kind) -> Int? {
    let total = totals[kind.ordinal].load(ordering: .relaxed)
    return total < 0 ? nil : total
  }

  /// Stores the number of listings of a kind below.
  func setTotal(_ total: Int, of kind: Kind) { totals[kind.ordinal].store(total, ordering: .relaxed) }

  private var totals: UnsafeMutablePointer<Atomic<Int>> { (base + 8).assumingMemoryBound(to: Atomic<Int>.self) }

  /// The address of the `BranchTimes`; 0 until known.
  @inline(__always)
  var timesSlot: UnsafeMutablePointer<Atomic<UInt>> { (base + 32).assumingMemoryBound(to: Atomic<UInt>.self) }

  /// Forgets what is known of the listings below.
  private func clearKnowledge() {
    for kind in Kind.allCases { (totals + kind.ordinal).initialize(to: Atomic(-1)) }
    timesSlot.initialize(to: Atomic(0))
  }

  @inline(__always)
  private func column(_ number: Int) -> UnsafeMutablePointer<Float> {
    (base + Self.header + 4 * number * paddedCount).assumingMemoryBound(to: Float.self)
  }

  /// Decodes an inner node into an arena; its cells refer to nodes.
  static func decode(_ node: RTreeNode, in arena: PageArena) -> Branch {
    let padded = (node.count + lanes - 1) / lanes * lanes
    let branch = Branch(base: arena.allocate(byteCount: header + 20 * padded))
    branch.base.storeBytes(of: Int32(node.count), as: Int32.self)
    branch.base.storeBytes(of: Int32(padded), toByteOffset: 4, as: Int32.self)
    branch.clearKnowledge()
    for child in 0..<padded { branch.fill(child, from: node) }
    let (wests, easts) = ((0..<node.count).map { branch.wests[$0] }, (0..<node.count).map { branch.easts[$0] })
    branch.base.storeBytes(of: wests.min() ?? .infinity, toByteOffset: 40, as: Float.self)
    branch.base.storeBytes(of: easts.max() ?? -.infinity, toByteOffset: 44, as: Float.self)
    return branch
  }

  /// A copy without what is known of the listings below.
  func cleared(in arena: PageArena) -> Branch {
    let size = Self.header + 20 * paddedCount
    let copy = Branch(base: arena.allocate(byteCount: size))
    copy.base.copyMemory(from: base, byteCount: size)
    copy.clearKnowledge()
    return copy
  }

  private func fill(_ child: Int, from node: RTreeNode) {
    let isChild = child < node.count
    // An empty box contains nothing and is infinitely far away.
    let box = isChild ? node.floats(child) : (south: .infinity, west: .infinity, north: -.infinity, east: -.infinity)
    (souths + child).initialize(to: box.south)
    (wests + child).initialize(to: box.west)
    (norths + child).initialize(to: box.north)
    (easts + child).initialize(to: box.east)
    (nodes + child).initialize(to: isChild ? UInt32(truncatingIfNeeded: node.number(child)) : 0)
  }
}
