import Synchronization

/// The R-tree of one version of the catalog, with every page that a search has touched so far, decoded.
///
/// Shared by all search threads without locks: a page's slot is filled once and never changes. A new version gets a new snapshot.
final class IndexSnapshot: Sendable {
  /// The version that this shows, as the `VersionOracle` counts.
  let version: Int
  /// Levels below the root.
  let depth: Int
  private let slots: Slots

  /// - Parameter pageCount: the highest page number.
  init(version: Int, depth: Int, pageCount: Int) {
    self.version = version
    self.depth = depth
    slots = Slots(count: pageCount + 1)
  }

  /// The decoded page, if it has been loaded.
  func node(_ page: Int) -> Node? { slots.load(page) }

  /// Keeps a decoded page; where another thread was faster, its copy is kept and returned.
  func keep(_ node: Node, as page: Int) -> Node { slots.store(node, at: page) }

  /// A fixed array of references that are written once each.
  private final class Slots: @unchecked Sendable {
    // The memory is owned here, initialised in `init`, freed in `deinit`, and every access in between is atomic.
    private let base: UnsafeMutablePointer<AtomicLazyReference<Node>>
    private let count: Int

    init(count: Int) {
      self.count = count
      base = .allocate(capacity: count)
      for index in 0..<count { (base + index).initialize(to: AtomicLazyReference()) }
    }

    deinit {
      base.deinitialize(count: count)
      base.deallocate()
    }

    func load(_ index: Int) -> Node? {
      (0..<count).contains(index) ? base[index].load() : nil
    }

    func store(_ node: Node, at index: Int) -> Node {
      (0..<count).contains(index) ? base[index].storeIfNil(node) : node
    }
  }
}
