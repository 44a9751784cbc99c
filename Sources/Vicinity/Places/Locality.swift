import Geography
import Streams

/// Where a coordinate is, as far as the places around tell.
public struct Locality: Hashable, Sendable {
  /// The city that the coordinate belongs to, most likely: of the places that are no mere parts of others the one whose distance,
  /// divided by the fourth root of its population (at least 1000), is least. A town of 20 000 wins against a city of a million when that
  /// is more than 2.7 times as far away.
  public var city: Place
  /// How far away the middle of the city is.
  public var cityMeters: Double
  /// The nearest place of all, whose country and time zone those of the coordinate are.
  public var nearest: Place
  /// How far away it is.
  public var nearestMeters: Double
  /// The time zone: that of the nearest place, or a zone of the sea (`Etc/GMT+3`) when that is more than ``reach`` away.
  public var timeZone: String
  /// The code of the country; nil when the nearest place is more than ``reach`` away.
  public var country: String?

  /// The distance in meters up to which the nearest place tells zone and country.
  public static let reach = 400_000.0

  /// Whether the nearest place is so far away that it tells nothing.
  public var isRemote: Bool { nearestMeters > Self.reach }

  /// The zone that ships keep at a longitude: whole hours, each 15 degrees wide. POSIX counts them westward.
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

  /// A few lines for people.
  public var text: String {
    let land = country.map { code in nearest.countryName.map { "\($0) (\(code))" } ?? code } ?? "none within 400 km"
    return """
      zone     \(timeZone)
      country  \(land)
      city     \(city), \(Distance(meters: cityMeters)) away
      nearest  \(nearest), \(Distance(meters: nearestMeters)) away
      """
  }
}
