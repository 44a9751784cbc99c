/// The place on a line nearest to a coordinate.
public struct PolylinePlace: Hashable, Sendable {
  /// Meters along the line from its beginning.
  public var positionMeters: Double
  /// Meters from the line to the coordinate, by the line's metric.
  public var offsetMeters: Double
  /// The coordinate of the place.
  public var coordinate: Coordinate

  /// Whether it is nearer than another place, or equally near and earlier on the line.
  @inline(__always)
  func precedes(_ other: PolylinePlace) -> Bool {
    offsetMeters != other.offsetMeters ? offsetMeters < other.offsetMeters : positionMeters < other.positionMeters
  }
}
