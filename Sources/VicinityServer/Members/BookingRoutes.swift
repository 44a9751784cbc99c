import CivilTime
import Hummingbird
import Streams
import Vicinity
import VicinityFormats
import VicinityHTTP

/// The routes of stays on couches.
enum BookingRoutes {
  static let all = [book, get, confirm, decline, cancel, rateGuest, guestRating, ofCouch, block, unblock]

  private static let id = Parameter("id", .text(), in: .path, "The id of the booking.", example: "booking-7")
  private static let key = Members.idempotencyKey("requests with the same key and stay create a single booking.")

  static let book = Route(
    method: .post, path: "/v1/listings/{id}/bookings", summary: "Requests nights on a couch.",
    parameters: [Listings.id, key],
    body: .init(
      mediaTypes: ["application/json"], description: "from, the day of arrival; to, the day of departure; guests.",
      example: try? JSONParser.parse(#"{"from":"2026-12-01","to":"2026-12-05","guests":2}"#.utf8)),
    role: .member, group: .members, statuses: [.created, .notFound, .forbidden, .conflict]
  ) { exchange in
    let form = try exchange.actionMembers("book", ["from", "to", "guests"])
    let request = BookingRequest(
      listing: exchange.steps[0], member: try exchange.session.member, nights: try form.nights(),
      guests: try form.guests(), key: exchange.request.headers[.idempotencyKey])
    let booking = try await exchange.perform(.book(request)) {
      try $0.book(request, as: exchange.principal, at: exchange.now, checkingHost: $1)
    }
    var reply = Reply.ofChange(booking.json, status: .created)
    reply.headers[.location] = exchange.url("/v1/bookings/\(booking.id)")
    return reply
  }

  static let get = Route(
    method: .get, path: "/v1/bookings/{id}", summary: "A booking, for its guest and its host.", parameters: [id],
    role: .member, group: .members, statuses: [.ok, .notFound]
  ) { exchange in
    let member = try exchange.session.member
    return try await exchange.services.gate.onThread(since: exchange.arrival) { catalog, _ in
      .json(try catalog.known(booking: exchange.steps[0], to: member).json)
    }
  }

  static let confirm = change(.confirmed, "confirm", "Confirms a requested booking (host only).")
  static let decline = change(.declined, "decline", "Declines a requested booking (host only).")
  static let cancel = change(.cancelled, "cancel", "Cancels a booking (guest or host).")

  private static func change(_ status: Booking.Status, _ verb: String, _ summary: String) -> Route {
    Route(
      method: .post, path: "/v1/bookings/{id}/\(verb)", summary: summary, parameters: [id], role: .member,
      group: .members, statuses: [.ok, .notFound, .conflict, .forbidden]
    ) { exchange in
      let id = exchange.steps[0]
      let booking = try await exchange.perform(.change(booking: id, to: status)) { catalog, _ in
        try catalog.change(booking: id, to: status, as: exchange.principal, at: exchange.now)
      }
      return .ofChange(booking.json)
    }
  }

  static let rateGuest = Route(
    method: .put, path: "/v1/bookings/{id}/guest-rating",
    summary: "Rates the guest of a stay, from the day of arrival (host only).", parameters: [id],
    body: .init(
      mediaTypes: ["application/json"], description: "stars, 1 to 5 in halves; text, optional.",
      example: try? JSONParser.parse(#"{"stars":4.5,"text":"A kind guest"}"#.utf8)),
    role: .host, group: .members, statuses: [.ok, .notFound, .conflict, .forbidden]
  ) { exchange in
    let form = try ActionMembers(
      .object(try await exchange.jsonObject(example: #"{"stars":4.5}"#)), verb: "rate-guest", keys: ["stars", "text"])
    return try await exchange.perform(
      .rateGuest(booking: exchange.steps[0], stars: try form.stars(), text: try form.optionalText("text")))
  }

  static let guestRating = Route(
    method: .get, path: "/v1/members/{name}/guest-rating", summary: "A member's rating as a guest.",
    parameters: [Members.name], role: .member,
    group: .members
  ) { exchange in
    try await exchange.services.gate.onThread(since: exchange.arrival) { catalog, _ in
      .json(try catalog.guestRating(of: exchange.steps[0]).json)
    }
  }

  static let ofCouch = Route(
    method: .get, path: "/v1/listings/{id}/bookings", summary: "The bookings of a couch by arrival (host only).",
    parameters: [Listings.id], list: "bookings", role: .host, group: .members, statuses: [.ok, .notFound, .forbidden]
  ) { exchange in
    let member = try exchange.session.member
    return try await exchange.services.gate.onThread(since: exchange.arrival) { catalog, _ in
      let listing = try catalog.known(exchange.steps[0])
      guard listing.host == member else { throw PermissionError.notHost(listing: listing.id) }
      return try exchange.list(catalog.bookings(at: listing.id).map(\.json))
    }
  }

  static let block = blocking(true, .put, "Blocks nights of a couch (host only).")
  static let unblock = blocking(false, .delete, "Unblocks nights of a couch (host only).")

  private static func blocking(_ isBlocked: Bool, _ method: HTTPRequest.Method, _ summary: String) -> Route {
    Route(
      method: method, path: "/v1/listings/{id}/blocks", summary: summary,
      parameters: [
        Listings.id,
        Parameter("from", .text(format: "date"), "The first night.", example: "2026-12-24", isRequired: true),
        Parameter(
          "to", .text(format: "date"), "The day after the last night.", example: "2026-12-27", isRequired: true),
      ], role: .host, group: .members, statuses: [.ok, .notFound, .conflict, .forbidden]
    ) { exchange in
      let nights: Nights
      do {
        nights = try Nights(
          from: exchange.parameters["from"], to: exchange.parameters["to"], neededBy: isBlocked ? "block" : "unblock")
      } catch { throw Problem(error, naming: { $0 }) ?? error }
      return try await exchange.perform(.block(listing: exchange.steps[0], nights: nights, isBlocked: isBlocked))
    }
  }
}

extension Catalog {
  /// A booking for its guest or host.
  /// - Throws: `BookingError.unknownBooking` for others, as if there were none.
  func known(booking id: String, to member: String) throws -> Booking {
    guard let booking = try booking(id) else {
      // Those at a hidden couch can still be called off.
      guard let hidden = try hiddenBooking(id), [hidden.booking.member, hidden.host].contains(member) else {
        throw BookingError.unknownBooking(id: id)
      }
      return hidden.booking
    }
    guard try booking.member == member || known(booking.listing).host == member else {
      throw BookingError.unknownBooking(id: id)
    }
    return booking
  }
}
