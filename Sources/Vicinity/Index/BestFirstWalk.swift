import HeapModule

/// Visits the leaves of the R-tree in the order of a lower bound, nearest first.
///
/// A subtree's bound is never above the value of anything in it, so once the next bound exceeds what the caller still needs, nothing
/// better can follow. Source: Hjaltason and Samet, "Distance browsing in spatial databases", 1999, doi:10.1145/320248.320255.
struct BestFirstWalk {
  private struct Subtree: Comparable {
    let bound: Double
    let page: Int
    let level: Int

    static func < (left: Subtree, right: Subtree) -> Bool {
      // Deeper subtrees first among equals: they hold matches sooner.
      (left.bound, left.level, left.page) < (right.bound, right.level, right.page)
    }
  }

  let worker: SearchWorker
  let snapshot: IndexSnapshot

  /// - Parameters:
  ///   - bound: a lower bound for everything in a box; nil when nothing in it is wanted.
  ///   - limit: asked before each page; the walk ends when the next bound is above it.
  ///   - visit: called with each leaf.
  /// - Returns: how many pages were visited.
  func run(bound: (BoundingBox) -> Double?, limit: () -> Double, visit: (Leaf) throws -> Void) throws -> Int {
    var pages = 0
    var queue: Heap<Subtree> = [Subtree(bound: 0, page: RTreePage.root, level: snapshot.depth)]
    while let subtree = queue.popMin(), subtree.bound <= limit() {
      pages += 1
      switch try worker.node(subtree.page, level: subtree.level, of: snapshot).content {
      case .leaf(let leaf): try visit(leaf)
      case .inner(let children):
        for child in children {
          guard let bound = bound(child.box), bound <= limit() else { continue }
          queue.insert(Subtree(bound: bound, page: child.page, level: subtree.level - 1))
        }
      }
    }
    return pages
  }
}
