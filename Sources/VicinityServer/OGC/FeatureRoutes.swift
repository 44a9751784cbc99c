import CivilTime
import Geography
import HTTPTypes
import Hummingbird
import Streams
import Vicinity
import VicinityHTTP

/// OGC API – Features, part 1 (core, GeoJSON, HTML, OpenAPI 3.0) and part 3 (filters as CQL2), with a collection for
/// each kind of listing.
enum FeatureRoutes {
  static let all = [landing, api, apiPage, conformance, collections, collection, queryables, items, item]

  private static let collectionId = Parameter(
    "collection", .text(words: FeatureCollection.allCases.map(\.rawValue)), in: .path, "The collection.")

  static let landing = Route(
    method: .get, path: "/",
    summary: "The landing page, with links to everything else.", formats: [.json, .html], group: .features,
    freshness: .version
  ) { exchange in
    let title = exchange.services.settings.title
    let links = [
      Link("self", exchange.url("/"), "application/json", "This document"),
      Link("alternate", exchange.url("/", "f=html"), "text/html", "This document as HTML"),
      Link("service-desc", exchange.url("/api"), MediaFormat.openapi.mediaType, "The API as OpenAPI 3.0"),
      Link("service-doc", exchange.url("/api.html"), "text/html", "The API as a page to read"),
      Link(
        "conformance", exchange.url("/conformance"), "application/json",
        "The standards that the server conforms to"),
      Link("data", exchange.url("/collections"), "application/json", "The collections"),
      Link(
        "http://www.opengis.net/def/rel/ogc/1.0/tilesets-vector", exchange.url("/tiles/listings.json"),
        "application/json", "Vector tiles"),
    ]
    if exchange.format == .html { return Pages.landing(title, links, exchange) }
    return .json(
      .object(
        JSONObject([
          ("title", .string(title)), ("description", .string("What is near, open and free: bars, events and couches.")),
          ("links", .array(links.map(\.json))),
        ])))
  }

  static let api = Route(
    method: .get, path: "/api", summary: "The API as OpenAPI 3.0.",
    formats: [.openapi, .json, .html], group: .features, freshness: .version
  ) { exchange in
    if exchange.format == .html { return Pages.interface(exchange) }
    let bytes = exchange.services.documents.document(for: exchange.base) {
      OpenAPI.document(of: exchange.services.routes, exchange)
    }
    return Reply(exchange.format.mediaType, bytes)
  }

  static let apiPage = Route(
    method: .get, path: "/api.html", summary: "The API as a page to read.", formats: [.html], group: .features,
    freshness: .version
  ) { Pages.interface($0) }

  /// The classes of the standards.
  private static let classes =
    ["core", "geojson", "html", "oas30"].map { "http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/\($0)" }
    + ["queryables", "filter", "features-filter"].map { "http://www.opengis.net/spec/ogcapi-features-3/1.0/conf/\($0)" }
    + [
      "cql2-text", "cql2-json", "basic-cql2", "advanced-comparison-operators", "case-insensitive-comparison",
      "accent-insensitive-comparison", "basic-spatial-functions",
    ]
    .map { "http://www.opengis.net/spec/cql2/1.0/conf/\($0)" }

  static let conformance = Route(
    method: .get, path: "/conformance", summary: "The standards that the server conforms to.",
    formats: [.json, .html], group: .features, freshness: .version
  ) { exchange in
    if exchange.format == .html { return Pages.list("Conformance", classes, exchange) }
    return .json(.object(JSONObject([("conformsTo", .array(classes.map { .string($0) }))])))
  }

  static let collections = Route(
    method: .get, path: "/collections", summary: "Bars, events and couches.",
    formats: [.json, .html], scope: .search, group: .features
  ) { exchange in
    let descriptions = try await CollectionDescription.all(exchange)
    if exchange.format == .html { return Pages.collections(descriptions, exchange) }
    let links = [
      Link("self", exchange.url("/collections"), "application/json", "This document"),
      Link("alternate", exchange.url("/collections", "f=html"), "text/html", "This document as HTML"),
    ]
    return .json(
      .object(
        JSONObject([
          ("links", .array(links.map(\.json))), ("collections", .array(descriptions.map { $0.json(exchange) })),
        ])))
  }

  static let collection = Route(
    method: .get, path: "/collections/{collection}", summary: "A collection.", parameters: [collectionId],
    formats: [.json, .html], scope: .search, group: .features, statuses: [.ok, .notFound]
  ) { exchange in
    let wanted = try FeatureCollection(exchange)
    let description = try await CollectionDescription.all(exchange).filter { $0.collection == wanted }
    if exchange.format == .html { return Pages.collections(description, exchange) }
    return .json(description[0].json(exchange))
  }

  static let queryables = Route(
    method: .get, path: "/collections/{collection}/queryables", summary: "The properties that filters can use.",
    parameters: [collectionId], formats: [.schema, .json],
    scope: .search, group: .features, statuses: [.ok, .notFound]
  ) { exchange in
    let collection = try FeatureCollection(exchange)
    let own = try await exchange.services.gate.onThread { catalog, _ in try catalog.ownFields() }
    var reply = Reply.json(Queryables.schema(of: collection, own: own, exchange))
    reply.mediaType = MediaFormat.schema.mediaType
    return reply
  }

