#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The only place of the module that calls the platform's mathematics library.
@usableFromInline
enum Trigonometry {
  @inlinable
  static var radiansPerDegree: Double { Double.pi / 180 }

  @inlinable
  static func sine(_ radians: Double) -> Double { sin(radians) }

  @inlinable
  static func cosine(_ radians: Double) -> Double { cos(radians) }

  @inlinable
  static func arcsine(_ value: Double) -> Double { asin(value) }

  @inlinable
  static func arctangent(_ y: Double, _ x: Double) -> Double { atan2(y, x) }

  @inlinable
  static func hypotenuse(_ x: Double, _ y: Double) -> Double { (x * x + y * y).squareRoot() }

  @inlinable
  static func cubeRoot(_ value: Double) -> Double { cbrt(value) }

  /// Sine of an angle of -90...90 degrees, exact at the bounds.
  @inlinable
  static func sine(degrees: Double) -> Double {
    abs(degrees) == 90 ? degrees / 90 : sin(degrees * radiansPerDegree)
  }

  /// Cosine of an angle of -90...90 degrees, exactly 0 at the bounds and accurate to the last digits near them.
  @inlinable
  static func cosine(degrees: Double) -> Double {
    let magnitude = abs(degrees)
    return magnitude > 45 ? sin((90 - magnitude) * radiansPerDegree) : cos(magnitude * radiansPerDegree)
  }

  /// The difference between two longitudes the shorter way round, in degrees, -180...180.
  ///
  /// Both ends are in -180...180. The subtraction is ordered so that nothing is lost across the antimeridian.
  @inlinable
  static func longitudeDifference(from start: Double, to end: Double) -> Double {
    let difference = end - start
    if difference > 180 { return (end - 180) - (start + 180) }
    if difference < -180 { return (end + 180) - (start - 180) }
    return difference
  }

  /// The compass direction of a vector, degrees clockwise from north, 0..<360; 0 for the zero vector.
  static func compassDegrees(east: Double, north: Double) -> Double {
    guard east != 0 || north != 0 else { return 0 }
    let degrees = atan2(east, north) / radiansPerDegree
    let positive = degrees < 0 ? degrees + 360 : degrees
    // A tiny negative angle rounds up to the full circle; -0 becomes 0.
    return positive >= 360 ? 0 : positive + 0
  }
}
