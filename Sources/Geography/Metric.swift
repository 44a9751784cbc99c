/// The figure of the Earth on which distances are measured.
public enum Metric: String, Sendable, CaseIterable, Codable {
  /// Geodesics on the WGS 84 ellipsoid, with an error below a micrometer everywhere.
  case wgs84
  /// Great circles on the sphere of radius 6 371 008.8 m, by the haversine formula; up to 0.56 % off.
  ///
  /// Lucene, and so Elasticsearch, uses the radius 6 371 008.7714 m (4.5e-9 less: 1 mm in 220 km); Redis uses
  /// 6 372 797.560856 m, so that its meters are 1.000 280 766 times these.
  case sphere

  /// The distance between two coordinates in meters.
  ///
  /// Finite for every pair of valid coordinates, 0 for equal positions. To measure many distances from one origin, use
  /// `DistanceOrigin`, which is faster and returns the same numbers.
  @inlinable
  public func meters(from start: Coordinate, to end: Coordinate) -> Double {
    DistanceOrigin(start, metric: self).meters(to: end)
  }

  /// The initial direction of the shortest path, in degrees clockwise from north, 0..<360.
  ///
  /// 0 between equal positions.
  public func azimuth(from start: Coordinate, to end: Coordinate) -> Double {
    DistanceOrigin(start, metric: self).azimuth(to: end)
  }
}
