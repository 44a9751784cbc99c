/// The extremes of the values of all listings below each node of a tree, so that a search skips the nodes without any
/// that it may want.
final class NodeValues: Sized {
  /// A number that leaves have.
  enum Number: Int { case price, rating, votes, guests, minNights, maxNights, starts }

  /// The values below one node. A missing number has no part in its extremes.
  struct Node {
    /// By number.
    fileprivate(set) var least = SIMD8<Float>(repeating: .infinity)
    fileprivate(set) var greatest = SIMD8<Float>(repeating: -.infinity)
    /// By field with codes (`FieldDefinition.code`), a bit for each code that occurs.
    fileprivate(set) var codes = SIMD8<UInt64>()

    fileprivate mutating func add(_ number: Number, _ value: Double) {
      guard value.isFinite else { return }
      let (place, nearest) = (number.rawValue, Float(value))
      least[place] = min(least[place], Double(nearest) > value ? nearest.nextDown : nearest)
      greatest[place] = max(greatest[place], Double(nearest) < value ? nearest.nextUp : nearest)
    }

    fileprivate mutating func add(_ entry: Entry) {
      add(.price, entry.price)
      add(.rating, entry.rating)
      if entry.votes >= 0 { add(.votes, Double(entry.votes)) }
      if let guests = entry.guests { add(.guests, Double(guests)) }
      if let nights = entry.minNights { add(.minNights, Double(nights)) }
      if let nights = entry.maxNights { add(.maxNights, Double(nights)) }
      if let starts = entry.ownTimes.start { add(.starts, Double(starts.secondsSince1970)) }
      if entry.recurs { greatest[Number.starts.rawValue] = .infinity }
      for place in Field.coded.indices { codes[place] |= 1 << UInt64(entry.code(place) & 63) }
    }

    fileprivate mutating func add(_ other: Node) {
      least = pointwiseMin(least, other.least)
      greatest = pointwiseMax(greatest, other.greatest)
      codes |= other.codes
    }

    /// Whether a listing below may have a number in a range.
    @inline(__always)
    func mayHave(_ number: Number, from low: Double, through high: Double) -> Bool {
      Double(greatest[number.rawValue]) >= low && Double(least[number.rawValue]) <= high
    }
  }

  private let order: TreeOrder
  /// By level and number.
  private let nodes: [[Node]]
  /// The version of the catalog that the ratings are of.
  private let version: CatalogVersion

  /// The cost of reading them per listing that is loaded, in the planner's unit.
  static let workPerListing = 1.0

  /// Reads all leaves of a tree.
  ///
  /// - Complexity: O(n) in the listings.
  init(of snapshot: IndexSnapshot, in order: TreeOrder, by worker: IndexReader) throws {
    var nodes = [
      try (0..<order.leafCount).map { number -> Node in
        try worker.work.visitNodes()
        let leaf = try worker.leaf(order.node(ofLeaf: number), of: snapshot)
        var node = Node()
        for index in 0..<leaf.count { node.add(Entry(leaf: leaf, index: index)) }
        return node
      }
    ]
    for level in 1..<max(order.counts.count, 1) {
      var above = [Node](repeating: Node(), count: order.counts[level])
      for (number, node) in nodes[level - 1].enumerated() { above[Int(order.parents[level - 1][number])].add(node) }
      nodes.append(above)
    }
    (self.order, self.nodes, version) = (order, nodes, snapshot.version)
  }

  /// The size in bytes.
  var byteCount: Int { nodes.reduce(0) { $0 + $1.count * MemoryLayout<Node>.stride } }

  /// The values below the children of a branch, by position.
  ///
  /// - Parameters:
  ///   - node: the number of the branch.
  ///   - level: that of the branch.
  ///   - current: the version that is searched: members may have rated listings since.
  func children(of node: Int, level: Int, in current: CatalogVersion) -> (Int) -> Node {
    let (first, nodes) = (order.firstChild(of: node), nodes[level - 1])
    guard current != version else { return { nodes[first + $0] } }
    return { child in
      var node = nodes[first + child]
      for number in [Number.rating, .votes] {
        node.least[number.rawValue] = -.infinity
        node.greatest[number.rawValue] = .infinity
      }
      return node
    }
  }
}
