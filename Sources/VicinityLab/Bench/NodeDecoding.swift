import Geography
import Vicinity

/// The decoding of an R-tree node, for benchmarks of single pieces.
package enum NodeDecoding {
  /// A leaf node of SQLite's R-tree with boxes around these coordinates.
  package static func node(of coordinates: [Coordinate]) -> [UInt8] {
    var bytes: [UInt8] = [0, 0]
    bytes += Self.bytes(of: UInt16(coordinates.count))
    for (row, coordinate) in coordinates.enumerated() {
      bytes += Self.bytes(of: UInt64(row + 1))
      for degrees in [coordinate.longitude, coordinate.longitude, coordinate.latitude, coordinate.latitude] {
        bytes += Self.bytes(of: Float(degrees).bitPattern)
      }
    }
    return bytes
  }

  /// Decodes all cells of a node and returns the sum of their values, so that nothing can be optimized away.
  package static func checksum(of node: [UInt8]) throws -> Double {
    try node.withUnsafeBytes { bytes in
      let node = try RTreeNode(bytes: bytes, number: RTreeNode.root)
      var sum = 0.0
      for cell in 0..<node.count {
        let box = node.floats(cell)
        sum += Double(node.number(cell)) + Double(box.south + box.west + box.north + box.east)
      }
      return sum
    }
  }

  private static func bytes<Number: FixedWidthInteger>(of number: Number) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }
}
