import Geography
import Streams
import Vicinity

/// The contents of a map: features, or the answer to a query.
public enum MapInput: Sendable {
  /// What is drawn as it is.
  case features([MapFeature])
  /// A query whose answer is drawn.
  case query(Query)

  /// Parses GeoJSON, or a query in its JSON form, which has no `type`.
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
  /// The origin of a query, with the circle of its radius; nil without `near`.
  public init?(originOf query: Query) {
    guard let near = query.near else { return nil }
    self.init(origin: near, radiusMeters: query.radiusMeters)
  }

  /// A place that is not a listing, with a circle around it.
  public init(origin: Coordinate, radiusMeters: Double?) {
    points = [origin]
    properties["role"] = .string("origin")
    properties["radius"] = radiusMeters.map { .double($0) }
  }

  /// The features of an answer on a map: outlines, the route, the origins, and the matches or clusters.
  ///
  /// - Parameters:
  ///   - answer: what is shown.
  ///   - outlines: of the answer, from `Catalog.outlines(of:)`.
  public static func features(of answer: Answer, outlines: [AnswerOutline] = []) -> [MapFeature] {
    let found = answer.clusters.map { $0.map(MapFeature.init) } ?? answer.matches.map(MapFeature.init)
    return outlines.map(MapFeature.init) + measures(of: answer) + found
  }

  /// The distance source: one origin with the radius, the origins of a group, or a route.
  private static func measures(of answer: Answer) -> [MapFeature] {
    guard let plan = answer.plan else { return [] }
    if let along = plan.query.along {
      var route = MapFeature()
      route.lines = [along.line]
      route.properties["width"] = .double(along.widthMeters)
      return [route]
    }
    if let group = plan.query.group {
      return group.origins.enumerated().map { index, origin in
        var feature = MapFeature(origin: origin.coordinate, radiusMeters: group.limit(of: origin))
        feature.properties["number"] = .int(Int64(index + 1))
        feature.properties["member"] = origin.member.map { .string($0) }
        return feature
      }
    }
    return [MapFeature(originOf: plan.query)].compactMap { $0 }
  }

  private init(_ outline: AnswerOutline) {
    polygons = outline.shape.polygons.map(\.rings)
    properties["role"] = .string(outline.role.rawValue)
    properties["name"] = outline.name.map { .string($0) }
  }

  private init(_ match: Match) {
    id = match.id
    points = [match.coordinate]
    properties["kind"] = .string(match.kind.rawValue)
    properties["name"] = match.listing?.name.map { .string($0) }
    properties["distance"] = match.distanceMeters.map { .double($0) }
  }

  private init(_ cluster: Cluster) {
    id = cluster.cell
    points = [cluster.coordinate]
    box = cluster.box
    properties["count"] = .int(Int64(cluster.count))
  }
}
