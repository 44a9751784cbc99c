import CPrefetch
import Foundation
import Synchronization

/// The R-tree of one version of the catalog, with every node accessed so far, decoded.
///
/// Shared by all search threads without locks: a node's slot is filled once and never changes. A new version gets a new
/// snapshot. Nodes are views of memory that lives as long as the snapshot.
///
/// The tree in the file is not trusted. A slot knows whether its node was decoded as a leaf or as a branch, and is
/// never read as the other. A node belongs to one branch (`adopt`), so nothing is visited twice, however the nodes
/// refer to each other.
final class IndexSnapshot: @unchecked Sendable {
  // Unchecked because of the pointers: slots and parents are initialized in `init`, freed in `deinit`, and every access
  // in between is atomic.

  /// The version shown.
  let version: CatalogVersion
  /// Levels below the root.
  let depth: Int
  /// Posting lists read so far.
  let postings = PostingCache()
  let occurrences = OccurrenceCache()
  /// Sums below inner nodes, as far as computed.
  let sums = SubtreeSums.Cache()
  let comingSums = ComingSums.Cache()
  /// The texts in the columns of leaves.
  let texts = TextNumbers()
  /// The rows found for words so far.
  let found: FoundRowsCache
  private let order = AtomicLazyReference<TreeOrder>()
  private let orderBuilding = Mutex(())
  /// The work of searches that the order of the tree would have saved, in the planner's unit.
  private let savableWork = Atomic(0)
  private let hasSynonyms = AtomicLazyReference<Boxed<Bool>>()
  /// The frequencies of the tags queried so far.
  let frequencies = TagFrequencies()
  private let profile = AtomicLazyReference<Boxed<CatalogProfile>>()
  /// By node number, the address of the decoded node, with the lowest bit set for a leaf; 0 if not loaded.
  private let slots: UnsafeMutablePointer<Atomic<UInt>>
  /// By node number, the parent branch; 0 if unknown.
  private let parents: UnsafeMutablePointer<Atomic<UInt32>>
  private let slotCount: Int

  /// The kind as which a node was decoded.
  enum NodeKind: UInt { case branch = 0, leaf = 1 }

  /// The memory of decoded nodes.
  let arena = PageArena()

  /// - Parameters:
  ///   - highestNode: the highest node number.
  ///   - memoryLimit: the maximum size of everything in bytes.
  /// - Throws: `CatalogError.damaged` when there is not enough memory for that many nodes.
  init(version: CatalogVersion, depth: Int, highestNode: Int, memoryLimit: Int) throws {
    self.version = version
    found = FoundRowsCache(memoryLimit: memoryLimit / 4)
    self.depth = depth
    slotCount = highestNode + 1
    // `calloc` allocates zero pages lazily, on first access: numbers have gaps, and damage can make large ones.
    guard let slots = calloc(slotCount, MemoryLayout<Atomic<UInt>>.stride),
      let parents = calloc(slotCount, MemoryLayout<Atomic<UInt32>>.stride)
    else { throw RTreeNode.damaged(highestNode, "there is no memory for nodes of such numbers") }
    self.slots = slots.bindMemory(to: Atomic<UInt>.self, capacity: slotCount)
    self.parents = parents.bindMemory(to: Atomic<UInt32>.self, capacity: slotCount)
  }

  deinit {
    free(slots)
    free(parents)
  }

  /// The statistics for the planner.
  func profile(by worker: IndexReader) throws -> CatalogProfile {
    if let profile = profile.load() { return profile.value }
    return profile.storeIfNil(Boxed(try CatalogProfile(from: worker))).value
  }

  /// The memory of the decoded nodes, posting lists, columns and found rows in bytes.
  @inline(__always) var byteCount: Int { arena.byteCount + texts.byteCount + found.byteCount }

