/// Constants of the WGS 84 ellipsoid and of the mean sphere, in meters.
///
/// Source: NIMA TR8350.2 (semi-major axis, flattening); Moritz, Geodetic Reference System 1980 (mean radius).
public enum Ellipsoid {
  /// The equatorial radius in meters; defining constant.
  @inlinable
  public static var semiMajorAxisMeters: Double { 6_378_137 }

  /// The flattening (a - b) / a; defining constant.
  @inlinable
  public static var flattening: Double { 1 / 298.257223563 }

  /// The polar radius b = a (1 - f) in meters.
  @inlinable
  public static var semiMinorAxisMeters: Double { semiMajorAxisMeters * (1 - flattening) }

  /// The radius of the sphere of the `sphere` metric in meters: the mean radius (2a + b) / 3.
  @inlinable
  public static var meanRadiusMeters: Double { 6_371_008.8 }

  /// The first eccentricity squared, f (2 - f).
  @inlinable
  static var eccentricitySquared: Double { flattening * (2 - flattening) }

  /// The smallest radius of curvature, in meters: that of the meridian at the equator, a (1 - e²).
  @inlinable
  public static var smallestRadiusMeters: Double { semiMajorAxisMeters * (1 - eccentricitySquared) }

  /// The largest radius of curvature, in meters: that of every normal section at a pole, a² / b.
  @inlinable
  static var largestRadiusMeters: Double { semiMajorAxisMeters / (1 - flattening) }
}
