import CPrefetch
import Foundation
import Synchronization

/// The R-tree of one version of the catalog, with every page that a search has touched so far, decoded.
///
/// Shared by all search threads without locks: a page's slot is filled once and never changes. A new version gets a new snapshot.
/// Pages are views of memory that lives as long as the snapshot.
///
/// What the file says of its tree is not trusted. A slot knows whether its page was decoded as a leaf or as a branch, and is never read as
/// the other. A page belongs to one branch (`adopt`), so that nothing is visited twice, however the pages refer to one another.
final class IndexSnapshot: @unchecked Sendable {
  // Unchecked because of the pointers: slots and parents are initialised in `init`, freed in `deinit`, and every access in between is atomic.

  /// The version that this shows.
  let version: CatalogVersion
  /// Levels below the root.
  let depth: Int
  /// Posting lists read so far.
  let postings = PostingCache()
  let occurrences = OccurrenceCache()
  /// What lies below inner pages, as far as that has been added up.
  let sums = SubtreeSums.Cache()
  /// How frequent the tags are that were asked about.
  let frequencies = TagFrequencies()
  private let profile = AtomicLazyReference<Boxed<CatalogProfile>>()
  /// By number of the page the address of what was decoded, with the lowest bit set for a leaf; 0 until then.
  private let slots: UnsafeMutablePointer<Atomic<UInt>>
  /// By number of the page that of the branch it hangs from; 0 as long as nobody knows.
  private let parents: UnsafeMutablePointer<Atomic<UInt32>>
  private let slotCount: Int

  /// What a page was decoded as.
  enum PageKind: UInt { case branch = 0, leaf = 1 }

  /// Where decoded pages are laid out.
  let arena = PageArena()

  /// - Parameter highestPage: the highest page number.
  /// - Throws: `CatalogError.damaged` where there is no memory for so many pages.
  init(version: CatalogVersion, depth: Int, highestPage: Int) throws {
    self.version = version
    self.depth = depth
    slotCount = highestPage + 1
    // Zeros, of which the system makes memory when they are touched: numbers have gaps, and damage can make large ones.
    guard let slots = calloc(slotCount, MemoryLayout<Atomic<UInt>>.stride),
      let parents = calloc(slotCount, MemoryLayout<Atomic<UInt32>>.stride)
    else { throw RTreeNode.damaged(highestPage, "there is no memory for pages of such numbers") }
    self.slots = slots.bindMemory(to: Atomic<UInt>.self, capacity: slotCount)
    self.parents = parents.bindMemory(to: Atomic<UInt32>.self, capacity: slotCount)
  }

  deinit {
    free(slots)
    free(parents)
  }

  /// What the planner knows of the catalog.
  func profile(by worker: IndexReader) throws -> CatalogProfile {
    if let profile = profile.load() { return profile.value }
    return profile.storeIfNil(Boxed(try CatalogProfile(from: worker))).value
  }

  /// Bytes of memory that the decoded pages and posting lists take.
  @inline(__always) var byteCount: Int { arena.byteCount }

  /// A leaf; nil until it has been loaded, and for a page that was decoded as a branch.
  @inline(__always)
  func leaf(_ page: Int) -> Leaf? {
    let word = word(page)
    guard word & 1 == PageKind.leaf.rawValue else { return nil }
    return UnsafeRawPointer(bitPattern: word & ~1).map { Leaf(base: $0) }
  }

  /// A branch; nil until it has been loaded, and for a page that was decoded as a leaf.
  @inline(__always)
  func branch(_ page: Int) -> Branch? {
    let word = word(page)
    guard word & 1 == PageKind.branch.rawValue else { return nil }
    return UnsafeMutableRawPointer(bitPattern: word).map { Branch(base: $0) }
  }

  @inline(__always)
  private func word(_ page: Int) -> UInt {
    guard page >= 0, page < slotCount else { return 0 }
    return slots[page].load(ordering: .acquiring)
  }

  /// Asks for the head of a page that is soon to be visited, if it has been loaded.
  @inline(__always)
  func prefetch(page: UInt32) {
    if let memory = UnsafeRawPointer(bitPattern: word(Int(page)) & ~1) { prefetch_line(memory) }
  }

  /// Keeps a page decoded into the arena; where another thread was faster, its copy is kept and returned.
  /// - Throws: `CatalogError.damaged` when the page has been decoded as the other kind.
  func keep(
    _ memory: UnsafeMutableRawPointer, as kind: PageKind, _ page: Int
  ) throws -> UnsafeMutableRawPointer {
    guard page >= 0, page < slotCount else {
      throw RTreeNode.damaged(page, "its number is above the highest one, \(slotCount - 1)")
    }
    let (exchanged, original) = slots[page].compareExchange(
      expected: 0, desired: UInt(bitPattern: memory) | kind.rawValue, ordering: .acquiringAndReleasing)
    if exchanged { return memory }
    guard original & 1 == kind.rawValue, let kept = UnsafeMutableRawPointer(bitPattern: original & ~1) else {
      throw RTreeNode.damaged(page, "it is reached on two levels, as a leaf and as an inner page")
    }
    return kept
  }

  /// Notes that pages hang from a branch. A page hangs from one, and the root from none: so the tree has no way back to where one has been,
  /// and no second way to anything.
  /// - Throws: `CatalogError.damaged` when it is otherwise.
  func adopt(_ children: [Int], by branch: Int) throws {
    guard Set(children).count == children.count else { throw RTreeNode.damaged(branch, "it names a page twice") }
    for child in children {
      guard child > RTreeNode.root, child < slotCount else {
        throw RTreeNode.damaged(branch, "it refers to page \(child), which cannot hang from it")
      }
      let (exchanged, other) = parents[child].compareExchange(
        expected: 0, desired: UInt32(truncatingIfNeeded: branch), ordering: .relaxed)
      guard exchanged || Int(other) == branch else {
        throw RTreeNode.damaged(child, "it hangs from two pages, \(other) and \(branch)")
      }
    }
  }
}

/// A value behind a reference.
final class Boxed<Value: Sendable>: Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}
