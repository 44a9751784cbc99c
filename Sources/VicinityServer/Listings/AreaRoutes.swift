import Geography
import Hummingbird
import Streams
import Vicinity
import VicinityAccounts
import VicinityHTTP

/// The routes that read and write named areas.
///
/// Names are exact here: `GET`, `PUT` and `DELETE` on one address refer to the same area, with its entity tag. Queries
/// also find areas by similar names.
enum AreaRoutes {
  static let all = [list, get, put, delete]

  private static let name = Parameter("name", .text(), in: .path, "The name of the area, percent-encoded.")
  private static let ifMatch = Listings.ifMatch(of: "area")

  static let list = Route(
    method: .get, path: "/v1/areas", summary: "The named areas of the catalog.", list: "areas", scope: .search,
    group: .listings, freshness: .version
  ) { exchange in
    try await exchange.services.gate.onThread { catalog, _ in
      let areas = try catalog.areaSummaries()
      return exchange.list(areas.map(\.json))
    }
  }

  static let get = Route(
    method: .get, path: "/v1/areas/{name}", summary: "An area as GeoJSON.", parameters: [name], formats: [.geojson],
    scope: .search, group: .listings, statuses: [.ok, .notModified, .notFound]
  ) { exchange in
    var reply = try await exchange.services.gate.onThread { catalog, _ in try shown(exchange, in: catalog) }
    let tag = reply.headers[.eTag] ?? ""
    if EntityTag.matches(exchange.request.headers[.ifNoneMatch], where: { $0 == tag }) { reply.becomeNotModified() }
    return reply
  }

  static let put = Route(
    method: .put, path: "/v1/areas/{name}", summary: "Creates an area, or replaces its shape.",
    parameters: [name, ifMatch], formats: [.geojson],
    body: .init(
      mediaTypes: ["application/geo+json", "application/json"],
      name: "shape", description: "A Polygon or MultiPolygon of GeoJSON, or a feature with one, in degrees of WGS 84.",
      example: try? JSONParser.parse(
        #"{"type":"Polygon","coordinates":[[[9.1,48.7],[9.3,48.7],[9.2,48.9],[9.1,48.7]]]}"#.utf8)),
    scope: .import, group: .listings, statuses: [.ok, .created, .preconditionFailed, .preconditionRequired]
  ) { exchange in
    let name = exchange.steps[0]
    guard TextLimit(atMost: 200).allows(name), !name.unicodeScalars.contains(where: { $0.value < 0x20 }) else {
      throw Problem.parameter(
        "name",
        "write at most 200 characters and \(TextLimit(atMost: 200).bytes) bytes in UTF-8, without control characters")
    }
    let area = try await exchange.onThreadIfLong {
      NamedArea(name: name, source: "http", shape: try MultiPolygon(geoJSON: exchange.json(), path: ""))
    }
    let precondition = Precondition(exchange.request)
    var (isNew, reply) = try await exchange.changing(adding: 0, mayFree: false) { catalog in
      try catalog.save(area) { try precondition.checkReplacing($0.map(hash(of:))) }
    } reply: { catalog, _ in
      try shown(exchange, in: catalog)
    }
    await exchange.note("area.put", name)
    reply?.status = isNew ? .created : .ok
    return reply ?? Reply(MediaFormat.geojson.mediaType, [], status: isNew ? .created : .ok)
  }

  static let delete = Route(
    method: .delete, path: "/v1/areas/{name}", summary: "Removes an area; the listings in it stay.",
    parameters: [name, ifMatch], formats: [], scope: .import, group: .listings,
    statuses: [.noContent, .notFound, .preconditionFailed, .preconditionRequired]
  ) { exchange in
    let name = exchange.steps[0]
    let precondition = try Precondition(exchange.request).required()
    try await exchange.services.gate.onThread { catalog, _ in
      try suggesting { try catalog.removeArea(exactlyNamed: name) { try precondition.check(hash(of: $0)) } }
    }
    await exchange.note("area.delete", name)
    return .noContent
  }

  private static func hash(of area: NamedArea) -> String { EntityTag.hash(area.geoJSON.text) }

  /// The area of the path, from the catalog.
  private static func shown(_ exchange: Exchange, in catalog: Catalog) throws -> Reply {
    let area = try suggesting { try catalog.area(exactlyNamed: exchange.steps[0]) }
    // A shape may have a great many points: it is written on the thread, and once.
    let text = area.geoJSON.text
    var reply = Reply(MediaFormat.geojson.mediaType, text + "\n")
    reply.headers[.eTag] = "\"\(EntityTag.hash(text))\""
    reply.headers[.cacheControl] = "no-cache"
    return reply
  }

  /// Runs `body`; for an unknown name, programs get a similar one too.
  private static func suggesting<Value>(_ body: () throws -> Value) throws -> Value {
    do { return try body() } catch let error as CatalogError {
      guard case .unknownArea(_, let similar) = error, var problem = Problem(error) else { throw error }
      problem.suggestion = similar
      throw problem
    }
  }
}
