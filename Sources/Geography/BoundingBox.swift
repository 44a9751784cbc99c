/// A closed rectangle of latitudes and longitudes in degrees; where `west > east` it crosses the antimeridian.
///
/// Longitudes -180 and 180 are one meridian: a box that touches it at either end contains both spellings. All
/// longitudes at a pole are one place: a box that reaches the pole contains it at any longitude. Any four numbers can
/// be stored; `isValid` checks them.
public struct BoundingBox: Hashable, Sendable {
  /// The smallest latitude, degrees, -90...90.
  public var south: Double
  /// The longitude where the box begins, going east, degrees, -180...180.
  public var west: Double
  /// The largest latitude, degrees, `south`...90.
  public var north: Double
  /// The longitude where the box ends, going east, degrees, -180...180.
  public var east: Double

  /// West, south, east and north, degrees: the order of a `bbox` in GeoJSON (RFC 7946, section 5).
  public var bbox: [Double] { [west, south, east, north] }

  /// Makes a box from its four sides in degrees, unchecked.
  @inlinable
  public init(south: Double, west: Double, north: Double, east: Double) {
    self.south = south
    self.west = west
    self.north = north
    self.east = east
  }

  /// Makes the box that contains one coordinate only.
  @inlinable
  public init(_ coordinate: Coordinate) {
    self.init(
      south: coordinate.latitude, west: coordinate.longitude,
      north: coordinate.latitude, east: coordinate.longitude)
  }

  /// The whole Earth.
  @inlinable
  public static var world: BoundingBox { BoundingBox(south: -90, west: -180, north: 90, east: 180) }

  /// Whether all sides are finite and in range, bounds included, and `south` is not above `north`.
  @inlinable
  public var isValid: Bool {
    // NaN fails every comparison.
    -90 <= south && south <= north && north <= 90 && abs(west) <= 180 && abs(east) <= 180
  }

  /// Whether the box crosses the antimeridian, so that its western longitude is the larger number.
  @inlinable
  public var crossesAntimeridian: Bool { west > east }

  /// The width in degrees of longitude, 0...360.
  @inlinable
  public var longitudeSpan: Double { crossesAntimeridian ? (180 - west) + (east + 180) : east - west }

  /// The coordinate at the center of the box, in degrees.
  @inlinable
  public var center: Coordinate {
    let longitude = west + longitudeSpan / 2
    return Coordinate(latitude: (south + north) / 2, longitude: longitude > 180 ? longitude - 360 : longitude)
  }

  /// Whether a coordinate lies in the box, its sides included.
  @inlinable
  public func contains(_ coordinate: Coordinate) -> Bool {
    south <= coordinate.latitude && coordinate.latitude <= north
      && (containsLongitude(coordinate.longitude) || coordinate.isPole)
  }

  @inlinable
  func containsLongitude(_ longitude: Double) -> Bool {
    if abs(longitude) == 180 && touchesAntimeridian { return true }
    if crossesAntimeridian { return (west <= longitude || longitude <= east) && abs(longitude) <= 180 }
    return west <= longitude && longitude <= east
  }

  /// Whether the box contains the meridian of 180 degrees, under either spelling.
  @inlinable
  var touchesAntimeridian: Bool { crossesAntimeridian || abs(west) == 180 || abs(east) == 180 }
}
