/// The least values of one or two sort keys below the nodes of an R-tree, by kind: an order by these keys is best-first
/// with them.
final class KeyBounds: @unchecked Sendable {
  // Unchecked because of the pointers of entries: their memory is that of `arena`, and does not change.

  /// The least keys of some listings, and the least id among those with them.
  struct Least {
    var first = Double.infinity
    /// The least value of the second key among the listings with this first one; 0 without a second key.
    var second = Double.infinity
    /// The listing with the least id among those with these keys; nil if unknown.
    var entry: Entry?

    /// Below any keys.
    static var unknown: Least { Least(first: -.infinity, second: -.infinity) }

    /// Whether it comes first, or may do so.
    func precedes(_ other: Least) -> Bool {
      if first != other.first { return first < other.first }
      if second != other.second { return second < other.second }
      guard let entry, let otherEntry = other.entry else { return entry == nil && other.entry != nil }
      return entry.hasLesserId(than: otherEntry)
    }
  }

  private let order: TreeOrder
  /// By level, one element per kind for each node.
  private let least: [[Least]]
  /// The mean rating of the catalog that the values refer to.
  let meanRating: Double
  /// The memory of the entries.
  private let arena: PageArena

  /// Reads all leaves of a tree.
  ///
  /// - Parameters:
  ///   - order: that of the tree.
  ///   - meanRating: the mean rating that `keys` uses.
  ///   - keys: lower bounds of the keys of a listing.
  /// - Complexity: O(n) in the listings.
  init(
    of snapshot: IndexSnapshot, in order: TreeOrder, meanRating: Double, by worker: IndexReader,
    keys: (Entry) throws -> (first: Double, second: Double)
  ) throws {
    var draft = Draft(order)
    _ = try draft.add(RTreeNode.root, number: 0, level: snapshot.depth, of: snapshot, by: worker, keys)
    (self.order, self.meanRating, least, arena) = (order, meanRating, draft.least, snapshot.arena)
  }

  /// The same, for a later version in which the values of the listings on some leaves may be any.
  ///
  /// - Parameter leaves: by their nodes.
  init(after earlier: KeyBounds, opening leaves: Set<Int>) {
    (order, meanRating, arena) = (earlier.order, earlier.meanRating, earlier.arena)
    var least = earlier.least
    for leaf in leaves {
      var number = order.number(ofLeaf: leaf)
      for level in order.counts.indices {
        for kind in 0..<Kind.allCases.count { least[level][Kind.allCases.count * number + kind] = .unknown }
        if level + 1 < order.counts.count { number = Int(order.parents[level][number]) }
      }
    }
    self.least = least
  }

  /// The cost of reading them per listing, in the planner's unit: somewhat less than that of a walk through all leaves.
  static let workPerListing = 1.0

  /// The number of leaves.
  var leafCount: Int { order.leafCount }

  /// The size in bytes.
  var byteCount: Int { least.reduce(0) { $0 + MemoryLayout<Least>.stride * $1.count } }

  /// No listing of these kinds below a child of a branch comes before.
  ///
  /// - Parameters:
  ///   - node: the branch.
  ///   - level: that of the branch.
  ///   - kinds: one bit for each.
  func least(of child: Int, of node: Int, level: Int, kinds: UInt8) -> Least {
    let place = Kind.allCases.count * (order.firstChild(of: node) + child)
    var bound = Least()
    for kind in 0..<Kind.allCases.count where kinds >> UInt8(kind) & 1 == 1 {
      let other = least[level - 1][place + kind]
      if other.precedes(bound) { bound = other }
    }
    return bound
  }

  private struct Draft {
    let order: TreeOrder
    var least: [[Least]]

    init(_ order: TreeOrder) {
      self.order = order
      least = order.counts.map { [Least](repeating: Least(), count: Kind.allCases.count * $0) }
    }

    /// Enters the values of everything below a node, and returns its own.
    mutating func add(
      _ node: Int, number: Int, level: Int, of snapshot: IndexSnapshot, by worker: IndexReader,
      _ keys: (Entry) throws -> (first: Double, second: Double)
    ) throws -> [Least] {
      try worker.work.visitNodes()
      var values = [Least](repeating: Least(), count: Kind.allCases.count)
      if level > 0 {
        let (branch, first) = (try worker.branch(node, of: snapshot), order.firstChild(of: node))
        for child in 0..<branch.count {
          let below = try add(
            Int(branch.nodes[child]), number: first + child, level: level - 1, of: snapshot, by: worker, keys)
          for kind in below.indices where below[kind].precedes(values[kind]) { values[kind] = below[kind] }
        }
      } else {
        let leaf = try worker.leaf(node, of: snapshot)
        for kind in Kind.allCases {
          for position in leaf.positions(of: kind) {
            let entry = Entry(leaf: leaf, index: position)
            let (first, second) = try keys(entry)
            guard first <= values[kind.ordinal].first else { continue }
            let own = Least(first: first, second: second, entry: entry)
            if own.precedes(values[kind.ordinal]) { values[kind.ordinal] = own }
          }
        }
      }
      for kind in values.indices { least[level][values.count * number + kind] = values[kind] }
      return values
    }
  }
}
