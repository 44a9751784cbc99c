/// The bytes of one page of an SQLite R-tree.
///
/// Format (SQLite, head of `ext/rtree/rtree.c`; stable on disk), all big-endian: 2 bytes tree depth, used on page 1 only; 2 bytes
/// number of cells; then per cell 8 bytes row or page number and four 32-bit floats: min x, max x, min y, max y.
struct RTreePage {
  let bytes: UnsafeRawBufferPointer

  /// The root page of every SQLite R-tree.
  static let root = 1
  private static let headerSize = 4
  private static let cellSize = 24

  /// Levels below the root; meaningful on the root page only.
  var depth: Int { bytes.count >= 2 ? Int(load(UInt16.self, at: 0)) : 0 }

  /// How many cells the page holds; never more than its bytes have room for.
  var count: Int {
    guard bytes.count >= Self.headerSize else { return 0 }
    return min(Int(load(UInt16.self, at: 2)), (bytes.count - Self.headerSize) / Self.cellSize)
  }

  /// The row number (on a leaf) or the page number of a cell.
  func number(_ cell: Int) -> Int { Int(load(Int64.self, at: offset(cell))) }

  /// The box of a cell; rounded outward, but not beyond the Earth.
  ///
  /// SQLite rounds what lies just below 180 or 90 degrees to a little above. A box that ends there could not be told from one that does
  /// not touch the antimeridian or the pole.
  func floats(_ cell: Int) -> (south: Float, west: Float, north: Float, east: Float) {
    (
      south: max(-90, float(cell, 2)), west: max(-180, float(cell, 0)),
      north: min(90, float(cell, 3)), east: min(180, float(cell, 1))
    )
  }

  private func offset(_ cell: Int) -> Int { Self.headerSize + cell * Self.cellSize }

  private func float(_ cell: Int, _ coordinate: Int) -> Float {
    Float(bitPattern: load(UInt32.self, at: offset(cell) + 8 + 4 * coordinate))
  }

  private func load<T: FixedWidthInteger>(_ type: T.Type, at offset: Int) -> T {
    T(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: T.self))
  }
}
