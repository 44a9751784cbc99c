/// Visits all nodes of the R-tree once, however they refer to each other.
///
/// SQLite's own `rtreecheck` follows every reference, and never ends if nodes refer to each other in cycles.
struct RTreeCheck {
  let statements: any StatementSource
  /// The maximum number of problems to report.
  let limit: Int
  private(set) var problems: [String] = []
  /// The totals found.
  private var (nodes, branches, entries) = (0, 0, 0)

  /// A node still to be visited.
  private struct Place {
    var node: Int
    /// The number of levels below it; nil for the root, which stores it.
    var level: Int?
    var box: RTreeNode.Box?
  }

  init(_ statements: some StatementSource, limit: Int) {
    (self.statements, self.limit) = (statements, limit)
  }

  /// - Complexity: O(n log n) in the entries; one node at a time is in memory.
  mutating func walk() throws {
    let data = try statements.statement("SELECT data FROM rtree_listing_geom_node WHERE nodeno = ?1")
    let leaf = try statements.statement("SELECT nodeno FROM rtree_listing_geom_rowid WHERE rowid = ?1")
    let branch = try statements.statement("SELECT parentnode FROM rtree_listing_geom_parent WHERE nodeno = ?1")
    var seen: Set = [RTreeNode.root]
    var open = [Place(node: RTreeNode.root)]
    while let place = open.popLast(), problems.count < limit {
      data.bind(1, Int64(place.node))
      guard try data.step() else {
        note(place, "it does not exist")
        continue
      }
      defer { data.reset() }
      let node: RTreeNode
      do { node = try RTreeNode(bytes: data.bytes(0), number: place.node) } catch let error as CatalogError {
        problems.append(error.finding)
        continue
      }
      nodes += 1
      let level = place.level ?? node.depth
      guard level <= RTreeNode.deepest else {
        note(place, "it declares \(level) levels below it; SQLite makes at most \(RTreeNode.deepest)")
        continue
      }
      if node.count == 0, level > 0 || place.level != nil { note(place, "it has no entries") }
      for cell in 0..<node.count where problems.count < limit {
        let (number, box) = (node.number(cell), node.storedFloats(cell))
        look(at: box, cell, on: place)
        let keeper = level == 0 ? leaf : branch
        keeper.bind(1, Int64(number))
        let kept = try keeper.step() ? keeper.int(0) : nil
        keeper.reset()
        if kept != place.node {
          note(
            place, "its entry \(cell + 1), \(level == 0 ? "row" : "node") \(number), is stored as one of \(name(kept))")
        }
        guard level > 0 else {
          entries += 1
          continue
        }
        branches += 1
        if seen.insert(number).inserted {
          open.append(Place(node: number, level: level - 1, box: box))
        } else {
          note(place, "it refers to node \(number), which is reached twice")
        }
      }
    }
  }

  /// Compares the totals found with those of the tables.
  mutating func count() throws {
    guard problems.isEmpty else { return }
    for (table, found) in [("node", nodes), ("parent", branches), ("rowid", entries)] {
      let count = try statements.count("SELECT count(*) FROM rtree_listing_geom_\(table)")
      if count != found { problems.append("rtree_listing_geom_\(table) has \(count) rows, and the tree \(found)") }
    }
  }

  private mutating func look(at box: RTreeNode.Box, _ cell: Int, on place: Place) {
    guard RTreeNode.isBox(box) else { return note(place, "its entry \(cell + 1) has no box on the Earth") }
    guard let outer = place.box else { return }
    let isInside =
      outer.south <= box.south && box.north <= outer.north && outer.west <= box.west && box.east <= outer.east
    if !isInside { note(place, "its entry \(cell + 1) reaches beyond the box of the node") }
  }

  private func name(_ node: Int?) -> String { node.map { "node \($0)" } ?? "no node" }

  private mutating func note(_ place: Place, _ problem: String) {
    problems.append(RTreeNode.damaged(place.node, problem).finding)
  }
}
