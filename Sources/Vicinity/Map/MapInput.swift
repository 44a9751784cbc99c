/// What a map is asked to show: features, or the answer to a query.
public enum MapInput: Sendable {
  case features([MapFeature])
  case query(Query)

  /// Reads GeoJSON, or a query in its JSON form, which has no `type`.
  ///
  /// - Throws: `MapError` or `QueryError`.
  public init(parsing text: [UInt8]) throws {
    if let object = try? JSONParser.parse(text).object, object["type"] == nil, !object.members.isEmpty {
      self = .query(try Query(json: .object(object)))
    } else {
      self = .features(try MapFeature.features(geoJSON: text))
    }
  }
}

extension MapFeature {
  /// Where a query sets out from, with the circle of its radius; nil without `near`.
  public init?(originOf query: Query) {
    guard let near = query.near else { return nil }
    self.init(origin: near, radiusMeters: query.radius)
  }

  /// A place that is no listing, with a circle around it.
  public init(origin: Coordinate, radiusMeters: Double?) {
    points = [origin]
    properties["role"] = .string("origin")
    properties["radius"] = radiusMeters.map { .double($0) }
  }

  /// The matches or clusters of an answer.
  public static func features(of answer: Answer) -> [MapFeature] {
    if let clusters = answer.clusters { return clusters.map(MapFeature.init) }
    return answer.matches.map(MapFeature.init)
  }

  private init(_ match: Match) {
    id = match.id
    points = [match.coordinate]
    properties["kind"] = .string(match.kind.rawValue)
    properties["name"] = match.listing?.name.map { .string($0) }
    properties["distance"] = match.distance.map { .double($0) }
  }

  private init(_ cluster: Cluster) {
    id = cluster.cell
    points = [cluster.coordinate]
    box = cluster.box
    properties["count"] = .int(Int64(cluster.count))
  }
}
