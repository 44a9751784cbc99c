import Streams

/// A plan as a line of a batch: an object under the key `plan`, next to the `id` of the line and `now`.
///
///
///     {"id": "p1", "plan": {"near": {"lat": 46.5446, "lon": 24.562},
///       "stay": {"from": "2026-11-27", "to": "2026-11-29"}, "sort": "walk"}}
extension OutingRequest {
  private static let keys = [
    "near", "stay", "walk", "maxPrice", "currency", "couchTags", "eventTags", "barTags", "sort", "weights", "limit",
  ]
  private static let example =
    #"{"near":{"lat":46.5446,"lon":24.562},"stay":{"from":"2026-11-27","to":"2026-11-29"}}"#

  /// The sort key: a single part of the score, or all of it.
  enum SortKey: String, CaseIterable {
    case score, walk, price
    case rating = "-rating"
  }

  /// The weight of a part that decides on its own: a difference of 10⁻⁸ still matters.
  private static let onlyWeight = 10_000.0

  /// Reads a request.
  /// - Parameter locate: finds the coordinate of a query whose place is a name.
  package init(json value: JSONValue, locate: (Query) throws -> Query) throws {
    let members = try QueryMembers(value, path: "plan", keys: Self.keys, example: Self.example)
    let query = try locate(try Self.query(members))
    guard let near = query.near else { throw QueryError.missing(path: "near", neededBy: "plan") }
    guard let stay = query.stay, stay.nightCount == nil, stay.word == nil, !stay.partly else {
      throw QueryError.missing(path: "stay with from and to", neededBy: "plan")
    }
    self.init(near: near, nights: stay.nights, guests: stay.guests)
    if let radius = query.radiusMeters { walkMeters = radius }
    (maxPrice, currency) = (query.price?.max, query.price?.currency)
    couchTags = try Self.tags(members, "couchTags")
    eventTags = try Self.tags(members, "eventTags")
    barTags = try Self.tags(members, "barTags")
    if members["limit"] != nil { limit = query.limit }
    try readOrder(members)
  }

  /// The parts shared with a query, parsed as its parts.
  private static func query(_ members: QueryMembers) throws(QueryError) -> Query {
    var form = JSONObject()
    for (key, name) in [("near", "near"), ("stay", "stay"), ("walk", "radius"), ("limit", "limit")] {
      form[name] = members[key]
    }
    var price = JSONObject()
    (price["max"], price["currency"]) = (members["maxPrice"], members["currency"])
    if !price.members.isEmpty { form["price"] = .object(price) }
    do { return try Query(json: .object(form)) } catch { throw error.renamingPaths(path) }
  }

  private static func path(_ path: String) -> String {
    let names = ["radius": "walk", "price.max": "maxPrice", "price.currency": "currency"]
    return "plan.\(names[path] ?? path)"
  }

  private static func tags(_ members: QueryMembers, _ key: String) throws(QueryError) -> Query.TagFilter {
    guard let value = members[key] else { return Query.TagFilter() }
    return try Query.TagFilter(queryJSON: value, path: members.path(of: key))
  }

  private mutating func readOrder(_ members: QueryMembers) throws(QueryError) {
    if let value = members["weights"] {
      weights = OutingWeights()
      _ = try weights.read(value, path: members.path(of: "weights"))
    }
    guard let value = members["sort"] else { return }
    let keys = try value.queryWords(of: SortKey.self, at: members.path(of: "sort"))
    guard keys.count == 1, let key = keys.first else {
      throw .outOfRange(path: "plan.sort", found: "\(keys.count) keys", allowed: "one of score, walk, price, -rating")
    }
    guard key != .score else { return }
    guard members["weights"] == nil else {
      throw .conflict("plan: sort by one part of the score, or give weights, not both")
    }
    weights.walk = key == .walk ? Self.onlyWeight : 0
    weights.price = key == .price ? Self.onlyWeight : 0
    weights.rating = key == .rating ? Self.onlyWeight : 0
  }
}
