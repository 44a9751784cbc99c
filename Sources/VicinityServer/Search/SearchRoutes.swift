import CivilTime
import Geography
import Hummingbird
import Streams
import Vicinity
import VicinityFormats

/// The routes that ask.
enum SearchRoutes {
  static let all = [near, query, batch, suggest, plan, why, whyNot, geocode, zone, areas, area]

  private static let format = Parameter(
    "f", .text(words: ["json", "geojson", "ndjson", "csv", "ics"]), "The format, instead of the header field Accept.")

  static let near = Route(
    method: .get, path: "/v1/near", summary: "What is near a coordinate, in a box, or everywhere.",
    parameters: QueryParameter.near.map(\.parameter) + [format], queryParameters: QueryParameter.near,
    formats: [.json, .geojson, .ndjson, .csv, .ics], scope: .search, group: .search, freshness: .minute
  ) { exchange in
    let form = try QueryParameter.near.form(of: exchange.parameters)
    let answering = Answering(exchange)
    let query = try Query(json: .object(form))
    let answer = try await answering.answer(query)
    var reply = try answering.reply(answer, of: query)
    if let next = answer.next {
      reply.headers[values: .links].append("<\(exchange.url(setting: [("after", next)]))>; rel=\"next\"")
    }
    return reply
  }

  static let query = Route(
    method: .post, path: "/v1/query", summary: "The same for a query as JSON, with all that queries can say.",
    parameters: [format], formats: [.json, .geojson, .ndjson, .csv, .ics],
    body: .init(
      mediaTypes: ["application/json"], description: "A query; see docs/queries.md.",
      example: .object(
        JSONObject([
          ("near", .object(JSONObject([("lat", .double(48.7758)), ("lon", .double(9.1829))]))), ("limit", .int(5)),
        ]))),
    scope: .search, group: .search, statuses: [.ok]
  ) { exchange in
    let form = try exchange.json()
    try MemberNames.check(form, by: exchange.client)
    let answering = Answering(exchange)
    let query = try Query(json: form)
    return try answering.reply(try await answering.answer(query), of: query)
  }

  static let batch = Route(
    method: .post, path: "/v1/batch",
    summary: "Many queries, plans and completions: a line of JSON for each, in order.",
    formats: [.ndjson],
    body: .init(
      mediaTypes: ["application/x-ndjson", "application/jsonl", "application/json", "text/plain"],
      description:
        "One JSON object on each line, as the command for batches takes them. Each line is answered by one line as it comes; a bad line by an error line in its place.",
      isStreamed: true, schema: "string"),
    scope: .batch, group: .search, cost: 10
  ) { BatchStream($0).reply() }

  static let suggest = Route(
    method: .get, path: "/v1/suggest", summary: "Names, tags and places that complete what somebody types.",
    parameters: [
      Parameter("text", .text(), "What has been typed so far.", example: "jaz", isRequired: true),
      Parameter(
        "near", .text(), "The position, latitude and longitude in degrees, or the name of a place.",
        example: "48.7758,9.1829"),
      Parameter("limit", .integer(0...1000, usual: Catalog.usualCompletions), "The most completions."),
    ], scope: .search, group: .search, freshness: .version
  ) { exchange in
    let query = try await Position.query(exchange)
    let text = exchange.parameters["text"] ?? ""
    let limit = exchange.parameters.integer("limit") ?? Catalog.usualCompletions
    let completions = try await exchange.services.gate.answer { catalog, _ in
      try catalog.suggest(text, near: catalog.located(query).near, limit: limit)
    }
    return .json(.object(JSONObject([("completions", .array(completions.map(\.json)))])))
  }

