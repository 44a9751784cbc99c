import Geography
import Hummingbird
import Streams
import Vicinity

/// The routes that read and write named areas.
enum AreaRoutes {
  static let all = [list, get, put, delete]

  private static let name = Parameter("name", .text(), in: .path, "The name of the area, percent-encoded.")

  static let list = Route(
    method: .get, path: "/v1/areas", summary: "The named areas of the catalog.", scope: .search, group: .listings,
    freshness: .version
  ) { exchange in
    let areas = try await exchange.services.gate.onThread { catalog, _ in try catalog.areaSummaries() }
    return .json(.object(JSONObject([("areas", .array(areas.map(\.json)))])))
  }

  static let get = Route(
    method: .get, path: "/v1/areas/{name}", summary: "An area as GeoJSON.", parameters: [name], formats: [.geojson],
    scope: .search, group: .listings, statuses: [.ok, .notModified, .notFound]
  ) { exchange in
    var reply = try await shown(exchange)
    let tag = reply.headers[.eTag] ?? ""
    if EntityTag.isAny(exchange.request.headers[.ifNoneMatch], where: { $0 == tag }) { reply.becomeNotModified() }
    return reply
  }

  static let put = Route(
    method: .put, path: "/v1/areas/{name}", summary: "Makes an area, or replaces its shape.",
    parameters: [name, Listings.ifMatch], formats: [.geojson],
    body: .init(
      mediaTypes: ["application/geo+json", "application/json"],
      description: "A Polygon or MultiPolygon of GeoJSON, or a feature with one, in degrees of WGS 84.",
      example: try? JSONParser.parse(
        #"{"type":"Polygon","coordinates":[[[9.1,48.7],[9.3,48.7],[9.2,48.9],[9.1,48.7]]]}"#.utf8)),
    scope: .import, group: .listings, statuses: [.ok, .created, .preconditionFailed, .preconditionRequired]
  ) { exchange in
    let name = exchange.steps[0]
    guard name.count <= 200, !name.unicodeScalars.contains(where: { $0.value < 0x20 }) else {
      throw Problem.parameter("name", "write at most 200 letters, without control characters")
    }
    let area = try await exchange.reading {
      NamedArea(name: name, source: "http", shape: try MultiPolygon(geoJSON: exchange.json(), path: ""))
    }
    let precondition = Precondition(exchange.request)
    let isNew = try await exchange.services.gate.onThread { catalog, _ in
      try catalog.save(area) { known in
        guard let known else { return try precondition.checkMissing() }
        try precondition.checkPresent()
        try precondition.required().check(tag(of: known))
      }
    }
    await exchange.note("area.put", name)
    var reply = try await shown(exchange)
    reply.status = isNew ? .created : .ok
    return reply
  }

  static let delete = Route(
    method: .delete, path: "/v1/areas/{name}", summary: "Removes an area; the listings in it stay.",
    parameters: [name, Listings.ifMatch], formats: [], scope: .import, group: .listings,
    statuses: [.noContent, .notFound, .preconditionFailed, .preconditionRequired]
  ) { exchange in
    let name = exchange.steps[0]
    let precondition = try Precondition(exchange.request).required()
    try await exchange.services.gate.onThread { catalog, _ in
      try catalog.removeAreas(named: [name]) { try precondition.check(tag(of: $0)) }
    }
    await exchange.note("area.delete", name)
    return .noContent
  }

  private static func tag(of area: NamedArea) -> String { EntityTag.hash(area.geoJSON.text) }

  /// The area of the path, as it is in the catalog.
  private static func shown(_ exchange: Exchange) async throws -> Reply {
    let name = exchange.steps[0]
    let area = try await exchange.services.gate.onThread { catalog, _ in try catalog.area(named: name) }
    guard let area else { throw Problem(.notFound, "unknown-area", "There is no area \"\(name.shortened)\".") }
    var reply = Reply.json(area.geoJSON)
    reply.mediaType = MediaFormat.geojson.mediaType
    reply.headers[.eTag] = "\"\(tag(of: area))\""
    reply.headers[.cacheControl] = "no-cache"
    return reply
  }
}
