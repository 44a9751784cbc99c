import CivilTime
import GRDB
import Geography
import Streams
import Vicinity

/// A place in a message: a coordinate, and what is known of it.
package struct SharedLocation: Sendable {
  var coordinate: Coordinate
  var name: String?
  var address: String?
  var telephone: String?
  /// The id of the listing that it is, as its sender says; it may be gone.
  var listing: String?
  /// Until when the sender moves it; nil for a fixed location.
  var until: Instant?
  /// The time of the last move.
  var moved: Instant?

  /// Seconds for which a position can be live: from a minute to a day.
  static let liveSeconds = 60...86_400

  private static let keys = ["lat", "lon", "name", "address", "telephone", "listing", "live"]
  private static let example = #"{"lat":48.7758,"lon":9.1829,"name":"Schlossplatz"}"#

  /// Reads the JSON form: `lat` and `lon` in degrees, `name`, `address`, `telephone`, `listing`, and `live`, the
  /// seconds for which the position is live.
  init(json: JSONValue, at now: Instant) throws {
    let members = try QueryMembers(json, path: "location", keys: Self.keys, example: Self.example)
    coordinate = try Self.coordinate(members)
    func text(_ key: String, _ most: Int) throws -> String? {
      let text = try members.string(key, expected: "a text", example: #""Schlossplatz""#)?.trimmingSpaces
      if let text { try TextLimit(atMost: most).check(text, at: "location.\(key)") }
      return text.flatMap { $0.isEmpty ? nil : $0 }
    }
    (name, address, telephone) = (try text("name", 200), try text("address", 500), try text("telephone", 40))
    listing = try text("listing", 1000)
    let seconds = try members.integer(
      "live", in: Self.liveSeconds, allowed: "60 to 86400 seconds", example: "900")
    until = seconds.map { now + Int64($0) }
  }

  /// Reads the two degrees.
  package static func coordinate(_ members: QueryMembers) throws -> Coordinate {
    func degrees(_ key: String, _ range: ClosedRange<Double>, _ allowed: String) throws -> Double {
      try members.required(key).queryNumber(at: members.path(of: key), in: range, allowed: allowed, example: "9.1829")
    }
    return Coordinate(
      latitude: try degrees("lat", -90...90, "-90 to 90 degrees"),
      longitude: try degrees("lon", -180...180, "-180 to 180 degrees"))
  }

  init(row: Row) {
    coordinate = Coordinate(latitude: row["lat"] ?? 0, longitude: row["lon"] ?? 0)
    (name, address, telephone) = (row["name"], row["address"], row["telephone"])
    listing = row["listing"]
    until = (row["until"] as Int64?).map(Instant.init(secondsSince1970:))
    moved = (row["moved"] as Int64?).map(Instant.init(secondsSince1970:))
  }

  /// With links to listings nearby, and to the map there.
  var json: JSONValue {
    let place = "\(coordinate.latitude),\(coordinate.longitude)"
    var object = JSONObject([("lat", .double(coordinate.latitude)), ("lon", .double(coordinate.longitude))])
    object["name"] = name.map { .string($0) }
    object["address"] = address.map { .string($0) }
    object["telephone"] = telephone.map { .string($0) }
    object["listing"] = listing.map { .string($0) }
    object["until"] = until.map { .string($0.description) }
    object["moved"] = moved.map { .string($0.description) }
    object["near"] = .string("/v1/near?near=\(place)")
    object["map"] = .string("/map?near=\(place)")
    return .object(object)
  }
}
