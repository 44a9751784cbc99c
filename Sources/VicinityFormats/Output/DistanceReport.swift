import Geography
import Streams
import Vicinity

/// The output of `vicinity distance` for two coordinates.
public struct DistanceReport: Hashable, Sendable {
  /// The distance in meters.
  public let meters: Double
  /// The initial direction of the path, degrees clockwise from north, 0..<360.
  public let azimuth: Double
  /// The figure of the Earth.
  public let metric: Metric

  /// Computes distance and direction.
  /// - Throws: `QueryError` for an invalid coordinate.
  public init(from start: Coordinate, to end: Coordinate, metric: Metric) throws(QueryError) {
    for coordinate in [start, end] where !coordinate.isValid {
      let swapped = Coordinate(latitude: coordinate.longitude, longitude: coordinate.latitude)
      throw .outOfRange(
        path: "LAT,LON", found: "\(coordinate.latitude), \(coordinate.longitude)",
        allowed: "a latitude from -90 to 90 and a longitude from -180 to 180",
        hint: swapped.isValid ? "Are latitude and longitude swapped?" : nil)
    }
    let origin = DistanceOrigin(start, metric: metric)
    (meters, azimuth) = (origin.meters(to: end), origin.azimuth(to: end))
    self.metric = metric
  }

  /// One JSON object; meters to a micrometer, degrees to ten digits.
  public var json: JSONValue {
    .object(
      JSONObject([
        ("meters", .double((meters * 1e6).rounded() / 1e6)), ("azimuth", .double((azimuth * 1e10).rounded() / 1e10)),
        ("metric", .string(metric.rawValue)),
      ]))
  }

  /// The report as a few lines of text.
  public var text: String { text(in: .metric) }

  /// The report as a few lines of text, with the distance in the given units, and in meters.
  public func text(in units: DistanceUnits) -> String {
    let thousandths = (meters * 1000).rounded() / 1000
    let degrees = (azimuth * 1000).rounded() / 1000
    return """
      distance  \(Distance(meters: meters).text(in: units)) (\(thousandths) m)
      azimuth   \(degrees)° \(Self.points[Int((azimuth / 45).rounded()) % 8])
      metric    \(metric.rawValue)
      """
  }

  private static let points = ["north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"]
}
