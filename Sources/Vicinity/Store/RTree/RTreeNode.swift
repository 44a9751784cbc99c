/// The bytes of one node of an SQLite R-tree.
///
/// Format (SQLite, head of `ext/rtree/rtree.c`; stable on disk), all big-endian: 2 bytes tree depth, used in node 1
/// only; 2 bytes number of cells; then per cell 8 bytes row or node number and four 32-bit floats: min x, max x, min y,
/// max y.
package struct RTreeNode {
  let bytes: UnsafeRawBufferPointer
  /// The number of cells.
  package let count: Int

  /// The root node of every SQLite R-tree.
  package static let root = 1
  /// SQLite's maximum depth.
  static let deepest = 40
  /// The maximum number of cells of a node: SQLite's `RTREE_MAXCELLS` is 51, which fits the 64 bits of a set.
  static let capacity = 64
  private static let headerSize = 4
  private static let cellSize = 24
  /// The bounds of all boxes of valid coordinates; SQLite rounds them outward.
  private static let (farthestNorth, farthestEast) = (Float(90).nextUp, Float(180).nextUp)

  /// - Parameter number: the number of the node, for messages.
  /// - Throws: `CatalogError` for bytes with fewer cells than they declare, or more than SQLite writes.
  package init(bytes: UnsafeRawBufferPointer, number: Int) throws {
    self.bytes = bytes
    guard bytes.count >= Self.headerSize else { throw Self.damaged(number, "it has \(bytes.count) bytes") }
    count = Int(Self.load(UInt16.self, bytes, at: 2))
    guard count <= Self.capacity else { throw CatalogError.nodeTooLarge(node: number, entries: count) }
    guard count <= (bytes.count - Self.headerSize) / Self.cellSize else {
      throw Self.damaged(number, "it has \(bytes.count) bytes, too few for its \(count) entries")
    }
  }

  /// Levels below the root; meaningful in the root node only.
  var depth: Int { Int(Self.load(UInt16.self, bytes, at: 0)) }

  /// The row number (on a leaf) or the node number of a cell.
  package func number(_ cell: Int) -> Int { Int(Self.load(Int64.self, bytes, at: offset(cell))) }

  /// The numbers of all cells, which must be in a range.
  func numbers(in range: ClosedRange<Int>, of node: Int) throws -> [Int] {
    let numbers = (0..<count).map(number)
    if let wrong = numbers.first(where: { !range.contains($0) }) {
      throw Self.damaged(node, "it names the number \(wrong)")
    }
    return numbers
  }

  /// The box of a cell; rounded outward, but not beyond the valid range.
  ///
  /// SQLite rounds values just below 180 or 90 degrees to slightly above. Such a box could not be distinguished from
  /// one that touches the antimeridian or the pole.
  package func floats(_ cell: Int) -> Box {
    let stored = storedFloats(cell)
    return (
      south: max(-90, stored.south), west: max(-180, stored.west),
      north: min(90, stored.north), east: min(180, stored.east)
    )
  }

  package typealias Box = (south: Float, west: Float, north: Float, east: Float)

  /// The box of a cell as stored, unchecked.
  func storedFloats(_ cell: Int) -> Box {
    (south: float(cell, 2), west: float(cell, 0), north: float(cell, 3), east: float(cell, 1))
  }

  /// The first cell with an invalid box.
  var cellWithoutBox: Int? { (0..<count).first { !Self.isBox(storedFloats($0)) } }

  /// False for a box with a NaN side, exchanged sides, or beyond the valid range by more than SQLite's rounding.
  static func isBox(_ box: Box) -> Bool {
    // NaN fails every comparison.
    -farthestNorth <= box.south && box.south <= box.north && box.north <= farthestNorth
      && -farthestEast <= box.west && box.west <= box.east && box.east <= farthestEast
  }

  static func damaged(_ node: Int, _ problem: String) -> CatalogError {
    .damaged(place: "node \(node) of the R-tree", problem: problem)
  }

  private func offset(_ cell: Int) -> Int { Self.headerSize + cell * Self.cellSize }

  private func float(_ cell: Int, _ coordinate: Int) -> Float {
    Float(bitPattern: Self.load(UInt32.self, bytes, at: offset(cell) + 8 + 4 * coordinate))
  }

  private static func load<T: FixedWidthInteger>(_ type: T.Type, _ bytes: UnsafeRawBufferPointer, at offset: Int) -> T {
    T(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: T.self))
  }
}
