import Geography
import Streams

/// A city or other populated place of a gazetteer.
public struct Place: Hashable, Sendable {
  /// The GeoNames id; negative for a place of another source.
  public var id: Int
  /// The name, as written in its source.
  public var name: String
  /// The center.
  public var coordinate: Coordinate
  /// ISO 3166-1 alpha-2 code of its country.
  public var country: String
  /// The name of its country; nil without a file of countries.
  public var countryName: String?
  /// The code of its first-level region within the country, such as `TX`; empty when unknown.
  public var region: String
  /// The name of that region; nil without a file of regions.
  public var regionName: String?
  /// The population; 0 when unknown.
  public var population: Int
  /// Whether it is a part of a larger place.
  public var isSection: Bool
  /// IANA time zone.
  public var timeZone: String?
}

extension Place: CustomStringConvertible {
  /// Name, region and country, as `vicinity geocode` accepts them.
  public var description: String {
    [name, regionTitle ?? "", country].filter { !$0.isEmpty }.joined(separator: ", ")
  }
}

extension Place {
  /// The region's name, or its code if it contains letters.
  var regionTitle: String? {
    regionName ?? (region.contains(where: \.isLetter) ? region : nil)
  }

  /// Two places with the same name nearer than this count as one when checking for ambiguity: a town and its center.
  static let sameMeters = 25_000.0

  func isAbout(_ other: Place) -> Bool {
    Metric.wgs84.meters(from: coordinate, to: other.coordinate) <= Self.sameMeters
  }

  /// The members of the place in JSON.
  package var members: [(String, JSONValue)] {
    [
      ("id", .int(Int64(id))), ("name", .string(name)), ("country", .string(country)),
      ("region", regionTitle.map { .string($0) } ?? .null),
      ("lat", .double(coordinate.latitude)), ("lon", .double(coordinate.longitude)),
      ("zone", timeZone.map { .string($0) } ?? .null), ("population", .int(Int64(population))),
    ]
  }
}
