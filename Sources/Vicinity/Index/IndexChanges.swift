/// What the changes between two versions do to what is decoded of the earlier one.
struct IndexChanges {
  /// The changed parts of any listing.
  let parts: ListingChanges.Parts
  /// Whether areas or other definitions have changed.
  let changesDefinitions: Bool
  /// The rows with changes other than of nights and ratings.
  let rows: Set<UInt32>
  /// The tags that listings with other words have now.
  let tags: Set<Int32>
  /// The nodes with other cells.
  let nodes: Set<Int>
  /// The leaves with listings that have changed, or other listings.
  let leaves: Set<Int>
  /// The known nodes above changed ones.
  let ancestors: Set<Int>
  /// The order of the tree, if it is known, and if it has the same nodes; nil as well if no node has changed.
  let order: TreeOrder?
  /// The leaves with changed facts, and those with changed ratings.
  private let openLeaves: (facts: Set<Int>, ratings: Set<Int>)

  /// - Throws: `CatalogError`, `SQLiteFailure`.
  init(_ changes: ListingChanges, after earlier: IndexSnapshot, by reader: IndexReader) throws {
    (parts, changesDefinitions) = (changes.parts, changes.changesDefinitions)
    nodes = Set(changes.nodes)
    var (rows, tags, facts, ratings, leaves) = (Set<UInt32>(), Set<Int32>(), Set<Int>(), Set<Int>(), Set<Int>())
    for listing in changes.listings {
      let isOfFacts = !listing.parts.isDisjoint(with: [.facts, .words, .place])
      if isOfFacts { rows.insert(UInt32(clamping: listing.row)) }
      if listing.parts.contains(.words) { tags.formUnion(try reader.tags(of: listing.row)) }
      guard let leaf = try reader.leafNode(of: Int64(listing.row)) else { continue }
      leaves.insert(leaf)
      if isOfFacts { facts.insert(leaf) }
      if listing.parts.contains(.rating) { ratings.insert(leaf) }
    }
    var order: TreeOrder?
    if let known = earlier.knownOrder, !nodes.isEmpty {
      order = try Self.order(after: known, nodes, of: earlier, &facts, by: reader)
    }
    leaves.formUnion(facts)
    (self.rows, self.tags, self.leaves, self.order, openLeaves) = (rows, tags, leaves, order, (facts, ratings))
    ancestors = earlier.ancestors(of: leaves.union(nodes)).union(nodes)
  }

  /// The leaves whose values of a sort key may have changed.
  func leaves(for property: Query.SortProperty) -> Set<Int> {
    switch property {
    case .rating, .votes: openLeaves.facts.union(openLeaves.ratings)
    default: openLeaves.facts
    }
  }

  /// The order after changes of nodes; nil if the nodes are not the same, apart from the listings on leaves.
  ///
  /// - Parameter leaves: receives the leaves among the nodes.
  private static func order(
    after known: TreeOrder, _ nodes: Set<Int>, of earlier: IndexSnapshot, _ leaves: inout Set<Int>,
    by reader: IndexReader
  ) throws -> TreeOrder? {
    var changed: [(node: Int, rows: [Int])] = []
    for node in nodes {
      guard known.has(node), let numbers = try reader.numbers(inNode: node) else { return nil }
      if let branch = earlier.branch(node) {
        guard numbers.elementsEqual((0..<branch.count).lazy.map { Int(branch.nodes[$0]) }) else { return nil }
      } else {
        guard numbers.allSatisfy(StoredRange.row.contains) else { return nil }
        changed.append((node, numbers.sorted()))
        leaves.insert(node)
      }
    }
    return TreeOrder(after: known, leaves: changed)
  }
}

extension IndexReader {
  fileprivate func tags(of row: Int) throws -> [Int32] {
    try connection.rows("SELECT tag_id FROM listing_tag WHERE fid = ?1", row) { Int32(clamping: $0.int(0)) }
  }
}
