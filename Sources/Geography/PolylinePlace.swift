/// The place on a line that is nearest to some coordinate.
public struct PolylinePlace: Hashable, Sendable {
  /// Meters along the line from its beginning.
  public var position: Double
  /// Meters from the line to the coordinate, by the line's metric.
  public var offset: Double
  /// Where the place is.
  public var coordinate: Coordinate

  /// Whether it is nearer than another place, or as near and earlier on the line.
  @inline(__always)
  func precedes(_ other: PolylinePlace) -> Bool {
    offset != other.offset ? offset < other.offset : position < other.position
  }
}
