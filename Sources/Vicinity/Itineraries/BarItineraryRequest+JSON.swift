import CivilTime
import Streams

/// A pub crawl as a JSON object.
///
///     {"near": {"lat": 48.7758, "lon": 9.1829}, "start": "Sa 20:00", "stops": 4, "stay": 45, "walk": 600,
///       "tags": {"all": ["cocktails"]}, "rating": {"min": 4}, "maxPrice": 40, "currency": "EUR", "limit": 3}
extension BarItineraryRequest {
  private static let keys = [
    "near", "start", "stops", "stay", "walk", "maxPrice", "currency", "tags", "rating", "limit",
  ]
  private static let example = #"{"near":{"lat":48.7758,"lon":9.1829},"start":"20:00"}"#

  /// Reads a request.
  ///
  /// - Parameters:
  ///   - now: the reference of the start; a time of day is the next one there.
  ///   - catalog: has the names of places, and the time zones of listings.
  /// - Throws: `QueryError` with the place in the object, `GazetteerError` for the name of a place.
  package init(json value: JSONValue, at now: Instant, in catalog: Catalog) throws {
    let members = try QueryMembers(value, path: "", keys: Self.keys, example: Self.example)
    let query = try catalog.located(try Self.query(members))
    guard let place = query.near else { throw QueryError.missing(path: "near", neededBy: "crawl") }
    let zone = try catalog.zone(near: place, at: now) ?? .utc
    let start = try members.string("start", expected: "a time", example: #""20:00""#) ?? "now"
    self.init(from: place, start: try Self.instant(start, in: zone, now))
    (tags, rating) = (query.tags, query.rating)
    (maxPrice, currency) = (query.price?.max, query.price?.currency)
    if let walk = query.radiusMeters { walkMeters = walk }
    if members["limit"] != nil { limit = query.limit }
    if let count = try members.integer("stops", in: 1...Self.mostStops, allowed: "1 to 10", example: "3") {
      stops = count
    }
    if let minutes = try members.integer("stay", in: 0...Self.longestStay, allowed: "0 to 1440", example: "60") {
      stayMinutes = minutes
    }
  }

  /// The parts shared with a query, parsed as its parts.
  private static func query(_ members: QueryMembers) throws(QueryError) -> Query {
    var form = JSONObject()
    for key in ["near", "tags", "rating", "limit"] { form[key] = members[key] }
    form["radius"] = members["walk"]
    var price = JSONObject()
    (price["max"], price["currency"]) = (members["maxPrice"], members["currency"])
    if !price.members.isEmpty { form["price"] = .object(price) }
    let names = ["radius": "walk", "price.max": "maxPrice", "price.currency": "currency"]
    do { return try Query(json: .object(form)) } catch { throw error.renamingPaths { names[$0] ?? $0 } }
  }

  /// A time of day is the next one; all else is read as in a query.
  private static func instant(_ text: String, in zone: Zone, _ now: Instant) throws -> Instant {
    let parts = text.split(separator: ":")
    guard parts.count == 2, let hour = Int(parts[0]), let minute = Int(parts[1]) else {
      return try Query.Moment(parsing: text, path: "start").instant(on: zone, at: now)
    }
    guard (0..<24).contains(hour), (0..<60).contains(minute) else {
      throw QueryError.badTime(
        path: "start", found: text, expected: #"a time such as 20:00, "Sa 20:00" or 2026-11-27T20:00"#)
    }
    let today = zone.localDateTime(at: now).date
    let next = (0...1).map {
      zone.instant(of: LocalDateTime(date: today + $0, secondOfDay: hour * 3600 + minute * 60))
    }
    return next[0] >= now ? next[0] : next[1]
  }
}
