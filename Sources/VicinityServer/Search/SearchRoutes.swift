import CivilTime
import Geography
import Hummingbird
import Streams
import Vicinity
import VicinityFormats
import VicinityHTTP

/// The search routes.
enum SearchRoutes {
  static let all = [near, query, map, recommend, batch, suggest, plan, crawl, why, whyNot, geocode, zone]

  static let near = Route(
    method: .get, path: "/v1/near", summary: "Searches near a coordinate, in a box, or everywhere.",
    parameters: QueryParameter.search.parameters, queryParameters: QueryParameter.search,
    formats: [.json, .geojson, .ndjson, .csv, .ics], scope: .search, group: .search, freshness: .minute
  ) { exchange in
    try await QueryReply.reply(to: exchange) { try .object(QueryParameter.search.form(of: exchange.parameters)) }
  }

  static let query = Route(
    method: .post, path: "/v1/query", summary: "Searches with a query as JSON, including every query option.",
    formats: [.json, .geojson, .ndjson, .csv, .ics],
    body: .init(
      mediaTypes: ["application/json"], name: "query", description: "A query; see docs/queries.md.",
      example: .object(
        JSONObject([
          ("near", .object(JSONObject([("lat", .double(48.7758)), ("lon", .double(9.1829))]))), ("limit", .int(5)),
        ]))),
    scope: .search, group: .search, statuses: [.ok], onlyReads: true
  ) { exchange in try await QueryReply.reply(to: exchange) { try exchange.question() } }

