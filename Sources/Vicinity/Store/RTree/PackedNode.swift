import Geography

/// A box of an R-tree in SQLite's 32-bit floats.
struct PackedBox {
  var minX, maxX, minY, maxY: Float

  /// The smallest box of floats that holds a coordinate, by the arithmetic of SQLite's own insert (`rtreeValueDown` and
  /// `rtreeValueUp` in `ext/rtree/rtree.c`).
  init(_ coordinate: Coordinate) {
    minX = Self.down(coordinate.longitude)
    maxX = Self.up(coordinate.longitude)
    minY = Self.down(coordinate.latitude)
    maxY = Self.up(coordinate.latitude)
  }

  mutating func extend(by other: PackedBox) {
    minX = min(minX, other.minX)
    maxX = max(maxX, other.maxX)
    minY = min(minY, other.minY)
    maxY = max(maxY, other.maxY)
  }

  /// One part in 2^23: the distance to the next float, relative to any number.
  private static let step = 1.0 / 8_388_608

  private static func down(_ value: Double) -> Float {
    let float = Float(value)
    return Double(float) > value ? Float(value * (value < 0 ? 1 + step : 1 - step)) : float
  }

  private static func up(_ value: Double) -> Float {
    let float = Float(value)
    return Double(float) < value ? Float(value * (value < 0 ? 1 - step : 1 + step)) : float
  }
}

/// An entry of a packed R-tree node: a row of the table or another node, with its box.
struct PackedCell {
  var number: Int64
  var box: PackedBox

  /// Appends the cell as it lies in a node: big-endian, number then box.
  func append(to bytes: inout [UInt8]) {
    withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
    for value in [box.minX, box.maxX, box.minY, box.maxY] {
      withUnsafeBytes(of: value.bitPattern.bigEndian) { bytes.append(contentsOf: $0) }
    }
  }
}
