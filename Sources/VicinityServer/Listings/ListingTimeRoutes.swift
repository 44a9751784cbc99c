import CivilTime
import Hummingbird
import Streams
import Vicinity
import VicinityFormats
import VicinityHTTP

/// The routes that say what a listing says about a time.
enum ListingTimeRoutes {
  static let all = [availability, nights, hours, occurrences, calendar]

  static let availability = Route(
    method: .get, path: "/v1/listings/{id}/availability",
    summary: "Whether a couch is free, a bar is open or an event is on, and if not, why.",
    parameters: [
      Listings.id,
      Parameter(
        "open", .text(), "For a bar or event: a moment or span, such as `now` or `Sa 22:30..03:00`.",
        isCheckedByRoute: true),
      Parameter("during", .text(), "For an event: a period that it overlaps.", isCheckedByRoute: true),
      Parameter("stay", .text(), "For a couch: the nights, such as `2026-12-01..2026-12-05`.", isCheckedByRoute: true),
      Parameter("guests", .integer(1...Int(Int32.max)), "The guests of a stay (default 1)."),
    ],
    queryParameters: QueryParameter.filters, scope: .search, group: .listings, freshness: .minute,
    statuses: [.ok, .notFound, .conflict]
  ) { exchange in
    let query = try Query(json: .object(QueryParameter.filters.form(of: exchange.parameters)))
    let requests = [
      query.open.map { AvailabilityRequest.opening($0) }, query.during.map { .window($0) },
      query.stay.map { .stay($0) },
    ].compactMap { $0 }
    guard let request = requests.first, requests.count == 1 else {
      throw Problem(.badRequest, "missing", "write one of open, during and stay")
    }
    let availability = try await exchange.services.gate.onThread { catalog, _ in
      try catalog.availability(of: exchange.steps[0], for: request, at: exchange.now)
    }
    return .json(AvailabilityReport(availability, at: exchange.now).json)
  }

  static let nights = Route(
    method: .get, path: "/v1/listings/{id}/nights",
    summary:
      "The nights of a couch one by one: availability, price, and how long a stay can be; the host also sees why "
      + "a night is `taken`: requested, confirmed, blocked, unavailable.",
    parameters: [
      Listings.id,
      Parameter(
        "from", .text(), "The first night; without it that of today, local to the couch.", example: "2026-12-01",
        isCheckedByRoute: true),
      Parameter(
        "to", .text(),
        "The day after the last night, at most \(AvailabilityCalendar.longestStay) days later; without it "
          + "\(NightsReport.usualCount).",
        example: "2026-12-31", isCheckedByRoute: true),
    ], scope: .search, group: .listings, freshness: .minute, statuses: [.ok, .notFound, .conflict]
  ) { exchange in
    func date(_ name: String) throws -> LocalDate? {
      try exchange.parameters[name].map { text in
        do { return try LocalDate(parsing: text) } catch {
          throw Problem.parameter(name, code: "bad-time", "\"\(text.shortened)\" is not a date such as 2026-12-01")
        }
      }
    }
    let (first, end) = try (date("from"), date("to"))
    return try await exchange.services.gate.onThread { catalog, _ in
      let calendar = try catalog.calendar(of: exchange.steps[0])
      let isHost = calendar.host != nil && calendar.host == exchange.client.session?.member
      guard let report = NightsReport(calendar, from: first, to: end, at: exchange.now, saysWhy: isHost) else {
        throw Problem.parameter(
          "to", "it must be a day after the first night, at most \(AvailabilityCalendar.longestStay) days")
      }
      return .json(report.json)
    }
  }

