import CivilTime
import Streams

extension Query {
  /// Reads `now`.
  mutating func readNow(_ members: QueryMembers) throws(QueryError) {
    let (form, example) = (Moment.instantForm, Moment.instantExample)
    guard let text = try members.string("now", expected: form, example: example) else { return }
    do { now = try Instant(parsing: text) } catch { throw .badTime(path: "now", error) }
  }
}

extension Query.Opening {
  private static let keys = ["at", "from", "to", "sometime", "unknown", "arriving", "stayFor", "waitUpTo"]
  /// The maximum stay or wait is a week.
  static let minutes = 0...10_080
  /// The last of them: a week.
  static let longestTime = 10_080
  private static let example = #"{"from":"Sa 20:00","to":"Su 01:00"}"#

  init(queryJSON value: JSONValue, path: String) throws(QueryError) {
    if let text = value.string {
      self = try Self.parsed(text, path: path)
      return
    }
    guard value.object != nil else {
      throw .wrongType(path: path, found: value.typeName, expected: "a time or an object", example: #""now""#)
    }
    let members = try QueryMembers(value, path: path, keys: Self.keys, example: Self.example)
    let unknown = try members.word("unknown", of: Query.UnknownPolicy.self) ?? .drop
    if let at = try members.string("at", expected: "a time", example: Query.Moment.instantExample) {
      guard members["from"] == nil, members["to"] == nil, members["sometime"] == nil else {
        throw .conflict("\(path): give either at, or from and to")
      }
      self = try Self.parsed(at, path: members.path(of: "at"))
      self.unknown = unknown
    } else if let window = members["sometime"] {
      self.init(
        sometime: try Query.Window(queryJSON: window, path: members.path(of: "sometime")), unknown: unknown)
    } else if Self.asksForArrival(members), members["from"] == nil, members["to"] == nil {
      self.init(at: .now, unknown: unknown)
    } else {
      self.init(at: try members.requiredMoment("from"), until: try members.requiredMoment("to"), unknown: unknown)
    }
    try readArrival(members, path: path)
  }

  /// A moment, a time span throughout which it must be open, or days on which it must be open at some time.
  private static func parsed(_ text: String, path: String) throws(QueryError) -> Query.Opening {
    if let days = try Query.Window.days(text, path: path) {
      guard days.isOfDays else { throw Query.Window.noDays(text, path: path) }
      return Query.Opening(sometime: days)
    }
    guard let span = SpanText(text) else {
      do { return Query.Opening(at: try Query.Moment(parsing: text, path: path)) } catch {
        throw Query.Window.misspelled(text, path: path) ?? error.naming(days: Query.Window.dayForms)
      }
    }
    guard !span.from.isEmpty, !span.to.isEmpty else {
      throw .badTime(path: path, found: text, expected: "a start and an end, such as 22:30..03:00")
    }
    return Query.Opening(
      at: try Query.Moment(boundary: span.from, path: path), until: try Query.Moment(boundary: span.to, path: path))
  }

  private static func asksForArrival(_ members: QueryMembers) -> Bool {
    ["arriving", "stayFor", "waitUpTo"].contains { members[$0] != nil }
  }

  private mutating func readArrival(_ members: QueryMembers, path: String) throws(QueryError) {
    if let value = members["arriving"] {
      arriving = try Query.Travel(queryJSON: value, path: members.path(of: "arriving"))
    }
    let allowed = "a whole number of minutes from 0 to \(Self.minutes.upperBound), a week"
    stayMinutes = try members.integer("stayFor", in: Self.minutes, allowed: allowed, example: "60")
    waitMinutes = try members.integer("waitUpTo", in: Self.minutes, allowed: allowed, example: "15")
    try check(path: path)
  }

  /// Whether an arrival, a stay or a wait is requested.
  var isVisit: Bool { arriving != nil || stayMinutes != nil || waitMinutes != nil }

  /// Validates the opening.
  func check(path: String) throws(QueryError) {
    if isVisit, until != nil {
      throw .conflict("\(path): give either from and to, or arriving, stayFor and waitUpTo with at")
    }
    if let arriving, !Query.Travel.allowedMetersPerSecond.contains(arriving.metersPerSecond) {
      let speeds = Query.Travel.allowedMetersPerSecond
      throw .outOfRange(
        path: "\(path).arriving", found: "\(arriving.metersPerSecond)",
        allowed: "\(speeds.lowerBound) to \(speeds.upperBound) meters per second")
    }
    for (key, minutes) in [("stayFor", stayMinutes), ("waitUpTo", waitMinutes)] {
      guard let minutes, !Self.minutes.contains(minutes) else { continue }
      throw .outOfRange(path: "\(path).\(key)", found: "\(minutes)", allowed: "0 to \(Self.minutes.upperBound) minutes")
    }
  }

  var json: JSONValue {
    let start = sometime.map { window in window.word.map { .string($0) } ?? window.json } ?? at.json
    if until == nil, unknown == .drop, !isVisit, start.string != nil { return start }
    var object = JSONObject([(until != nil ? "from" : start.string == nil ? "sometime" : "at", start)])
    object["to"] = until?.json
    if unknown != .drop { object["unknown"] = .string(unknown.rawValue) }
    object["arriving"] = arriving?.json
    object["stayFor"] = stayMinutes.map { .int(Int64($0)) }
    object["waitUpTo"] = waitMinutes.map { .int(Int64($0)) }
    return .object(object)
  }
}

extension Query.Window {
  init(queryJSON value: JSONValue, path: String) throws(QueryError) {
    let example = #"{"from":"2026-11-27T18:00","to":"2026-11-28T04:00"}"#
    if let text = value.string {
      try self.init(parsing: text, path: path)
      return
    }
    let members = try QueryMembers(value, path: path, keys: ["from", "to"], example: example)
    self.init(from: try members.requiredMoment("from"), to: try members.requiredMoment("to"))
  }

  var json: JSONValue {
    switch self {
    case .between(let from, let to): .object(JSONObject([("from", from.json), ("to", to.json)]))
    case .from, .weekdays, .named: .string(word ?? "")
    }
  }
}

extension QueryMembers {
  fileprivate func requiredMoment(_ key: String) throws(QueryError) -> Query.Moment {
    let value = try required(key)
    let text = try value.queryString(at: path(of: key), expected: "a time", example: Query.Moment.instantExample)
    return try Query.Moment(boundary: text, path: path(of: key))
  }
}
