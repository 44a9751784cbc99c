import Geography
import Streams
import Vicinity

/// The position of a GeoJSON geometry: a point itself, otherwise the center of the bounding box, as with Overpass `out
/// center`.
enum GeoJSONGeometry {
  /// The position of `geometry` (RFC 7946, section 3.1); longitude comes first there.
  ///
  /// - Parameter system: the system of its coordinates.
  static func position(
    of geometry: JSONValue?, in system: CoordinateSystem = .degrees
  ) throws(RowRejection) -> Coordinate {
    let position = system.degrees(of: try middle(of: geometry, in: system))
    try ListingValidator.checkDegrees(position)
    return position
  }

  private static func middle(of geometry: JSONValue?, in system: CoordinateSystem) throws(RowRejection) -> Coordinate {
    if let text = geometry?.string {
      if system != .degrees, let middle = WellKnownText.position(of: text) ?? WellKnownBinary.position(of: text) {
        return middle
      }
      return try PositionText.coordinate(in: text)
    }
    guard let object = geometry?.object else { throw .noGeometry(type: nil) }
    var bounds = Bounds()
    collect(object, into: &bounds, depth: 0)
    guard let middle = bounds.middle else { throw .noGeometry(type: object["type"]?.string ?? "unknown") }
    return middle
  }

  /// The error of a geometry in meters, which is reported even for features that are skipped; else nil.
  static func projectionRejection(of geometry: JSONValue?, in system: CoordinateSystem) -> RowRejection? {
    do throws(RowRejection) {
      _ = try position(of: geometry, in: system)
      return nil
    } catch {
      if case .coordinateNotDegrees = error { return error }
      return nil
    }
  }

  private static func collect(_ geometry: JSONObject, into bounds: inout Bounds, depth: Int) {
    if let coordinates = geometry["coordinates"] { collect(coordinates, into: &bounds) }
    guard depth < 4, let members = geometry["geometries"]?.array else { return }
    for member in members {
      if let object = member.object { collect(object, into: &bounds, depth: depth + 1) }
    }
  }

  private static func collect(_ coordinates: JSONValue, into bounds: inout Bounds) {
    guard let array = coordinates.array else { return }
    if array.count >= 2, let x = number(array[0]), let y = number(array[1]) {
      bounds.add(latitude: y, longitude: x)
    } else {
      for part in array { collect(part, into: &bounds) }
    }
  }

  /// Some exports put the numbers in quotes.
  private static func number(_ value: JSONValue) -> Double? {
    value.number ?? value.string.flatMap { Double($0.trimmingSpaces) }
  }

  /// A growing bounding box.
  struct Bounds {
    private var south = Double.infinity
    private var north = -Double.infinity
    private var west = Double.infinity
    private var east = -Double.infinity

    mutating func add(latitude: Double, longitude: Double) {
      (south, north) = (min(south, latitude), max(north, latitude))
      (west, east) = (min(west, longitude), max(east, longitude))
    }

    /// The center; a box wider than half the Earth is assumed to cross the antimeridian. Nil when nothing was added.
    var middle: Coordinate? {
      guard south <= north, west <= east else { return nil }
      let longitude = (west + east) / 2
      let crosses = east - west > 180 && abs(west) <= 180 && abs(east) <= 180
      return Coordinate(
        latitude: (south + north) / 2,
        longitude: crosses ? (longitude > 0 ? longitude - 180 : longitude + 180) : longitude)
    }
  }
}