  static let plan = Route(
    method: .post, path: "/v1/plan", summary: "Evenings: a couch, an event and a bar that go together.",
    body: .init(
      mediaTypes: ["application/json"], description: "A plan; see docs/plans.md.",
      example: try? JSONParser.parse(
        #"{"near":{"lat":46.5446,"lon":24.562},"stay":{"from":"2026-11-27","to":"2026-11-29"}}"#.utf8)),
    scope: .search, group: .search, cost: 5
  ) { exchange in
    let form = try exchange.json()
    let outings = try await exchange.services.gate.onThread { catalog, budget in
      try catalog.outings(OutingRequest(json: form, locate: catalog.located), at: exchange.now, within: budget)
    }
    return .json(.object(JSONObject([("outings", .array(outings.map(\.json)))])))
  }

  static let why = Route(
    method: .post, path: "/v1/why", summary: "Why the results of a query stand where they stand.",
    body: .init(mediaTypes: ["application/json"], description: "A query; see docs/why.md."), scope: .search,
    group: .search, cost: 5
  ) { exchange in
    let form = try exchange.json()
    try MemberNames.check(form, by: exchange.client)
    var query = try Query(json: form)
    query.limit = min(query.limit, 100)
    let asked = query
    let reasons = try await exchange.services.gate.onThread { catalog, _ in try catalog.why(asked, at: exchange.now) }
    return .json(.object(JSONObject([("reasons", .array(reasons.map(\.json)))])))
  }

  static let whyNot = Route(
    method: .post, path: "/v1/why-not/{id}", summary: "Why a listing is not among the results of a query.",
    parameters: [Listings.id],
    body: .init(mediaTypes: ["application/json"], description: "A query; see docs/why.md."), scope: .search,
    group: .search, statuses: [.ok, .notFound], cost: 5
  ) { exchange in
    let form = try exchange.json()
    try MemberNames.check(form, by: exchange.client)
    let query = try Query(json: form)
    let verdict = try await exchange.services.gate.onThread { catalog, _ in
      try catalog.whyNot(exchange.steps[0], query, at: exchange.now)
    }
    return .json(verdict.json)
  }

  static let geocode = Route(
    method: .get, path: "/v1/geocode", summary: "Cities by name, in any language and script.",
    parameters: [
      Parameter("name", .text(), "The name, such as `Paris, US`.", example: "Stuttgart", isRequired: true),
      Parameter("beginning", .flag, "Places whose name begins so."),
      Parameter("limit", .integer(1...100, usual: 5), "The most places."),
    ], scope: .search, group: .search, freshness: .version, statuses: [.ok, .notFound]
  ) { exchange in
    let name = exchange.parameters["name"] ?? ""
    let limit = exchange.parameters.integer("limit") ?? 5
    let isBeginning = exchange.parameters.flag("beginning")
    let answer = try await exchange.services.gate.onThread { catalog, _ in
      try isBeginning ? catalog.places(beginningWith: name, limit: limit) : catalog.places(named: name, limit: limit)
    }
    guard let json = answer.json else {
      throw Problem(.notFound, "unknown-place", "No place is called \"\(name.shortened)\".")
    }
    return .json(json)
  }

  static let zone = Route(
    method: .get, path: "/v1/zone", summary: "The time zone, country and city of a coordinate.",
    parameters: [
      Parameter("near", .list(.number(), count: 2...2), "Latitude and longitude in degrees.", isRequired: true)
    ], scope: .search, group: .search, freshness: .version, statuses: [.ok, .notFound]
  ) { exchange in
    guard let place = try await Position.query(exchange).near else {
      throw Problem.parameter("near", "write latitude and longitude, such as 46.5425,24.5575")
    }
    let locality = try await exchange.services.gate.onThread { catalog, _ in try catalog.locality(of: place) }
    return .json(locality.json)
  }

  static let areas = Route(
    method: .get, path: "/v1/areas", summary: "The named areas of the catalog.", scope: .search, group: .search,
    freshness: .version
  ) { exchange in
    let areas = try await exchange.services.gate.onThread { catalog, _ in try catalog.areaSummaries() }
    return .json(.object(JSONObject([("areas", .array(areas.map(\.json)))])))
  }

  static let area = Route(
    method: .get, path: "/v1/areas/{name}", summary: "An area as GeoJSON.",
    parameters: [Parameter("name", .text(), in: .path, "The name of the area.")], formats: [.geojson], scope: .search,
    group: .search, freshness: .version, statuses: [.ok, .notFound]
  ) { exchange in
    let name = exchange.steps[0]
    let area = try await exchange.services.gate.onThread { catalog, _ in try catalog.area(named: name) }
    guard let area else { throw Problem(.notFound, "unknown-area", "There is no area \"\(name.shortened)\".") }
    var reply = Reply.json(area.geoJSON)
    reply.mediaType = MediaFormat.geojson.mediaType
    return reply
  }
}

/// A position in the parameter `near`.
enum Position {
  static func query(_ exchange: Exchange) async throws -> Query {
    let near = QueryParameter.near.filter { $0.key == "near" }
    return try Query(json: .object(near.form(of: exchange.parameters)))
  }
}

/// The members that a body names: only keys that act for members may do that.
enum MemberNames {
  private static let keys = ["caller", "member", "members"]

  /// - Throws: `Problem` for a form that names members, from a client that must not.
  static func check(_ form: JSONValue, by client: Client) throws {
    guard !client.has(.actAs), let object = form.object else { return }
    for key in keys where object[key].map({ !$0.isNull }) ?? false {
      var problem = Problem(
        .forbidden, "forbidden",
        "\(key): a request names no member; the server takes it from the key. Only keys with the scope \(Scope.actAs.rawValue) may."
      )
      problem.pointer = "/\(key)"
      throw problem
    }
  }
}
