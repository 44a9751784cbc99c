import CivilTime
import Hummingbird
import Streams
import Synchronization
import Vicinity
import VicinityAccounts
import VicinityHTTP
import VicinityHome

/// The routes of the switches of a couch, for its host and for the guest of today.
enum HomeRoutes {
  static let all = [list, set, turn, remove, setRule, removeRule]
  static let paths = Set(all.map(\.path))

  private static let name = Parameter("name", .text(), in: .path, "The name of the switch.", example: "heating")

  static let list = Route(
    method: .get, path: "/v1/listings/{id}/switches",
    summary: "The switches of a couch with their states (host and current guest).",
    parameters: [Listings.id], list: "switches", role: .member, group: .members,
    statuses: [.ok, .notFound, .forbidden], cost: 5
  ) { exchange in
    let (service, part) = try await part(exchange)
    let switches = try await exchange.services.members.run { try service.switches(of: exchange.steps[0]) }
    let states = try await states(of: switches, exchange.now, service)
    var list: [JSONValue] = []
    for found in switches {
      var object = JSONObject([("name", .string(found.name))])
      object["state"] = states[found.name].map { .string($0.rawValue) }
      if part == .host {
        object["url"] = .string(found.url)
        object["rule"] = try await exchange.services.members.run {
          try service.rule(of: found.name, found.listing)?.json
        }
      }
      list.append(.object(object))
    }
    return exchange.list(list)
  }

  /// All are queried in parallel; one that does not answer has no state.
  private static func states(
    of switches: [HomeSwitch], _ now: Instant, _ service: HomeService
  ) async throws -> [String: HomeSwitch.State] {
    let states = Mutex<[String: HomeSwitch.State]>([:])
    try await switches.eachOfSeveral(atOnce: HomeService.most) { found in
      let state = try? await service.using(found, at: now) { try await found.state(by: $0) }
      states.withLock { $0[found.name] = state.flatMap(\.self) }
    }
    return states.withLock(\.self)
  }

  static let set = Route(
    method: .put, path: "/v1/listings/{id}/switches/{name}", summary: "Sets up a switch of a couch (host only).",
    parameters: [Listings.id, name],
    body: .init(
      mediaTypes: ["application/json"],
      description: "url: the item of an openHAB server, without a slash at its end; token, if the server needs one: "
        + "without it the stored one stays, null removes it.",
      example: try? JSONParser.parse(#"{"url":"https://home.example.org/rest/items/Heating"}"#.utf8)),
    role: .host, group: .members, statuses: [.ok, .created, .notFound, .forbidden, .conflict]
  ) { exchange in
    let form = try exchange.json()
    let members = try QueryMembers(
      form, path: "", keys: ["url", "token"],
      example: #"{"url":"https://home.example.org/rest/items/Heating"}"#)
    let url = try members.required("url").queryString(
      at: "url", expected: "an address", example: #""https://home.example.org/rest/items/Heating""#)
    _ = try OutgoingRequest.check(url, at: "url")
    let token = try members.string("token", expected: "a token", example: #""…""#)
    if let token, token.utf8.count > 1000 || !token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) {
      throw QueryError.outOfRange(
        path: "token", found: "a text", allowed: "at most 1000 ASCII characters without spaces")
    }
    try TextLimit(1...60).check(exchange.steps[1], at: "name")
    let keepsToken = form.object?["token"] == nil
    let service = try await hosting(exchange)
    let host = try exchange.session.member
    let isNew = try await exchange.services.members.run {
      try service.set(
        exchange.steps[1], of: exchange.steps[0], by: host, url: url, token: token, keepsToken: keepsToken)
    }
    return .json(
      .object(JSONObject([("name", .string(exchange.steps[1])), ("url", .string(url))])), status: isNew ? .created : .ok
    )
  }

  static let turn = Route(
    method: .post, path: "/v1/listings/{id}/switches/{name}", name: "turn switch",
    summary: "Turns a switch on or off (host and current guest).", parameters: [Listings.id, name],
    body: .init(
      mediaTypes: ["application/json"], description: "state: ON or OFF.",
      example: try? JSONParser.parse(#"{"state":"ON"}"#.utf8)),
    role: .member, group: .members, statuses: [.ok, .notFound, .forbidden, .badGateway], cost: 5
  ) { exchange in
    let members = try QueryMembers(exchange.json(), path: "", keys: ["state"], example: #"{"state":"ON"}"#)
    let word = try members.required("state").queryString(at: "state", expected: "ON or OFF", example: #""ON""#)
    guard let state = HomeSwitch.State(rawValue: word) else {
      throw QueryError.unknownWord(
        word, path: "state", suggestion: nil, known: HomeSwitch.State.allCases.map(\.rawValue))
    }
    let (service, _) = try await part(exchange)
    let found = try await exchange.services.members.run { try service.find(exchange.steps[1], of: exchange.steps[0]) }
    try await service.using(found, at: exchange.now) { try await found.turn(state, by: $0) }
    return .json(.object(JSONObject([("name", .string(found.name)), ("state", .string(word))])))
  }

  static let remove = Route(
    method: .delete, path: "/v1/listings/{id}/switches/{name}", summary: "Removes a switch of a couch (host only).",
    parameters: [Listings.id, name], formats: [], role: .host, group: .members,
    statuses: [.noContent, .notFound, .forbidden]
  ) { exchange in
    let service = try await hosting(exchange)
    try await exchange.services.members.run { try service.remove(exchange.steps[1], of: exchange.steps[0]) }
    return .noContent
  }

  static let setRule = Route(
    method: .put, path: "/v1/listings/{id}/switches/{name}/rule",
    summary: "Sets a rule that turns a switch by the outside temperature, checked every hour (host only).",
    parameters: [Listings.id, name],
    body: .init(
      mediaTypes: ["application/json"],
      description: "url, with {lat} and {lon}; pointer to the temperature in its answer (RFC 6901); above or below, "
        + "a number of its degrees; state, ON or OFF, to set while the temperature is above or below that; otherwise, "
        + "optional, to set while it is not.",
      example: try? JSONParser.parse(WeatherRule.example.utf8)),
    role: .host, group: .members, statuses: [.ok, .notFound, .forbidden]
  ) { exchange in
    let rule = try WeatherRule(json: exchange.json(), listing: exchange.steps[0], name: exchange.steps[1])
    let service = try await hosting(exchange)
    try await exchange.services.members.run { try service.set(rule) }
    return .json(rule.json)
  }

  static let removeRule = Route(
    method: .delete, path: "/v1/listings/{id}/switches/{name}/rule",
    summary: "Removes the rule of a switch (host only).",
    parameters: [Listings.id, name], formats: [], role: .host, group: .members,
    statuses: [.noContent, .notFound, .forbidden]
  ) { exchange in
    let service = try await hosting(exchange)
    try await exchange.services.members.run { try service.removeRule(of: exchange.steps[1], exchange.steps[0]) }
    return .noContent
  }

  private static func part(_ exchange: Exchange) async throws -> (HomeService, HomeService.Part) {
    let member = try exchange.session.member
    let service = exchange.services.members.home
    let part = try await exchange.services.gate.onThread(since: exchange.arrival) { _, _ in
      try service.part(of: member, at: exchange.steps[0], exchange.now)
    }
    return (service, part)
  }

  private static func hosting(_ exchange: Exchange) async throws -> HomeService {
    let (service, part) = try await part(exchange)
    guard part == .host else { throw PermissionError.notHost(listing: exchange.steps[0]) }
    return service
  }
}
