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
  private let slots: UnsafeMutablePointer<Atomic<UInt>>
  private let slotCount: Int
  private let bytes = Atomic(0)

  /// - Parameter pageCount: the highest page number.
  init(version: CatalogVersion, depth: Int, pageCount: Int) {
    self.version = version
    self.depth = depth
    slotCount = pageCount + 1
    slots = .allocate(capacity: slotCount)
    for index in 0..<slotCount { (slots + index).initialize(to: Atomic(0)) }
  }

  deinit {
    for index in 0..<slotCount { UnsafeMutableRawPointer(bitPattern: slots[index].load(ordering: .relaxed))?.deallocate() }
    slots.deinitialize(count: slotCount)
    slots.deallocate()
  }

  /// Bytes of memory that the decoded pages take.
  var byteCount: Int { bytes.load(ordering: .relaxed) }

  /// The memory of a decoded page; nil until it has been loaded.
  @inline(__always)
  func memory(ofPage page: Int) -> UnsafeMutableRawPointer? {
    guard page >= 0, page < slotCount else { return nil }
    return UnsafeMutableRawPointer(bitPattern: slots[page].load(ordering: .acquiring))
  }

  /// Takes over the memory of a decoded page; where another thread was faster, its copy is kept and returned.
  func keep(_ memory: UnsafeMutableRawPointer, byteCount: Int, asPage page: Int) -> UnsafeMutableRawPointer {
    precondition(page >= 0 && page < slotCount, "an R-tree page has a number above the highest one of its version")
    let (exchanged, original) = slots[page].compareExchange(
      expected: 0, desired: UInt(bitPattern: memory), ordering: .acquiringAndReleasing)
    if exchanged {
      bytes.wrappingAdd(byteCount, ordering: .relaxed)
      return memory
    }
    memory.deallocate()
    return UnsafeMutableRawPointer(bitPattern: original) ?? memory
  }
}