  static let calendar = Route(
    method: .get, path: "/v1/listings/{id}/calendar.ics",
    summary: "An event with all its occurrences, or the taken nights of a couch, as iCalendar.",
    parameters: [Listings.id], formats: [.ics], scope: .search, group: .listings, freshness: .version,
    statuses: [.ok, .notFound, .conflict]
  ) { exchange in
    let bytes = try await exchange.services.gate.onThread { catalog, _ in
      guard try catalog.known(exchange.steps[0]).kind != .bar else {
        throw Problem(.conflict, "unsuitable", "A bar has no calendar; see its hours.")
      }
      var calendar = ICalendarExport(now: exchange.now)
      _ = try catalog.export([exchange.steps[0]], to: &calendar)
      return calendar.finish()
    }
    return Reply(MediaFormat.ics.mediaType, bytes)
  }

  static let hours = Route(
    method: .get, path: "/v1/listings/{id}/hours",
    summary:
      "The opening hours of a bar: the state with its next changes, and the intervals of a week or window. "
      + "A bar with an `operatingStatus` is closed.",
    parameters: [
      Listings.id,
      Parameter(
        "at", .text(), "The moment: `now` (default), `22:30`, `Sa 22:30`, `2026-11-27T22:30` or an instant.",
        isCheckedByRoute: true),
      Parameter(
        "from", .text(), "The start of a window, instead of `at`, such as `2026-12-24`.", isCheckedByRoute: true),
      Parameter("to", .text(), "The end of the window, exclusive.", isCheckedByRoute: true),
    ], scope: .search, group: .listings, freshness: .minute, statuses: [.ok, .notFound, .conflict]
  ) { exchange in
    try await exchange.services.gate.onThread { catalog, _ in
      let parameters = exchange.parameters
      let report = try HoursReport.report(
        of: exchange.steps[0], in: catalog, at: parameters["at"], window: (parameters["from"], parameters["to"]),
        now: exchange.now)
      return .json(report.json)
    }
  }

  static let occurrences = Route(
    method: .get, path: "/v1/listings/{id}/occurrences",
    summary: "The occurrences of an event within a period, in order of time.",
    parameters: [
      Listings.id,
      Parameter(
        "during", .text(), "A time with an end; without it a year from today.", example: "2026-12-01..2026-12-31",
        isCheckedByRoute: true),
      Parameter("limit", .integer(0...Int.max, usual: 20), "The maximum number of occurrences, up to `max-limit`."),
      Parameter("after", .text(), "Continues an earlier answer by its cursor.", isCheckedByRoute: true),
    ], queryParameters: QueryParameter.filters, scope: .search, group: .listings, freshness: .minute,
    statuses: [.ok, .notFound, .conflict]
  ) { exchange in
    let id = exchange.steps[0]
    try await exchange.services.gate.onThread { catalog, _ in
      guard try catalog.known(id).kind == .event else {
        throw Problem(.conflict, "unsuitable", "\(id.shortened) is not an event: only events have occurrences.")
      }
    }
    return try await QueryReply.reply(to: exchange) {
      var form = JSONObject([
        ("kinds", .array([.string(Kind.event.rawValue)])), ("occurrences", .string("all")),
        ("sort", .array([.string("start")])), ("fields", .array(["starts", "ends"].map { .string($0) })),
        ("during", exchange.parameters["during"].map { .string($0) } ?? nextYear(from: exchange.now)),
      ])
      let name = JSONValue.object(JSONObject([("property", .string("id"))]))
      form["filter"] = .object(JSONObject([("op", .string("=")), ("args", .array([name, .string(id)]))]))
      form["limit"] = exchange.parameters.integer("limit").map { .int(Int64($0)) }
      form["after"] = exchange.parameters["after"].map { .string($0) }
      guard try Query(json: .object(form)).during?.isBounded ?? true else {
        throw Problem.parameter("during", "write a time with an end, such as 2026-12-01..2026-12-31")
      }
      return .object(form)
    }
  }

  /// From the beginning of the day (UTC), so that the cursors of a day belong to one query.
  private static func nextYear(from now: Instant) -> JSONValue {
    let day: Int64 = 86_400
    let start = Instant(secondsSince1970: now.secondsSince1970 / day * day)
    return .object(
      JSONObject([("from", .string(start.description)), ("to", .string((start + 366 * day).description))]))
  }
}
