/// The figure of the Earth on which distances are measured.
public enum Metric: String, Sendable, CaseIterable, Codable {
  /// Geodesics on the WGS 84 ellipsoid; right to less than a tenth of a millimetre everywhere.
  case wgs84
  /// Great circles on the sphere of radius 6 371 008.8 m, as Redis and Elasticsearch measure; up to 0.56 % off.
  case sphere

  /// The distance between two coordinates in metres.
  ///
  /// Finite for every pair of valid coordinates, 0 for the same position.
  /// Asking one origin many times is cheaper through `DistanceOrigin`, which gives the same numbers.
  @inlinable
  public func meters(from start: Coordinate, to end: Coordinate) -> Double {
    DistanceOrigin(start, metric: self).meters(to: end)
  }

  /// The direction in which the shortest way begins, in degrees clockwise from north, 0..<360.
  ///
  /// 0 between equal positions.
  public func azimuth(from start: Coordinate, to end: Coordinate) -> Double {
    DistanceOrigin(start, metric: self).azimuth(to: end)
  }
}