  static let map = Route(
    method: .post, path: "/v1/map",
    summary: "Results for a map: the first ones, and counts per cell if there are more.",
    body: .init(
      mediaTypes: ["application/json"], name: "query",
      description:
        "A query (see docs/queries.md) with `zoom`, the zoom level of the cells, from 0 to 22. The answer is that of "
        + "the query with its `total` and `now`, and has `clusters` (see docs/maps.md) if there are more matches than "
        + "`limit`; all of it from one version of the catalog. Facets that would take too long to count "
        + "are left out and named in `facetsOmitted`; if counting takes too long at all, `partial` is true, and the "
        + "answer has neither `total` nor `clusters`.",
      example: try? JSONParser.parse(
        #"{"within":{"bbox":[9.1,48.7,9.3,48.9]},"facets":["kind"],"limit":20,"zoom":11}"#.utf8)),
    scope: .search, group: .search, cost: 2, onlyReads: true
  ) { exchange in
    try await exchange.services.gate.onThread(since: exchange.arrival) { catalog, budget in
      let (query, zoom) = try mapQuestion(exchange)
      let map = try catalog.mapAnswer(query, zoom: zoom, at: exchange.now, within: budget)
      var line = AnswerLines()
      try line.write(map, atMost: budget.bytes)
      return Reply(MediaFormat.json.mediaType, line.json.bytes)
    }
  }

  /// The query in a body, and the zoom next to it.
  private static func mapQuestion(_ exchange: Exchange) throws -> (Query, Int) {
    var form = try exchange.question()
    var zoom = JSONValue?.none
    if var members = form.object {
      zoom = members["zoom"]
      members["zoom"] = nil
      form = .object(members)
    }
    let query = try exchange.query(form)
    try QueryReply.check(limit: query.limit, exchange.services.settings)
    if query.cluster != nil { throw QueryError.conflict("cluster: the cells of a map have its zoom") }
    guard let zoom else { throw QueryError.missing(path: "zoom", neededBy: "a map") }
    let zooms = Query.clusterZooms
    guard let level = zoom.integer, zooms.contains(level) else {
      throw QueryError.outOfRange(
        path: "zoom", found: zoom.text, allowed: "a zoom level from \(zooms.lowerBound) to \(zooms.upperBound)")
    }
    return (query, level)
  }

  static let recommend = Route(
    method: .post, path: "/v1/recommend", summary: "Recommends listings for one or more members, with reasons.",
    formats: [.json, .geojson, .ndjson, .csv, .ics],
    body: .init(
      mediaTypes: ["application/json"], name: "query",
      description: "A query with `members`, in the order `recommended`; see docs/recommendations.md.",
      example: try? JSONParser.parse(#"{"members":["member-31"],"limit":5}"#.utf8)),
    scope: .actAs, group: .search, cost: 2, onlyReads: true
  ) { exchange in
    try await QueryReply.reply(to: exchange) {
      let form = try exchange.question()
      guard var members = form.object, members["sort"] == nil else { return form }
      members["sort"] = .string("recommended")
      return .object(members)
    }
  }

  static let batch = Route(
    method: .post, path: "/v1/batch",
    summary: "Runs many queries, plans and completions: one line of JSON each, answered in order.",
    formats: [.ndjson],
    body: .init(
      mediaTypes: ["application/x-ndjson", "application/jsonl", "application/json", "text/plain"],
      description:
        "One JSON object on each line, as the command for batches takes them. Each line gets one line of "
        + "output, in order; an invalid line gets an error line in its place.",
      isStreamed: true, schema: nil),
    scope: .batch, group: .search, cost: 10, onlyReads: true
  ) { BatchStream($0).reply() }

  static let suggest = Route(
    method: .get, path: "/v1/suggest", summary: "Completes partly typed names, tags, places, streets and addresses.",
    parameters: [
      Parameter("text", .text(), "The text typed so far.", example: "jaz", isRequired: true),
      Parameter(
        "near", .text(), "The position, latitude and longitude in degrees, or the name of a place.",
        example: "48.7758,9.1829"),
      Parameter("limit", .integer(0...1000, usual: Catalog.usualCompletions), "The maximum number of completions."),
    ], list: "completions", scope: .search, group: .search, freshness: .names
  ) { exchange in
    let query = try await Position.query(exchange)
    let text = exchange.parameters["text"] ?? ""
    let limit = exchange.parameters.integer("limit") ?? Catalog.usualCompletions
    let streets = exchange.services.streets.names
    return try await exchange.services.gate.onThread { catalog, budget in
      let near = try catalog.located(query).near
      let completions = try catalog.suggest(text, near: near, limit: limit, with: streets, within: budget)
      return exchange.list(completions.map(\.json))
    }
  }

  static let plan = Route(
    method: .post, path: "/v1/plan", summary: "Plans evenings: a couch, an event and a bar that fit together.",
    list: "outings",
    body: .init(
      mediaTypes: ["application/json"], name: "plan", description: "A plan; see docs/plans.md.",
      example: try? JSONParser.parse(
        #"{"near":{"lat":46.5446,"lon":24.562},"stay":{"from":"2026-11-27","to":"2026-11-29"}}"#.utf8)),
    scope: .search, group: .search, cost: 5, onlyReads: true
  ) { exchange in
    try await exchange.services.gate.onThread { catalog, budget in
      do {
        let request = try OutingRequest(json: exchange.question(), locate: catalog.located)
        let outings = try catalog.outings(request, at: exchange.now, within: budget)
        return exchange.list(outings.map(\.json))
      } catch let error as QueryError {
        // In a batch the plan is a member of its line.
        throw error.renamingPaths { $0.hasPrefix("plan.") ? String($0.dropFirst("plan.".count)) : $0 }
      }
    }
  }

  static let crawl = Route(
    method: .post, path: "/v1/crawl",
    summary: "Plans pub crawls: several bars in a row, each open on arrival and for the whole visit.",
    list: "crawls",
    body: .init(
      mediaTypes: ["application/json"], name: "crawl", description: "A crawl; see docs/why.md.",
      example: try? JSONParser.parse(#"{"near":{"lat":48.7758,"lon":9.1829},"start":"20:00","stops":3}"#.utf8)),
    scope: .search, group: .search, cost: 5, onlyReads: true
  ) { exchange in
    try await exchange.services.gate.onThread { catalog, budget in
      let request = try BarItineraryRequest(json: exchange.question(), at: exchange.now, in: catalog)
      let crawls = try catalog.barItineraries(request, within: budget)
      return exchange.list(crawls.map(\.json))
    }
  }

  static let why = Route(
    method: .post, path: "/v1/why", summary: "Explains the rank of each result of a query.", list: "reasons",
    body: .init(mediaTypes: ["application/json"], name: "query", description: "A query; see docs/why.md."),
    scope: .search,
    group: .search, cost: 5, onlyReads: true
  ) { exchange in
    try await exchange.services.gate.onThread { catalog, budget in
      let query = try exchange.query(exchange.question())
      guard query.limit <= mostReasons else {
        throw QueryError.outOfRange(
          path: "limit", found: "\(query.limit)", allowed: "at most \(mostReasons) where reasons are given")
      }
      let reasons = try catalog.why(query, at: exchange.now, within: budget)
      return exchange.list(reasons.map(\.json))
    }
  }

  /// Each costs as much as several queries.
  private static let mostReasons = 100

  static let whyNot = Route(
    method: .post, path: "/v1/why-not/{id}", summary: "Explains why a listing is not among the results of a query.",
    parameters: [Listings.id],
    body: .init(mediaTypes: ["application/json"], name: "query", description: "A query; see docs/why.md."),
    scope: .search,
    group: .search, statuses: [.ok, .notFound], cost: 5, onlyReads: true
  ) { exchange in
    try await exchange.services.gate.onThread { catalog, budget in
      .json(
        try catalog.whyNot(exchange.steps[0], exchange.query(exchange.question()), at: exchange.now, within: budget)
          .json)
    }
  }

  static let geocode = Route(
    method: .get, path: "/v1/geocode", summary: "Finds cities by name, in any language and script.",
    parameters: [
      Parameter("name", .text(), "The name, such as `Paris, US`.", example: "Stuttgart", isRequired: true),
      Parameter("beginning", .flag, "Places whose name starts with this text."),
      Parameter("limit", .integer(1...100, usual: 5), "The maximum number of places."),
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
    let locality = try await exchange.services.gate.onThread { catalog, budget in
      try catalog.locality(of: place, within: budget)
    }
    return .json(locality.json)
  }
}

/// A position in the parameter `near`.
enum Position {
  static func query(_ exchange: Exchange) async throws -> Query {
    try Query(json: .object(QueryParameter.near.form(of: exchange.parameters)))
  }
}

extension Exchange {
  /// The body, if the client may run it.
  fileprivate func question() throws -> JSONValue {
    let form = try json()
    try MemberNames.check(form, by: client)
    return form
  }
}
