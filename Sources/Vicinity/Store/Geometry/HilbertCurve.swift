import Geography

/// Orders coordinates along a Hilbert curve over the longitude/latitude rectangle.
///
/// Neighbors on the curve are neighbors on the map, so rows written in this order share pages with nearby ones.
/// Source: D. Hilbert 1891; the bitwise algorithm after H. S. Warren, Hacker's Delight, 2nd edition, section 16-2.
enum HilbertCurve {
  /// Cells along each axis: 2^31, a few centimeters on the ground.
  private static let bits = 31

  /// The position of a coordinate on the curve, 0..<2^62.
  static func position(of coordinate: Coordinate) -> Int64 {
    position(x: cell((coordinate.longitude + 180) / 360), y: cell((coordinate.latitude + 90) / 180), bits: bits)
  }

  /// The position of a cell on the curve through 2^bits columns and rows, 0..<4^bits.
  ///
  /// A cell of half the bits has the positions of its four parts, divided by four.
  static func position(x: UInt64, y: UInt64, bits: Int) -> Int64 {
    var (x, y) = (x, y)
    var position: UInt64 = 0
    var side: UInt64 = bits > 0 ? 1 << (bits - 1) : 0
    while side > 0 {
      let right: UInt64 = x & side > 0 ? 1 : 0
      let upper: UInt64 = y & side > 0 ? 1 : 0
      position += side * side * ((3 * right) ^ upper)
      if upper == 0 {
        if right == 1 {
          x = (1 << bits) - 1 - x
          y = (1 << bits) - 1 - y
        }
        swap(&x, &y)
      }
      side >>= 1
    }
    return Int64(position)
  }

  private static func cell(_ fraction: Double) -> UInt64 {
    UInt64(min(max(fraction, 0), 1) * Double((UInt64(1) << bits) - 1))
  }
}