  static let items = Route(
    method: .get, path: "/collections/{collection}/items", name: "features",
    summary: "The features of a collection, page by page.",
    parameters: [collectionId] + FeatureQuery.parameters + QueryParameter.features.parameters,
    queryParameters: QueryParameter.features, formats: [.geojson, .html, .csv, .json], scope: .search, group: .features,
    freshness: .minute, statuses: [.ok, .notFound]
  ) { exchange in
    let asked = try await exchange.onThreadIfLong { try FeatureQuery(exchange) }
    let isLong = exchange.isLong || asked.query.isLong
    return try await exchange.services.gate.answer(isLong: isLong, since: exchange.arrival) { catalog, budget in
      let answer = try catalog.answer(asked.query, at: exchange.now, within: budget)
      return try FeaturePage(exchange, asked, answer).reply()
    }
  }

  static let item = Route(
    method: .get, path: "/collections/{collection}/items/{id}", name: "feature", summary: "A feature.",
    parameters: [collectionId, Parameter("id", .text(), in: .path, "The id of the listing.")],
    formats: [.geojson, .html, .json], scope: .search, group: .features, freshness: .version,
    statuses: [.ok, .notFound]
  ) { exchange in
    let collection = try FeatureCollection(exchange)
    let id = exchange.steps[1]
    let answer = try await exchange.services.gate.onThread { catalog, _ in
      let listing = try catalog.known(id)
      guard listing.kind == collection.kind else {
        throw Problem(
          .notFound, "unknown-listing", "\"\(id.shortened)\" is of the kind \(listing.kind), and not in \(collection).")
      }
      return Answer(exporting: [listing], fields: FeatureQuery.fields, own: listing.own.keys.sorted(), at: exchange.now)
    }
    return FeaturePage.single(answer, collection, exchange)
  }
}

/// The collections: one for each kind of listing.
enum FeatureCollection: String, CaseIterable, Sendable {
  case bars, events, couches

  var kind: Kind {
    switch self {
    case .bars: .bar
    case .events: .event
    case .couches: .couch
    }
  }

  var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

  /// The collection in the path of a request.
  init(_ exchange: Exchange) throws {
    guard let collection = FeatureCollection(rawValue: exchange.steps[0]) else {
      throw Problem(
        .notFound, "unknown-collection",
        "There is no collection \(exchange.steps[0].shortened); there are bars, events and couches.")
    }
    self = collection
  }
}

/// A link of a document (RFC 8288).
struct Link: Sendable {
  var rel: String
  var href: String
  var type: String
  var title: String

  init(_ rel: String, _ href: String, _ type: String, _ title: String) {
    (self.rel, self.href, self.type, self.title) = (rel, href, type, title)
  }

  var json: JSONValue {
    .object(
      JSONObject([
        ("href", .string(href)), ("rel", .string(rel)), ("type", .string(type)), ("title", .string(title)),
      ]))
  }

  /// As a value of the header field `Link`.
  var field: String { "<\(href)>; rel=\"\(rel)\"; type=\"\(type)\"" }
}

/// A collection with the number and extent of its listings.
struct CollectionDescription: Sendable {
  let collection: FeatureCollection
  let count: Int
  /// West, south, east, north.
  let box: [Double]

  static func all(_ exchange: Exchange) async throws -> [CollectionDescription] {
    let catalog = exchange.services.catalog
    let summaries = try await exchange.services.statistics.summaries(of: catalog) {
      let kinds = try catalog.statistics().kinds
      return try Dictionary(
        uniqueKeysWithValues: Kind.allCases.map { kind in
          let count = kinds.first { $0.name == kind.rawValue }?.count ?? 0
          return (kind, .init(count: count, box: try CollectionExtent.box(of: kind, in: catalog, at: exchange.now)))
        })
    }
    return FeatureCollection.allCases.map { collection in
      let summary = summaries[collection.kind]
      return CollectionDescription(
        collection: collection, count: summary?.count ?? 0,
        box: summary?.box.map { [$0.west, $0.south, $0.east, $0.north] } ?? [-180, -90, 180, 90])
    }
  }

  func json(_ exchange: Exchange) -> JSONValue {
    let path = "/collections/\(collection.rawValue)"
    let links = [
      Link("self", exchange.url(path), "application/json", "This collection"),
      Link("alternate", exchange.url(path, "f=html"), "text/html", "This collection as HTML"),
      Link("items", exchange.url(path + "/items"), "application/geo+json", collection.title),
      Link("items", exchange.url(path + "/items", "f=html"), "text/html", "\(collection.title) as HTML"),
      Link(
        "http://www.opengis.net/def/rel/ogc/1.0/queryables", exchange.url(path + "/queryables"),
        "application/schema+json", "The properties that filters can use"),
    ]
    let crs = JSONValue.string("http://www.opengis.net/def/crs/OGC/1.3/CRS84")
    var extent = JSONObject([
      ("spatial", .object(JSONObject([("bbox", .array([.array(box.map { .double($0) })])), ("crs", crs)])))
    ])
    extent["temporal"] = .object(
      JSONObject([
        ("interval", .array([.array([.null, .null])])),
        ("trs", .string("http://www.opengis.net/def/uom/ISO-8601/0/Gregorian")),
      ]))
    return .object(
      JSONObject([
        ("id", .string(collection.rawValue)), ("title", .string(collection.title)), ("itemType", .string("feature")),
        ("extent", .object(extent)), ("crs", .array([crs])), ("links", .array(links.map(\.json))),
      ]))
  }
}
