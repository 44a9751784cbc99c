import Geography

extension BoundingBox {
  /// Whether plain comparisons are correct: the box touches neither the antimeridian nor a pole, where places have
  /// several spellings.
  @inline(__always)
  var isPlain: Bool { -180 < west && west <= east && east < 180 && -90 < south && north < 90 }

  /// Whether everything in a box lies in this one.
  @inline(__always)
  func encloses(_ other: BoundingBox) -> Bool {
    guard isPlain else { return contains(other) }
    return south <= other.south && other.north <= north && west <= other.west && other.east <= east
  }
}
