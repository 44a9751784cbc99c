import Foundation
import Synchronization

/// What is known of an R-tree apart from its nodes. A version shares with the one before whatever its changes leave
/// alone.
final class TreeKnowledge: Sendable {
  /// Posting lists read so far.
  let postings: PostingCache
  /// Sums below inner nodes that have been computed so far.
  let sums: NodeCache<SubtreeSums>
  let comingSums: NodeCache<ComingSums>
  let facetSums: NodeCache<[FacetSums.Key: FacetSums]>
  /// The texts in the columns of leaves.
  let texts: TextNumbers
  /// The rows found for words so far.
  let found: FoundRowsCache
  /// The corrections of mistyped words.
  let corrections: CorrectionCache
  /// The verdicts of conditions that are costly to test.
  let verdicts: VerdictCache
  let profile = AtomicLazyReference<Boxed<CatalogProfile>>()
  let hasSynonyms = AtomicLazyReference<Boxed<Bool>>()
  let order: Preparation<TreeOrder>
  let keyBounds: KeyBoundsCache
  let times: Preparation<TimedListings>
  let nodeValues: Preparation<NodeValues>
  /// The number of leaves that have been decoded.
  let loadedLeaves: Atomic<Int>
  /// Ends the running builds, when these versions have no readers any longer.
  let stop: StopSign
  /// The memory of decoded nodes.
  let arena: PageArena
  /// The size of all that is decoded, without what all versions share.
  let memory: ByteCount
  private let parents: NodeParents

  /// - Parameters:
  ///   - highestNode: the highest node number.
  ///   - memoryLimit: the maximum size of everything in bytes.
  /// - Throws: `CatalogError.damaged` when there is not enough memory for that many nodes.
  init(highestNode: Int, memoryLimit: Int) throws {
    memory = ByteCount()
    (postings, sums, comingSums, facetSums, corrections) = (.init(), .init(), .init(), .init(), .init())
    (arena, texts, keyBounds) = (.init(in: memory), .init(in: memory), .init(in: memory))
    found = FoundRowsCache(memoryLimit: memoryLimit / 4, in: memory)
    verdicts = VerdictCache(nodeCount: highestNode + 1, memoryLimit: memoryLimit / 16, in: memory)
    (order, times, nodeValues, stop) = (Preparation(), Preparation(), Preparation(), StopSign())
    loadedLeaves = Atomic(0)
    parents = try NodeParents(highestNode: highestNode)
  }

  /// What is known of a later version.
  ///
  /// - Throws: `CatalogError.damaged` when there is not enough memory for that many nodes.
  init(after earlier: TreeKnowledge, _ changes: IndexChanges, highestNode: Int) throws {
    let (parts, order) = (changes.parts, changes.order)
    // Verdicts are those on the memory of a leaf.
    (texts, arena, memory, verdicts) = (earlier.texts, earlier.arena, earlier.memory, earlier.verdicts)
    sums = .init(after: earlier.sums, without: changes.ancestors)
    comingSums = .init(after: earlier.comingSums, without: changes.ancestors)
    facetSums =
      changes.changesDefinitions ? .init() : .init(after: earlier.facetSums, without: changes.ancestors)
    let isOfNames = parts.contains(.words) || parts.contains(.place)
    let isOfFacts = isOfNames || parts.contains(.facts)
    postings = isOfFacts ? .init(after: earlier.postings, changes) : earlier.postings
    found = isOfFacts ? .init(after: earlier.found, changes, in: memory) : earlier.found
    corrections = isOfNames ? .init() : earlier.corrections
    let isOfStatistics = isOfFacts || parts.contains(.rating)
    if !isOfStatistics, let known = earlier.profile.load() { _ = profile.storeIfNil(known) }
    if !isOfNames, let known = earlier.hasSynonyms.load() { _ = hasSynonyms.storeIfNil(known) }
    if changes.nodes.isEmpty {
      (self.order, stop, parents) = (earlier.order, earlier.stop, earlier.parents)
    } else {
      (self.order, stop) = (Preparation(order), StopSign())
      if order == nil, let known = earlier.order.made { memory.add(-known.byteCount) }
      parents = try NodeParents(after: earlier.parents, changes.nodes, highestNode: highestNode)
    }
    times = isOfFacts ? Preparation() : earlier.times
    if isOfFacts, let known = earlier.times.made { memory.add(-known.byteCount) }
    nodeValues = isOfStatistics ? Preparation() : earlier.nodeValues
    if isOfStatistics, let known = earlier.nodeValues.made { memory.add(-known.byteCount) }
    loadedLeaves = Atomic(earlier.loadedLeaves.load(ordering: .relaxed))
    keyBounds = .init(after: earlier.keyBounds, changes, in: memory)
  }

  /// The known nodes above nodes.
  func ancestors(of nodes: Set<Int>) -> Set<Int> { parents.ancestors(of: nodes) }

  /// Records the parent of nodes; see `NodeParents`.
  func adopt(_ children: [Int], by branch: Int) throws { try parents.adopt(children, by: branch) }
}

/// By node number, the parent branch; 0 if unknown.
private final class NodeParents: @unchecked Sendable {
  // Unchecked because of the pointer: it is initialized in `init`, freed in `deinit`, and every access is atomic.

  private let parents: UnsafeMutablePointer<Atomic<UInt32>>
  private let count: Int

  /// - Throws: `CatalogError.damaged` when there is not enough memory for that many nodes.
  init(highestNode: Int) throws {
    count = highestNode + 1
    // `calloc` allocates zero pages lazily, on first access: numbers have gaps, and damage can make large ones.
    guard let parents = calloc(count, MemoryLayout<Atomic<UInt32>>.stride) else {
      throw RTreeNode.damaged(highestNode, "there is no memory for nodes of such numbers")
    }
    self.parents = parents.bindMemory(to: Atomic<UInt32>.self, capacity: count)
  }

  /// The same, after changes of some nodes.
  convenience init(after earlier: NodeParents, _ nodes: Set<Int>, highestNode: Int) throws {
    try self.init(highestNode: highestNode)
    for node in 0..<earlier.count {
      let parent = earlier.parents[node].load(ordering: .relaxed)
      if parent != 0, !nodes.contains(Int(parent)) { parents[node].store(parent, ordering: .relaxed) }
    }
  }

  deinit { free(parents) }

  func ancestors(of nodes: Set<Int>) -> Set<Int> {
    var ancestors: Set<Int> = []
    for node in nodes {
      var next = node
      while next >= 0, next < count {
        next = Int(parents[next].load(ordering: .relaxed))
        guard next > 0, ancestors.insert(next).inserted else { break }
      }
    }
    return ancestors
  }

  /// Records the parent of nodes. A node has one parent, and the root none: so the tree has no cycles and no second
  /// path to any node.
  /// - Throws: `CatalogError.damaged` otherwise.
  func adopt(_ children: [Int], by branch: Int) throws {
    guard Set(children).count == children.count else { throw RTreeNode.damaged(branch, "it names a node twice") }
    for child in children {
      guard child > RTreeNode.root, child < count else {
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
