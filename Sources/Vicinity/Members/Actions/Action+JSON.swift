import CivilTime
import CodedErrors
import Streams

extension Action {
  /// The JSON form of one kind of action: its verb, its keys other than `do`, and its parser.
  struct Form: Sendable {
    let verb: String
    let keys: [String]
    let read: @Sendable (ActionMembers) throws(QueryError) -> Action
  }

  /// All forms, by verb.
  static let forms: [Form] = [
    Form(verb: "favourite", keys: ["listing", "member"]) { members throws(QueryError) in
      .favorite(listing: try members.text("listing"), member: try members.member())
    },
    Form(verb: "unfavourite", keys: ["listing", "member"]) { members throws(QueryError) in
      .unfavorite(listing: try members.text("listing"), member: try members.member())
    },
    Form(verb: "join", keys: ["listing", "member", "starts"]) { members throws(QueryError) in
      .join(listing: try members.text("listing"), member: try members.member(), starts: try members.occurrence())
    },
    Form(verb: "leave", keys: ["listing", "member", "starts"]) { members throws(QueryError) in
      .leave(listing: try members.text("listing"), member: try members.member(), starts: try members.occurrence())
    },
    Form(verb: "rate", keys: ["listing", "member", "stars", "text"]) { members throws(QueryError) in
      .rate(
        listing: try members.text("listing"), member: try members.member(), stars: try members.stars(),
        text: try members.optionalText("text"))
    },
    Form(verb: "unrate", keys: ["listing", "member"]) { members throws(QueryError) in
      .unrate(listing: try members.text("listing"), member: try members.member())
    },
    Form(verb: "visit", keys: ["listing", "member", "at"]) { members throws(QueryError) in
      .visit(listing: try members.text("listing"), member: try members.member(), at: try members.instant("at"))
    },
    Form(verb: "book", keys: ["listing", "member", "from", "to", "guests", "key"]) { members throws(QueryError) in
      .book(try members.bookingRequest())
    },
    Form(verb: "confirm", keys: ["booking"]) { members throws(QueryError) in
      .change(booking: try members.text("booking"), to: .confirmed)
    },
    Form(verb: "decline", keys: ["booking"]) { members throws(QueryError) in
      .change(booking: try members.text("booking"), to: .declined)
    },
    Form(verb: "cancel", keys: ["booking"]) { members throws(QueryError) in
      .change(booking: try members.text("booking"), to: .cancelled)
    },
    Form(verb: "rate-guest", keys: ["booking", "stars", "text"]) { members throws(QueryError) in
      .rateGuest(
        booking: try members.text("booking"), stars: try members.stars(), text: try members.optionalText("text"))
    },
    Form(verb: "block", keys: ["listing", "from", "to"]) { members throws(QueryError) in
      .block(listing: try members.text("listing"), nights: try members.nights(), isBlocked: true)
    },
    Form(verb: "unblock", keys: ["listing", "from", "to"]) { members throws(QueryError) in
      .block(listing: try members.text("listing"), nights: try members.nights(), isBlocked: false)
    },
    Form(verb: "edit", keys: ["listing", "set"]) { members throws(QueryError) in
      .edit(listing: try members.text("listing"), patch: try members.patch())
    },
    Form(verb: "remove", keys: ["listing"]) { members throws(QueryError) in
      .remove(listing: try members.text("listing"))
    },
  ]

  private static let example = #"{"do":"favourite","listing":"bar-1","member":"member-31"}"#

