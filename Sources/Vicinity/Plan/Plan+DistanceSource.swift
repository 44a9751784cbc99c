import Geography

extension Plan {
  /// Validates `near`, `group` and `along`.
  static func checkDistanceSource(_ query: Query) throws(QueryError) {
    guard query.group != nil || query.along != nil else { return }
    try query.group?.check()
    try query.along?.check()
    let given = [("near", query.near != nil), ("near as a list", query.group != nil), ("along", query.along != nil)]
    let names = given.filter(\.1).map(\.0)
    guard names.count < 2 else { throw .conflict("give only one of \(names.joined(separator: " and "))") }
  }

  /// The corridor around the query's route; nil without one.
  static func corridor(of query: Query) -> Corridor? {
    guard let along = query.along, let line = along.polyline(metric: query.metric) else { return nil }
    return Corridor(line, widthMeters: along.widthMeters)
  }

  /// The mode of travel; the detour off a route is already part of the distance.
  var arrivalTravel: Query.Travel? {
    guard query.along != nil else { return query.open?.arriving }
    return query.open?.arriving.map { .speed(metersPerSecond: $0.metersPerSecond) }
  }

  /// The default order of a query.
  static func usualOrder(of query: Query) -> [Query.SortKey] {
    if query.along != nil { return [.route] }
    if query.text != nil { return [.best] }
    return query.hasDistance ? [.distance] : []
  }

  /// The default fields of the query's distance source.
  static func distanceSourceFields(of query: Query) -> [Field] {
    if query.along != nil { return [.routePosition, .offset, .detour] }
    return query.group == nil ? [] : [.distances]
  }
}

extension Query {
  /// Whether the query has an origin of distances.
  var hasDistance: Bool { near != nil || group != nil || along != nil }
}

extension Plan {
  /// The distance source as text, unless it is a single origin.
  var distanceSourceLines: [String] {
    if let group = query.group {
      let limit = group.maxMeters.map { ", none above \($0) m" } ?? ""
      let radius = query.radiusMeters.map { ", within \($0) m" } ?? ""
      let places = group.origins.map { "\($0.coordinate.latitude), \($0.coordinate.longitude)" }
      return ["group    \(group.by.rawValue) of the distances from \(places.joined(separator: "; "))\(limit)\(radius)"]
    }
    guard let along = query.along, let corridor else { return [] }
    let line = corridor.line
    let part = "\(Distance.meters(line.endMeters - line.startMeters)) of \(Distance.meters(line.endMeters))"
    return ["along    \(part) through \(along.line.count) positions, at most \(along.widthMeters) m off it"]
  }
}
