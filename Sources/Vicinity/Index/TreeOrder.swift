/// The nodes of an R-tree, numbered level by level in the order of a traversal, and the rows by their leaf, so that
/// everything below a node has consecutive numbers.
///
/// The place of a row is `Leaf.capacity` times the number of its leaf, plus the rank of the row among the rows of the
/// leaf, in ascending order.
final class TreeOrder: Sized {
  /// The number of nodes on each level; the leaves are level 0, and the root has the last one.
  let counts: [Int]
  /// By level and number of a node, the number of its parent on the next level.
  let parents: [[UInt32]]
  /// The size in bytes.
  let byteCount: Int
  /// By number of a node in the file: the number of a leaf, or of the first child of an inner node.
  private let numbers: PagedNumbers
  /// By number of a leaf, its number in the file.
  private let leaves: [UInt32]
  /// By row.
  private let places: PagedNumbers

  /// Reads all nodes of a tree that are not loaded.
  ///
  /// - Complexity: O(n) in the listings; only the nodes are read.
  init(of snapshot: IndexSnapshot, by worker: IndexReader) throws {
    var draft = Draft(depth: snapshot.depth)
    try draft.add(RTreeNode.root, number: 0, level: snapshot.depth, of: snapshot, by: worker)
    counts = draft.counts
    parents = draft.parents
    numbers = draft.numbers
    leaves = draft.leaves
    places = draft.places
    byteCount =
      numbers.byteCount + places.byteCount + 4 * leaves.count + parents.reduce(0) { $0 + 4 * $1.count }
  }

  /// The order of a later version in which other rows are on some leaves; the nodes are the same.
  ///
  /// - Complexity: O(n) in the listings, but only pages with changed rows are copied.
  init(after earlier: TreeOrder, leaves changed: [(node: Int, rows: [Int])]) {
    (counts, parents, numbers, byteCount) = (earlier.counts, earlier.parents, earlier.numbers, earlier.byteCount)
    leaves = earlier.leaves
    var places = earlier.places
    for leaf in changed {
      for (rank, row) in leaf.rows.enumerated() {
        places[row] = UInt32(truncatingIfNeeded: Int(numbers[leaf.node]) * Leaf.capacity + rank)
      }
    }
    self.places = places
  }

  /// Whether a node of the file is in it.
  func has(_ node: Int) -> Bool { numbers[node] != PagedNumbers.none }

  /// The cost of reading it per listing that is not loaded, in the planner's unit; a tenth of it, because searches
  /// without it are slow, and what is read stays.
  static let workPerListing = 0.4

  /// The number of leaves.
  var leafCount: Int { counts[0] }

  /// The number of a leaf.
  @inline(__always) func number(ofLeaf node: Int) -> Int { Int(numbers[node]) }

  /// The node in the file of a leaf with a number.
  @inline(__always) func node(ofLeaf number: Int) -> Int { Int(leaves[number]) }

  /// The number of the first child of an inner node; the others follow it.
  @inline(__always) func firstChild(of node: Int) -> Int { Int(numbers[node]) }

  /// The place of a row; nil for rows that are not in the tree.
  func place(ofRow row: UInt32) -> UInt32? {
    let place = places[Int(row)]
    return place == PagedNumbers.none ? nil : place
  }

  private struct Draft {
    var counts: [Int]
    var parents: [[UInt32]]
    var numbers = PagedNumbers()
    var leaves: [UInt32] = []
    var places = PagedNumbers()

    init(depth: Int) {
      counts = [Int](repeating: 0, count: depth + 1)
      parents = [[UInt32]](repeating: [], count: depth + 1)
      counts[depth] = 1
    }

    /// Numbers everything below a node.
    mutating func add(
      _ node: Int, number: Int, level: Int, of snapshot: IndexSnapshot, by worker: IndexReader
    ) throws {
      try worker.work.visitNodes()
      guard level > 0 else { return try addRows(of: node, number: number, of: snapshot, by: worker) }
      let branch = try worker.branch(node, of: snapshot)
      let first = counts[level - 1]
      numbers[node] = UInt32(truncatingIfNeeded: first)
      counts[level - 1] += branch.count
      parents[level - 1] += repeatElement(UInt32(truncatingIfNeeded: number), count: branch.count)
      for child in 0..<branch.count {
        try add(Int(branch.nodes[child]), number: first + child, level: level - 1, of: snapshot, by: worker)
      }
    }

    private mutating func addRows(
      of node: Int, number: Int, of snapshot: IndexSnapshot, by worker: IndexReader
    ) throws {
      numbers[node] = UInt32(truncatingIfNeeded: number)
      while leaves.count <= number { leaves.append(0) }
      leaves[number] = UInt32(truncatingIfNeeded: node)
      let first = UInt32(truncatingIfNeeded: number * Leaf.capacity)
      if let leaf = snapshot.leaf(node) {
        for rank in 0..<leaf.count { places[Int(leaf.fids[leaf.position(ranked: rank)])] = first + UInt32(rank) }
      } else {
        for (rank, row) in try worker.rows(ofLeaf: node).enumerated() { places[row] = first + UInt32(rank) }
      }
    }
  }
}
