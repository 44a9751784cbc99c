import Geography

/// Writes a whole R-tree bottom-up into the shadow tables of SQLite's virtual table.
///
/// Format (head of SQLite's `ext/rtree/rtree.c`): table `_node` has one blob per node, all of the same size,
/// big-endian: 2 bytes depth of the tree, in node 1, the root, only; 2 bytes number of cells; then per cell 8 bytes row
/// or node number and four 32-bit floats. `_rowid` maps rows to leaves, `_parent` nodes to their parents.
///
/// Cells must be added in an order in which neighbors are near each other. Belongs to one write transaction, in which
/// the R-tree is not used before `finish`. Memory is a few megabytes and 24 bytes for every thirtieth cell.
final class PackedRTree {
  private let nodeSize: Int
  private let nodes, rows, parents: BatchInsert
  private var waiting: [PackedCell] = []
  private var leaves: [PackedCell] = []
  private var lastNode = 1

  /// The number of cells that are cut into leaves together.
  private static let portion = 1 << 15

  /// Empties the R-tree; its root determines the size of nodes.
  ///
  /// - Returns: nil, leaving the R-tree unchanged, when its nodes are smaller than those of Vicinity's catalogs.
  init?(with statements: PreparedStatements) throws {
    let connection = statements.connection
    let root = try Statement(
      "SELECT coalesce(max(length(data)), 0) FROM rtree_listing_geom_node WHERE nodeno = 1", on: connection)
    _ = try root.step()
    nodeSize = root.int(0)
    root.reset()
    guard nodeSize >= 4 + 24 * RTreePacking.fill.upperBound else { return nil }
    for table in ["node", "rowid", "parent"] {
      try Statement("DELETE FROM rtree_listing_geom_\(table)", on: connection).run()
    }
    nodes = BatchInsert(into: "rtree_listing_geom_node", ["nodeno", "data"], with: statements)
    rows = BatchInsert(into: "rtree_listing_geom_rowid", ["rowid", "nodeno"], with: statements)
    parents = BatchInsert(into: "rtree_listing_geom_parent", ["nodeno", "parentnode"], with: statements)
  }

  /// Adds the next row.
  func append(_ row: Int64, _ coordinate: Coordinate) throws {
    waiting.append(PackedCell(number: row, box: PackedBox(coordinate)))
    if waiting.count == Self.portion { try writeLeaves() }
  }

  /// Writes the rest and the levels above the leaves.
  func finish() throws {
    if leaves.isEmpty, waiting.count <= RTreePacking.fill.upperBound { return try writeSingleLeaf() }
    try writeLeaves()
    var level = leaves
    var depth = 1
    while level.count > RTreePacking.fill.upperBound {
      level = try writeLevel(level[...], childTable: parents)
      depth += 1
    }
    try write([(1, level[...])], depth: depth)
    try parents.run(level.count) { index, statement, first in
      statement.bind(first, level[index].number)
      statement.bind(first + 1, Int64(1))
    }
  }

  private func writeSingleLeaf() throws {
    try write([(1, waiting[...])], depth: 0)
    try rows.run(waiting.count) { index, statement, first in
      statement.bind(first, waiting[index].number)
      statement.bind(first + 1, Int64(1))
    }
  }

  private func writeLeaves() throws {
    leaves += try writeLevel(waiting[...], childTable: rows)
    waiting.removeAll(keepingCapacity: true)
  }

  /// Writes the nodes that contain `cells`, and the node of each cell.
  /// - Returns: a cell for each node.
  private func writeLevel(_ cells: ArraySlice<PackedCell>, childTable: BatchInsert) throws -> [PackedCell] {
    var drafts: [(number: Int64, cells: ArraySlice<PackedCell>)] = []
    var homes: [Int64] = []
    var start = cells.startIndex
    for size in RTreePacking.cuts(cells) {
      lastNode += 1
      drafts.append((Int64(lastNode), cells[start..<start + size]))
      homes += [Int64](repeating: Int64(lastNode), count: size)
      start += size
    }
    try write(drafts, depth: 0)
    try childTable.run(cells.count) { index, statement, first in
      statement.bind(first, cells[cells.startIndex + index].number)
      statement.bind(first + 1, homes[index])
    }
    return drafts.map { draft in
      var box = draft.cells[draft.cells.startIndex].box
      for cell in draft.cells { box.extend(by: cell.box) }
      return PackedCell(number: draft.number, box: box)
    }
  }

  private func write(_ drafts: [(number: Int64, cells: ArraySlice<PackedCell>)], depth: Int) throws {
    var bytes: [UInt8] = []
    try nodes.run(drafts.count) { index, statement, first in
      bytes.removeAll(keepingCapacity: true)
      withUnsafeBytes(of: UInt16(depth).bigEndian) { bytes.append(contentsOf: $0) }
      withUnsafeBytes(of: UInt16(drafts[index].cells.count).bigEndian) { bytes.append(contentsOf: $0) }
      for cell in drafts[index].cells { cell.append(to: &bytes) }
      bytes += [UInt8](repeating: 0, count: nodeSize - bytes.count)
      statement.bind(first, drafts[index].number)
      statement.bind(first + 1, blob: bytes)
    }
  }
}
