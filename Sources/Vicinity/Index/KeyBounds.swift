/// The least values of a sort key below the nodes of an R-tree, by kind: an order by that key is best-first with them.
final class KeyBounds: Sendable {
  private let order: TreeOrder
  /// By level, one value per kind for each node.
  private let least: [[Double]]
  /// The mean rating of the catalog that the values refer to.
  let meanRating: Double

  /// Reads all leaves of a tree.
  ///
  /// - Parameters:
  ///   - order: that of the tree.
  ///   - meanRating: the mean rating that `key` uses.
  ///   - key: a lower bound of the key of a listing.
  /// - Complexity: O(n) in the listings.
  init(
    of snapshot: IndexSnapshot, in order: TreeOrder, meanRating: Double, by worker: IndexReader,
    key: (Entry) throws -> Double
  ) throws {
    var draft = Draft(order)
    _ = try draft.add(RTreeNode.root, number: 0, level: snapshot.depth, of: snapshot, by: worker, key)
    (self.order, self.meanRating, least) = (order, meanRating, draft.least)
  }

  /// The same, for a later version in which the values of the listings on some leaves may be any.
  ///
  /// - Parameter leaves: by their nodes.
  init(after earlier: KeyBounds, opening leaves: Set<Int>) {
    (order, meanRating) = (earlier.order, earlier.meanRating)
    var least = earlier.least
    for leaf in leaves {
      var number = order.number(ofLeaf: leaf)
      for level in order.counts.indices {
        for kind in 0..<Kind.allCases.count { least[level][Kind.allCases.count * number + kind] = -.infinity }
        if level + 1 < order.counts.count { number = Int(order.parents[level][number]) }
      }
    }
    self.least = least
  }

  /// The cost of reading them per listing, in entries of a search without them.
  static let workPerListing = 4

  /// The number of leaves.
  var leafCount: Int { order.leafCount }

  /// The size in bytes.
  var byteCount: Int { least.reduce(0) { $0 + 8 * $1.count } }

  /// No listing of these kinds below a child of a branch has a smaller key.
  ///
  /// - Parameters:
  ///   - node: the branch.
  ///   - level: that of the branch.
  ///   - kinds: one bit for each.
  @inline(__always)
  func least(of child: Int, of node: Int, level: Int, kinds: UInt8) -> Double {
    let first = Kind.allCases.count * (order.firstChild(of: node) + child)
    var bound = Double.infinity
    for kind in 0..<Kind.allCases.count where kinds >> UInt8(kind) & 1 == 1 {
      bound = min(bound, least[level - 1][first + kind])
    }
    return bound
  }

  private struct Draft {
    let order: TreeOrder
    var least: [[Double]]

    init(_ order: TreeOrder) {
      self.order = order
      least = order.counts.map { [Double](repeating: .infinity, count: Kind.allCases.count * $0) }
    }

    /// Enters the values of everything below a node, and returns its own.
    mutating func add(
      _ node: Int, number: Int, level: Int, of snapshot: IndexSnapshot, by worker: IndexReader,
      _ key: (Entry) throws -> Double
    ) throws -> SIMD3<Double> {
      try worker.work.visitNodes()
      var values = SIMD3<Double>(repeating: .infinity)
      if level > 0 {
        let (branch, first) = (try worker.branch(node, of: snapshot), order.firstChild(of: node))
        for child in 0..<branch.count {
          let below = try add(
            Int(branch.nodes[child]), number: first + child, level: level - 1, of: snapshot, by: worker, key)
          values = pointwiseMin(values, below)
        }
      } else {
        let leaf = try worker.leaf(node, of: snapshot)
        for kind in Kind.allCases {
          for position in leaf.positions(of: kind) {
            values[kind.ordinal] = min(values[kind.ordinal], try key(Entry(leaf: leaf, index: position)))
          }
        }
      }
      for kind in Kind.allCases { least[level][Kind.allCases.count * number + kind.ordinal] = values[kind.ordinal] }
      return values
    }
  }
}