  /// Parses the JSON form of an action; see `docs/members.md`.
  ///
  /// A key that does not belong to the verb is an error; `null` is treated as absent. `id` may be any value and is
  /// ignored.
  /// - Parameters:
  ///   - json: an object.
  ///   - member: the acting member if the object does not name one; nil if it must.
  /// - Throws: `QueryError` with the path and what was expected there.
  public init(json: JSONValue, by member: String? = nil) throws(QueryError) {
    guard let object = json.object else {
      throw .wrongType(path: "the action", found: json.typeName, expected: "an object", example: Self.example)
    }
    guard let verb = object["do"], !verb.isNull else { throw .missing(path: "do", neededBy: "the action") }
    let word = try verb.queryString(at: "do", expected: "a verb", example: #""favourite""#)
    guard let form = Self.forms.first(where: { $0.verb == word }) else {
      let verbs = Self.forms.map(\.verb)
      throw .unknownWord(word, path: "do", suggestion: Suggestion.nearest(to: word, among: verbs), known: verbs)
    }
    let members = try QueryMembers(json, path: "", keys: ["do", "id"] + form.keys, example: Self.example)
    self = try form.read(ActionMembers(members: members, verb: word, usualMember: member))
  }
}

/// The members of an action's JSON form, or those of them that the body of a request has.
package struct ActionMembers {
  let members: QueryMembers
  let verb: String
  /// The acting member where the form does not name one.
  var usualMember: String?

  init(members: QueryMembers, verb: String, usualMember: String? = nil) {
    (self.members, self.verb, self.usualMember) = (members, verb, usualMember)
  }

  /// Reads the body of a request for an action.
  /// - Parameters:
  ///   - body: an object.
  ///   - verb: for messages.
  ///   - keys: those that the object may have.
  /// - Throws: `QueryError` for anything else.
  package init(_ body: JSONValue, verb: String, keys: [String]) throws(QueryError) {
    self.init(
      members: try QueryMembers(body, path: "", keys: keys, example: "{}"), verb: verb)
  }

  /// The acting member.
  func member() throws(QueryError) -> String {
    if let named = try optionalText("member") { return named }
    guard let usualMember else { throw .missing(path: "member", neededBy: verb) }
    return usualMember
  }

  /// A required text.
  func text(_ key: String) throws(QueryError) -> String {
    guard let text = try optionalText(key) else { throw .missing(path: key, neededBy: verb) }
    return text
  }

  package func optionalText(_ key: String) throws(QueryError) -> String? {
    try members.string(key, example: key == "listing" ? #""bar-1""# : #""member-31""#)
  }

  func occurrence() throws(QueryError) -> OccurrenceChoice {
    guard let text = try members.string("starts", expected: "a time", example: #""2026-11-27T20:00""#) else {
      return .next
    }
    return try OccurrenceChoice(parsing: text, path: "starts")
  }

  package func stars() throws(QueryError) -> Stars {
    guard let value = members["stars"] else { throw .missing(path: "stars", neededBy: verb) }
    let number = try value.queryNumber(at: "stars", in: 1...5, allowed: Stars.allowed, example: "4.5")
    guard let stars = Stars(number) else {
      throw .outOfRange(path: "stars", found: value.text, allowed: Stars.allowed)
    }
    return stars
  }

  func bookingRequest() throws(QueryError) -> BookingRequest {
    BookingRequest(
      listing: try text("listing"), member: try member(), nights: try nights(), guests: try guests(),
      key: try optionalText("key"))
  }

  /// The number of guests; 1 if not given.
  package func guests() throws(QueryError) -> Int {
    try members.integer("guests", in: 1...Int.max, allowed: "a whole number from 1 up", example: "2") ?? 1
  }

  func patch() throws(QueryError) -> ListingPatch {
    guard let value = members["set"] else { throw .missing(path: "set", neededBy: verb) }
    guard let object = value.object else {
      throw .wrongType(path: "set", found: value.typeName, expected: "an object", example: #"{"price":12,"url":null}"#)
    }
    return try ListingPatch(object)
  }

  /// The nights from arrival to departure.
  package func nights() throws(QueryError) -> Nights {
    try Nights(from: try date("from"), to: try date("to"), neededBy: verb)
  }

  private func date(_ key: String) throws(QueryError) -> String? {
    try members.string(key, expected: "a date", example: #""2026-12-01""#)
  }

  package func instant(_ key: String) throws(QueryError) -> Instant? {
    guard
      let text = try members.string(
        key, expected: Query.Moment.instantForm, example: Query.Moment.instantExample)
    else { return nil }
    let instant: Instant
    do { instant = try Instant(parsing: text) } catch { throw .badTime(path: key, error) }
    guard StoredRange.time(nearestTo: instant) == instant else {
      throw .outOfRange(path: key, found: text, allowed: "a time in the years 0 to 9999")
    }
    return instant
  }
}

extension Nights {
  /// The nights between two days of a request.
  /// - Parameters:
  ///   - arrival: the value of `from`, ISO 8601.
  ///   - departure: the value of `to`, ISO 8601.
  ///   - verb: for messages.
  /// - Throws: `QueryError` for a missing or bad date, and for a departure that is not after the arrival.
  package init(from arrival: String?, to departure: String?, neededBy verb: String) throws(QueryError) {
    func date(_ text: String?, _ path: String) throws(QueryError) -> LocalDate {
      guard let text else { throw .missing(path: path, neededBy: verb) }
      do { return try LocalDate(parsing: text) } catch { throw .badTime(path: path, error) }
    }
    let (from, to) = (try date(arrival, "from"), try date(departure, "to"))
    guard let nights = Nights(from: from, to: to) else {
      throw .outOfRange(path: "to", found: "\(to)", allowed: "after the arrival on \(from)")
    }
    self = nights
  }
}
