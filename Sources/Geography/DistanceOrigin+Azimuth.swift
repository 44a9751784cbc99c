extension DistanceOrigin {
  /// The direction in which the shortest way to a coordinate begins, degrees clockwise from north, 0..<360.
  public func azimuth(to target: Coordinate) -> Double {
    0
  }
}