  /// The order of the tree, if it is known or worth knowing: once the searches that did without it have cost as much as
  /// it does.
  ///
  /// - Parameter savable: the work of a search that the order would save, in the planner's unit.
  func order(saving savable: Double, by worker: IndexReader) throws -> TreeOrder? {
    if let order = knownOrder { return order }
    let spent = savableWork.wrappingAdd(Int(min(savable, 1e12)), ordering: .relaxed).newValue
    guard Double(spent) >= TreeOrder.workPerListing * (try profile(by: worker).listings) else { return nil }
    return try loadOrder(by: worker)
  }

  /// The order of the tree; nil if it is not known.
  @inline(__always) var knownOrder: TreeOrder? { order.load() }

  /// The order of the tree.
  func loadOrder(by worker: IndexReader) throws -> TreeOrder {
    try orderBuilding.withLock { _ in
      if let order = order.load() { return order }
      return order.storeIfNil(try TreeOrder(of: self, by: worker))
    }
  }

  /// Whether the catalog has synonyms.
  func hasSynonyms(by worker: IndexReader) throws -> Bool {
    if let known = hasSynonyms.load() { return known.value }
    return hasSynonyms.storeIfNil(Boxed(try worker.hasSynonyms())).value
  }

  /// A leaf; nil if not loaded, and for a node that was decoded as a branch.
  @inline(__always)
  func leaf(_ node: Int) -> Leaf? {
    let word = word(node)
    guard word & 1 == NodeKind.leaf.rawValue else { return nil }
    return UnsafeRawPointer(bitPattern: word & ~1).map { Leaf(base: $0) }
  }

  /// A branch; nil if not loaded, and for a node that was decoded as a leaf.
  @inline(__always)
  func branch(_ node: Int) -> Branch? {
    let word = word(node)
    guard word & 1 == NodeKind.branch.rawValue else { return nil }
    return UnsafeMutableRawPointer(bitPattern: word).map { Branch(base: $0) }
  }

  @inline(__always)
  private func word(_ node: Int) -> UInt {
    guard node >= 0, node < slotCount else { return 0 }
    return slots[node].load(ordering: .acquiring)
  }

  /// Prefetches the header of a node that will soon be visited, if it is loaded.
  @inline(__always)
  func prefetch(node: UInt32) {
    if let memory = UnsafeRawPointer(bitPattern: word(Int(node)) & ~1) { prefetch_line(memory) }
  }

  /// Publishes a node decoded into the arena; if another thread was faster, its copy is returned.
  /// - Throws: `CatalogError.damaged` when the node has been decoded as the other kind.
  func keep(
    _ memory: UnsafeMutableRawPointer, as kind: NodeKind, _ node: Int
  ) throws -> UnsafeMutableRawPointer {
    guard node >= 0, node < slotCount else {
      throw RTreeNode.damaged(node, "its number is above the highest one, \(slotCount - 1)")
    }
    let (exchanged, original) = slots[node].compareExchange(
      expected: 0, desired: UInt(bitPattern: memory) | kind.rawValue, ordering: .acquiringAndReleasing)
    if exchanged { return memory }
    guard original & 1 == kind.rawValue, let kept = UnsafeMutableRawPointer(bitPattern: original & ~1) else {
      throw RTreeNode.damaged(node, "it is reached on two levels, as a leaf and as an inner node")
    }
    return kept
  }

  /// Records the parent of nodes. A node has one parent, and the root none: so the tree has no cycles and no second
  /// path to any node.
  /// - Throws: `CatalogError.damaged` otherwise.
  func adopt(_ children: [Int], by branch: Int) throws {
    guard Set(children).count == children.count else { throw RTreeNode.damaged(branch, "it names a node twice") }
    for child in children {
      guard child > RTreeNode.root, child < slotCount else {
        throw RTreeNode.damaged(branch, "it refers to node \(child), which cannot hang from it")
      }
      let (exchanged, other) = parents[child].compareExchange(
        expected: 0, desired: UInt32(truncatingIfNeeded: branch), ordering: .relaxed)
      guard exchanged || Int(other) == branch else {
        throw RTreeNode.damaged(child, "it hangs from two nodes, \(other) and \(branch)")
      }
    }
  }
}

/// A value behind a reference.
final class Boxed<Value: Sendable>: Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}
