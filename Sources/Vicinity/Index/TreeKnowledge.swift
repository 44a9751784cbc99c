import Foundation
import Synchronization

/// Facts about an R-tree apart from its nodes: the same for all versions between which only taken nights and ratings
/// have changed.
final class TreeKnowledge: @unchecked Sendable {
  // Unchecked because of the pointer: it is initialized in `init`, freed in `deinit`, and every access is atomic.

  /// Posting lists read so far.
  let postings = PostingCache()
  /// Sums below inner nodes that have been computed so far.
  let sums = SubtreeSums.Cache()
  let comingSums = ComingSums.Cache()
  /// The texts in the columns of leaves.
  let texts: TextNumbers
  /// The rows found for words so far.
  let found: FoundRowsCache
  /// The corrections of mistyped words.
  let corrections = CorrectionCache()
  /// The verdicts of conditions that are dear to test.
  let verdicts: VerdictCache
  /// The frequencies of the tags queried so far.
  let frequencies = TagFrequencies()
  let profile = AtomicLazyReference<Boxed<CatalogProfile>>()
  let hasSynonyms = AtomicLazyReference<Boxed<Bool>>()
  let order = Preparation<TreeOrder>()
  let keyBounds: KeyBoundsCache
  let eventTimes = Preparation<TimedEvents>()
  let nodeValues = Preparation<NodeValues>()
  /// The number of leaves that have been decoded.
  let loadedLeaves = Atomic(0)
  /// Ends the running builds, when these versions have no readers any longer.
  let stop = StopSign()
  /// The memory of decoded nodes.
  let arena: PageArena
  /// The size of all that is decoded, without what all versions share.
  let memory = ByteCount()
  /// By node number, the parent branch; 0 if unknown.
  private let parents: UnsafeMutablePointer<Atomic<UInt32>>
  private let nodeCount: Int

  /// - Parameters:
  ///   - highestNode: the highest node number.
  ///   - memoryLimit: the maximum size of everything in bytes.
  /// - Throws: `CatalogError.damaged` when there is not enough memory for that many nodes.
  init(highestNode: Int, memoryLimit: Int) throws {
    nodeCount = highestNode + 1
    arena = PageArena(in: memory)
    texts = TextNumbers(in: memory)
    keyBounds = KeyBoundsCache(in: memory)
    found = FoundRowsCache(memoryLimit: memoryLimit / 4, in: memory)
    verdicts = VerdictCache(nodeCount: nodeCount, memoryLimit: memoryLimit / 16, in: memory)
    // `calloc` allocates zero pages lazily, on first access: numbers have gaps, and damage can make large ones.
    guard let parents = calloc(nodeCount, MemoryLayout<Atomic<UInt32>>.stride) else {
      throw RTreeNode.damaged(highestNode, "there is no memory for nodes of such numbers")
    }
    self.parents = parents.bindMemory(to: Atomic<UInt32>.self, capacity: nodeCount)
  }

  deinit { free(parents) }

  /// Records the parent of nodes. A node has one parent, and the root none: so the tree has no cycles and no second
  /// path to any node.
  /// - Throws: `CatalogError.damaged` otherwise.
  func adopt(_ children: [Int], by branch: Int) throws {
    guard Set(children).count == children.count else { throw RTreeNode.damaged(branch, "it names a node twice") }
    for child in children {
      guard child > RTreeNode.root, child < nodeCount else {
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
