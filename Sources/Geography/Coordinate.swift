/// A position on the Earth's surface: geodetic latitude and longitude in degrees on the WGS 84 datum (EPSG:4326).
///
/// Any pair of numbers can be stored; `isValid` checks them.
public struct Coordinate: Hashable, Sendable {
  /// Degrees north of the equator, -90...90.
  public var latitude: Double
  /// Degrees east of Greenwich, -180...180; -180 and 180 are the same meridian.
  public var longitude: Double

  /// Makes a coordinate from degrees, unchecked.
  @inlinable
  public init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }

  /// Whether both numbers are finite and in range, bounds included.
  @inlinable
  public var isValid: Bool {
    // NaN fails both comparisons.
    abs(latitude) <= 90 && abs(longitude) <= 180
  }

  /// Whether it is a pole, where all longitudes are the same place.
  @inlinable
  public var isPole: Bool { abs(latitude) == 90 }

  /// The smallest longitude that denotes the same place: -180 for 180 and at a pole, else its own.
  @inlinable
  public var firstLongitude: Double { longitude == 180 || isPole ? -180 : longitude }
}
