import CivilTime
import CodedErrors
import Streams

extension Query.Stay {
  private static let keys = ["from", "to", "on", "guests", "nights", "between", "weekend", "partly"]
  private static let example = #"{"from":"2026-12-01","to":"2026-12-05","guests":2}"#
  private static let flexibleExample = #"{"nights":3,"between":["2026-12-01","2026-12-20"],"weekend":true}"#

  package init(queryJSON value: JSONValue, path: String) throws(QueryError) {
    if let text = value.string {
      try self.init(parsing: text, path: path)
      return
    }
    let members = try QueryMembers(value, path: path, keys: Self.keys, example: Self.example)
    let allowed = "a whole number from 1 up"
    let guests = try members.integer("guests", in: 1...Int.max, allowed: allowed, example: "2") ?? 1
    if let text = try members.string("on", expected: "a word or a date", example: #""weekend""#) {
      guard ["from", "to", "nights", "between", "weekend"].allSatisfy({ members[$0] == nil }) else {
        throw .conflict("\(path): on can be combined only with guests and partly")
      }
      try self.init(parsing: text, path: members.path(of: "on"))
      (self.guests, partly) = (guests, try members.bool("partly") ?? false)
      try check(path: path)
      return
    }
    let length = try members.integer(
      "nights", in: 1...QueryLimits.longestStay, allowed: "1 to \(QueryLimits.longestStay)", example: "3")
    self.init(
      nights: try Self.nights(members, isFlexible: length != nil), guests: guests, nightCount: length,
      weekend: try members.bool("weekend") ?? false, partly: try members.bool("partly") ?? false)
    try check(path: path)
  }

  /// Parses a word (`weekend`), the date of one night, or arrival and departure (`2026-12-01..2026-12-05`).
  private init(parsing text: String, path: String) throws(QueryError) {
    if let word = Word(rawValue: text.trimmingSpaces.lowercased()) {
      self.init(word)
    } else if let date = try? LocalDate(parsing: text) {
      self.init(nights: try Self.nights(from: date, to: date + 1, path: path))
    } else if let span = SpanText(text) {
      func date(_ text: String) throws(QueryError) -> LocalDate {
        do { return try LocalDate(parsing: text) } catch { throw .badTime(path: path, error) }
      }
      self.init(nights: try Self.nights(from: try date(span.from), to: try date(span.to), path: path))
    } else {
      let words = Word.allCases.map(\.rawValue)
      throw .unknownWord(
        text, path: path, suggestion: Suggestion.nearest(to: text, among: words),
        known: words + ["2026-12-01", "2026-12-01..2026-12-05"])
    }
  }

  private static func nights(_ members: QueryMembers, isFlexible: Bool) throws(QueryError) -> Nights {
    guard isFlexible || members["between"] != nil else {
      return try nights(
        from: try members.requiredDate("from"), to: try members.requiredDate("to"), path: members.path(of: "to"))
    }
    guard members["from"] == nil, members["to"] == nil else {
      throw .conflict("\(members.path): give either from and to, or nights and between")
    }
    guard isFlexible else { throw .missing(path: members.path(of: "nights"), neededBy: members.path(of: "between")) }
    let path = members.path(of: "between")
    guard let between = members["between"] else { throw .missing(path: path, neededBy: members.path(of: "nights")) }
    guard between.array?.count == 2 else {
      throw .wrongType(
        path: path, found: between.array.map { "\($0.count) elements" } ?? between.typeName, expected: "two dates",
        example: flexibleExample)
    }
    let dates = try between.queryElements(at: path) { value, place throws(QueryError) in
      try value.queryDate(at: place())
    }
    return try nights(from: dates[0], to: dates[1], path: "\(path)[1]")
  }

  private static func nights(from: LocalDate, to: LocalDate, path: String) throws(QueryError) -> Nights {
    if let nights = Nights(from: from, to: to) { return nights }
    throw .outOfRange(
      path: path, found: "departure on \(to)", allowed: "after the arrival on \(from)")
  }

  /// Validates the stay.
  func check(path: String) throws(QueryError) {
    guard guests >= 1 else { throw .outOfRange(path: "\(path).guests", found: "\(guests)", allowed: "1 or more") }
    let most = QueryLimits.longestStay
    guard nights.count <= most else {
      throw .outOfRange(
        path: nightCount == nil ? "\(path).to" : "\(path).between", found: "\(nights.count) nights",
        allowed: "at most \(most) nights")
    }
    guard let nightCount else {
      if weekend { throw .missing(path: "\(path).nights", neededBy: "\(path).weekend") }
      return
    }
    if partly { throw .conflict("\(path): partly can be combined with from and to, not with nights and between") }
    guard (1...nights.count).contains(nightCount) else {
      throw .outOfRange(
        path: "\(path).nights", found: "\(nightCount)",
        allowed: "1 to \(nights.count), the nights from \(nights.from) to \(nights.to)")
    }
  }

  var json: JSONValue {
    var object = JSONObject()
    if let word {
      object["on"] = .string(word.rawValue)
      if partly { object["partly"] = .bool(true) }
      object["guests"] = .int(Int64(guests))
      return .object(object)
    }
    let (from, to) = (JSONValue.string(nights.from.description), JSONValue.string(nights.to.description))
    if let nightCount {
      object["nights"] = .int(Int64(nightCount))
      object["between"] = .array([from, to])
    } else {
      (object["from"], object["to"]) = (from, to)
    }
    if weekend { object["weekend"] = .bool(true) }
    if partly { object["partly"] = .bool(true) }
    object["guests"] = .int(Int64(guests))
    return .object(object)
  }
}

extension QueryMembers {
  fileprivate func requiredDate(_ key: String) throws(QueryError) -> LocalDate {
    try required(key).queryDate(at: path(of: key))
  }
}

extension JSONValue {
  fileprivate func queryDate(at path: String) throws(QueryError) -> LocalDate {
    let text = try queryString(at: path, expected: "a date", example: #""2026-12-01""#)
    do { return try LocalDate(parsing: text) } catch { throw .badTime(path: path, error) }
  }
}

extension Query.Stay.Word {
  /// The nights that the word means on a day.
  func nights(on today: LocalDate) -> Nights {
    let untilFriday = (Weekday.friday.rawValue - today.weekday.rawValue + 7) % 7
    let isSaturday = today.weekday == .saturday
    switch self {
    case .tonight: return Nights(1, from: today)
    case .tomorrow: return Nights(1, from: today + 1)
    case .weekend: return isSaturday ? Nights(1, from: today) : Nights(2, from: today + untilFriday)
    case .nextWeekend: return Nights(2, from: today + untilFriday + (isSaturday ? 0 : 7))
    }
  }
}

extension Query.Stay {
  /// The stay with the nights of its word.
  ///
  /// - Parameter zone: determines the day of `now`.
  func dated(at now: Instant, in zone: Zone) -> Query.Stay {
    guard let word else { return self }
    var stay = self
    stay.nights = word.nights(on: zone.localDateTime(at: now).date)
    return stay
  }
}

extension Query {
  /// The query with the nights of its word for a stay.
  ///
  /// The day is that of the local mean time at `near`, at most an hour or two from the legal time; without `near` it is
  /// that of UTC.
  package func withNights(at now: Instant) -> Query {
    var query = self
    query.stay = stay?.dated(at: now, in: meanZone)
    return query
  }

  /// The local mean time at `near`, in whole hours from UTC; without `near` UTC.
  var meanZone: Zone {
    near.map { Zone(secondsEastOfUTC: 3600 * Int(($0.longitude / 15).rounded())) } ?? .utc
  }
}
