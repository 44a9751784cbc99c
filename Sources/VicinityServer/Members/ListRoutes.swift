import CivilTime
import Geography
import Hummingbird
import Streams
import Vicinity
import VicinityFormats
import VicinityHTTP

/// The routes of what belongs to a member.
enum ListRoutes {
  static let all = [favorites, bookings, hosting, joined, toRate, ratings, history, attendees, reviews, hostRating]

  static let favorites = Route(
    method: .get, path: "/v1/me/favourites",
    summary: "The member's favorites, nearest first if a position is given, otherwise newest first; with "
      + "`on=today` only those of today.",
    parameters: [
      Parameter("on", .text(words: ["today"]), "Only those that are open or take place today."),
      Parameter("near", .text(), "The position, latitude and longitude in degrees.", example: "48.7758,9.1829"),
    ], list: "favourites", role: .member, group: .members
  ) { exchange in
    let query = try await Position.query(exchange)
    return try await list(exchange) { catalog, member in
      let origin = try catalog.located(query).near
      if exchange.parameters["on"] == nil {
        return try catalog.favorites(of: member, from: origin, at: exchange.now).map(\.json)
      }
      return try catalog.favoritesToday(of: member, from: origin, at: exchange.now).map(\.json)
    }
  }

  static let bookings = Route(
    method: .get, path: "/v1/me/bookings", summary: "The member's bookings, by arrival.", list: "bookings",
    role: .member, group: .members
  ) { exchange in
    try await list(exchange) { catalog, member in
      try catalog.bookings(of: member).map(\.json)
    }
  }

  static let hosting = Route(
    method: .get, path: "/v1/me/hosting",
    summary:
      "The member's listings, the booking requests for them, the requests that await an answer, and listings that "
      + "editors have hidden.",
    role: .member, group: .members
  ) { exchange in
    let member = try exchange.session.member
    return try await exchange.services.gate.onThread(since: exchange.arrival) { catalog, _ in
      let listings = try catalog.hosted(by: member, at: exchange.now).map(\.json)
      let requests = try catalog.requests(to: member).map(\.json)
      let hidden = try catalog.hiddenListings(of: member).map(\.json)
      return .json(
        .object(
          JSONObject([("listings", .array(listings)), ("requests", .array(requests)), ("hidden", .array(hidden))])))
    }
  }

  static let joined = Route(
    method: .get, path: "/v1/me/joined", summary: "The events that the member has joined, upcoming ones first.",
    list: "events", role: .member, group: .members
  ) { exchange in
    try await list(exchange) { try $0.joinedEvents(of: $1, at: exchange.now).map(\.json) }
  }

  static let toRate = Route(
    method: .get, path: "/v1/me/to-rate", summary: "The events that the member attended and has not rated.",
    list: "events", role: .member, group: .members
  ) { exchange in
    try await list(exchange) { try $0.eventsToRate(by: $1, at: exchange.now).map(\.json) }
  }

  static let ratings = Route(
    method: .get, path: "/v1/me/ratings", summary: "The member's ratings, newest first.",
    parameters: [Parameter("listing", .text(), "Only the rating of this listing.", example: "bar-1")],
    list: "ratings", role: .member, group: .members
  ) { exchange in
    try await list(exchange) { try $0.ratings(by: $1, of: exchange.parameters["listing"]).map(\.json) }
  }

  static let history = Route(
    method: .get, path: "/v1/me/history",
    summary: "The member's visits, events and stays, newest first.",
    parameters: [
      Parameter("limit", .integer(1...1000, usual: 100), "The maximum number of rows."),
      Parameter(
        "before", .text(format: "date-time"),
        "Only entries that began before this instant.", isCheckedByRoute: true),
    ], list: "history", role: .member, group: .members
  ) { exchange in
    let end = try exchange.parameters["before"].map { text in
      do { return try Instant(parsing: text) } catch {
        throw Problem.parameter("before", code: "bad-time", "an instant such as 2026-11-27T20:00:00Z is expected.")
      }
    }
    let limit = exchange.parameters.integer("limit") ?? 100
    return try await list(exchange) {
      try $0.memberHistory(of: $1, before: end, limit: limit, at: exchange.now).map(\.json)
    }
  }

  static let attendees = Route(
    method: .get, path: "/v1/listings/{id}/attendees",
    summary: "The attendees of an event (host and attendees).",
    parameters: [
      Listings.id, Parameter("starts", .text(), "The occurrence; the next one by default.", isCheckedByRoute: true),
    ], list: "attendees", role: .member, group: .members, statuses: [.ok, .notFound, .forbidden, .conflict]
  ) { exchange in
    let choice = try exchange.occurrence()
    return try await list(exchange) { catalog, member in
      try catalog.attendees(of: exchange.steps[0], choice, for: member, at: exchange.now).json
    }
  }

  static let reviews = Route(
    method: .get, path: "/v1/listings/{id}/reviews", summary: "The reviews of a listing, newest first.",
    parameters: [Listings.id, Parameter("limit", .integer(0...1000, usual: 100), "The maximum number of reviews.")],
    scope: .search,
    group: .members, freshness: .version, statuses: [.ok, .notFound]
  ) { exchange in
    let limit = exchange.parameters.integer("limit") ?? 100
    return try await exchange.services.gate.onThread(since: exchange.arrival) { catalog, _ in
      let reviews = try catalog.reviews(of: exchange.steps[0], limit: limit)
      return .json(
        .object(JSONObject([("summary", reviews.summary.json), ("reviews", .array(reviews.reviews.map(\.json)))])))
    }
  }

  static let hostRating = Route(
    method: .get, path: "/v1/members/{name}/rating", summary: "The average rating of a host's listings.",
    parameters: [Members.name], scope: .search,
    group: .members, freshness: .version
  ) { exchange in
    try await exchange.services.gate.onThread(since: exchange.arrival) { catalog, _ in
      .json(try catalog.hostRating(of: exchange.steps[0]).json)
    }
  }

  /// A list of the caller's own data.
  private static func list(
    _ exchange: Exchange, _ read: @escaping @Sendable (Catalog, String) throws -> [JSONValue]
  ) async throws -> Reply {
    let member = try exchange.session.member
    return try await exchange.services.gate.onThread(since: exchange.arrival) { catalog, _ in
      try exchange.list(read(catalog, member))
    }
  }
}
