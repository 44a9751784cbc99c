import Geography
import Streams

/// The locality of a coordinate, derived from the surrounding places.
public struct Locality: Hashable, Sendable {
  /// The city that the coordinate most likely belongs to: of the places that are not sections of others, the one with
  /// the smallest distance divided by the fourth root of its population (at least 1000). A town of 20 000 wins against
  /// a city of a million if that is more than 2.7 times as far away.
  public var city: Place
  /// The distance to the center of the city.
  public var cityMeters: Double
  /// The nearest place of all, which determines country and time zone.
  public var nearest: Place
  /// The distance to it.
  public var nearestMeters: Double
  /// The time zone: that of the nearest place, or a zone of the sea (`Etc/GMT+3`) when that is more than
  /// ``reachMeters`` away.
  public var timeZone: String
  /// The code of the country; nil when the nearest place is more than ``reachMeters`` away.
  public var country: String?

  /// The distance in meters up to which the nearest place determines zone and country.
  public static let reachMeters = 400_000.0

  /// Whether the nearest place is too far away to determine zone and country.
  public var isRemote: Bool { nearestMeters > Self.reachMeters }

  /// The nautical zone of a longitude: whole hours, each 15 degrees wide. POSIX counts them westward.
  static func nauticalZone(longitude: Double) -> String {
    let hours = Int((longitude / 15).rounded(.toNearestOrAwayFromZero))
    if hours == 0 { return "Etc/GMT" }
    return hours > 0 ? "Etc/GMT-\(hours)" : "Etc/GMT+\(-hours)"
  }

  /// One JSON object.
  public var json: JSONValue {
    .object(
      JSONObject([
        ("zone", .string(timeZone)), ("country", country.map { .string($0) } ?? .null),
        ("countryName", country == nil ? .null : nearest.countryName.map { .string($0) } ?? .null),
        ("city", .object(JSONObject(city.members + [("distance", Self.meters(cityMeters))]))),
        ("nearest", .object(JSONObject(nearest.members + [("distance", Self.meters(nearestMeters))]))),
      ]))
  }

  private static func meters(_ meters: Double) -> JSONValue { .double((meters * 1000).rounded() / 1000) }

  /// A few lines of text.
  public var text: String { text(in: .metric) }

  /// A few lines of text, with distances in the given units.
  public func text(in units: DistanceUnits) -> String {
    let reach = Distance(meters: Self.reachMeters).text(in: units)
    let land = country.map { code in nearest.countryName.map { "\($0) (\(code))" } ?? code } ?? "none within \(reach)"
    return """
      zone     \(timeZone)
      country  \(land)
      city     \(city), \(Distance(meters: cityMeters).text(in: units)) away
      nearest  \(nearest), \(Distance(meters: nearestMeters).text(in: units)) away
      """
  }
}
