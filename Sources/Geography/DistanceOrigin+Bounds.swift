extension DistanceOrigin {
  /// A lower bound of the distance to every coordinate of a box, in metres; 0 inside the box.
  @inlinable
  public func lowerBoundMeters(to box: BoundingBox) -> Double {
    0
  }

  /// An upper bound of the distance to every coordinate of a box, in metres.
  @inlinable
  public func upperBoundMeters(to box: BoundingBox) -> Double {
    Double.pi * Ellipsoid.largestRadius
  }

  /// A lower bound of the distance to a coordinate, in metres; cheap where the exact distance is dear.
  @inlinable
  public func lowerBoundMeters(to target: Coordinate) -> Double {
    0
  }

  /// The direction in which the shortest way to a coordinate begins, degrees clockwise from north, 0..<360.
  public func azimuth(to target: Coordinate) -> Double {
    0
  }
}
