import CPrefetch
import Synchronization

/// The R-tree of one version of the catalog, with every page that a search has touched so far, decoded.
///
/// Shared by all search threads without locks: a page's slot is filled once and never changes. A new version gets a new snapshot.
/// Pages are views of memory that lives as long as the snapshot.
final class IndexSnapshot: @unchecked Sendable {
  // Unchecked because of the pointer: the slots are initialised in `init`, freed in `deinit`, and every access in between is atomic.

  /// The version that this shows.
  let version: CatalogVersion
  /// Levels below the root.
  let depth: Int
  /// Posting lists read so far.
  let postings = PostingShelf()
  let occurrences = OccurrenceShelf()
  /// What lies below inner pages, as far as that has been added up.
  let sums = SubtreeSums.Shelf()
  /// How frequent the tags are that were asked about.
  let frequencies = TagFrequencies()
  private let profile = AtomicLazyReference<Boxed<CatalogProfile>>()
  private let slots: UnsafeMutablePointer<Atomic<UInt>>
  private let slotCount: Int
  /// Where decoded pages are laid out.
  let arena = PageArena()

  /// - Parameter pageCount: the highest page number.
  init(version: CatalogVersion, depth: Int, pageCount: Int) {
    self.version = version
    self.depth = depth
    slotCount = pageCount + 1
    slots = .allocate(capacity: slotCount)
    for index in 0..<slotCount { (slots + index).initialize(to: Atomic(0)) }
  }

  deinit {
    slots.deinitialize(count: slotCount)
    slots.deallocate()
  }

  /// What the planner knows of the catalog.
  func profile(by worker: SearchWorker) throws -> CatalogProfile {
    if let profile = profile.load() { return profile.value }
    return profile.storeIfNil(Boxed(try CatalogProfile(worker: worker))).value
  }

  /// Bytes of memory that the decoded pages and posting lists take.
  @inline(__always) var byteCount: Int { arena.byteCount }

  /// The memory of a decoded page; nil until it has been loaded.
  @inline(__always)
  func memory(ofPage page: Int) -> UnsafeMutableRawPointer? {
    guard page >= 0, page < slotCount else { return nil }
    return UnsafeMutableRawPointer(bitPattern: slots[page].load(ordering: .acquiring))
  }

  /// Asks for the head of a page that is soon to be visited, if it has been loaded.
  @inline(__always)
  func prefetch(page: UInt32) {
    if let memory = memory(ofPage: Int(page)) { prefetch_line(memory) }
  }

  /// Keeps a page decoded into the arena; where another thread was faster, its copy is kept and returned.
  func keep(_ memory: UnsafeMutableRawPointer, asPage page: Int) -> UnsafeMutableRawPointer {
    // A page that was read has a number up to the highest one.
    precondition(page >= 0 && page < slotCount, "an R-tree page has a number above the highest one of its version")
    let (exchanged, original) = slots[page].compareExchange(
      expected: 0, desired: UInt(bitPattern: memory), ordering: .acquiringAndReleasing)
    return exchanged ? memory : UnsafeMutableRawPointer(bitPattern: original) ?? memory
  }
}

/// A value behind a reference.
final class Boxed<Value: Sendable>: Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}
