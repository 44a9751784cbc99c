import CivilTime
import Streams
import Vicinity
import VicinityHTTP

/// The query of a page of features: the parameters of OGC API – Features, and those of the engine.
struct FeatureQuery: Sendable {
  let collection: FeatureCollection
  let query: Query
  let limit: Int

  /// The properties of a feature: all fields of a listing that do not depend on the query.
  static let fields = Field.withoutQuestion.filter(Field.ofListing.contains)

  /// The parameters of the standard, and the properties that can be compared for equality.
  static let parameters: [Parameter] =
    [
      Parameter(
        "limit", .integer(1...Int.max, usual: 10),
        "The maximum number of features of a page, up to `max-limit` of `/v1/limits`.",
        isCheckedByRoute: true),
      Parameter(
        "bbox", .list(.number(), count: 4...6),
        "Inside this box: west, south, east, north; with six numbers the third and sixth are heights, which are "
          + "ignored.",
        isCheckedByRoute: true),
      Parameter(
        "datetime", .text(),
        "An instant, or an interval `start/end` whose ends may be `..`: events that overlap it. Bars and couches have "
          + "no time, and always pass.",
        example: "2026-11-27T00:00:00Z/..", isCheckedByRoute: true),
      Parameter(
        "filter", .text(), "A condition as CQL2; see `/queryables`.", example: "rating >= 4", isCheckedByRoute: true),
      Parameter("filter-lang", .text(words: ["cql2-text", "cql2-json"]), "The form of `filter`."),
      Parameter(
        "filter-crs", .text(words: ["http://www.opengis.net/def/crs/OGC/1.3/CRS84"]),
        "The reference system of coordinates in `filter`."),
      Parameter("cursor", .text(), "Continues a page; part of the link `next`.", isCheckedByRoute: true),
    ] + equalities.map { Parameter($0, .text(), "Only features with this \($0).") }

  /// Properties that are parameters too: clients such as GDAL send them for simple filters.
  private static let equalities = ["name"]

  init(_ exchange: Exchange) throws {
    collection = try FeatureCollection(exchange)
    let parameters = exchange.parameters
    var form: JSONObject = try QueryParameter.features.form(of: parameters)
    form["kinds"] = .array([.string(collection.kind.rawValue)])
    limit = try Self.limit(parameters["limit"], atMost: exchange.services.settings.maxLimit)
    form["limit"] = .int(Int64(limit))
    form["after"] = parameters["cursor"].map { .string($0) }
    form["total"] = .bool(true)
    // People want to see future events and their times.
    let isForPeople = exchange.format == .html && collection == .events
    let sorted = parameters["near"] != nil ? "distance" : isForPeople ? "start" : "name"
    form["sort"] = form["sort"] ?? .array([.string(sorted)])
    if isForPeople, parameters["datetime"] == nil { form["during"] = form["during"] ?? .string("upcoming") }
    // A page for people shows also what is open now, and how far away it is.
    let ofNow: [Field] = exchange.format == .html ? [.open, .opensOrCloses] : []
    let fields = Self.fields + ofNow + (parameters["near"] == nil ? [] : [.distance])
    form["fields"] = .array(fields.map { .string($0.rawValue) })
    if let box = parameters["bbox"] {
      form["within"] = .object(JSONObject([("bbox", .array(try Self.box(box).map { .double($0) }))]))
    }
    form["filter"] = try Self.filter(parameters)
    var query = try Query(json: .object(form))
    if let text = parameters["datetime"] {
      let interval = try DateTimeInterval(text)
      if collection == .events { query.during = try interval.window() }
    }
    // A feature exists, whether it is over or not.
    if query.during == nil, query.open == nil { query.includePast() }
    self.query = query
  }

  /// The same page in another format, with the parameters of this one.
  func url(_ exchange: Exchange, as format: MediaFormat) -> String {
    let parameters = exchange.parameters
    var changes: [(String, String?)] = [("f", format.word)]
    if exchange.format == .html, collection == .events {
      if parameters["sortby"] == nil { changes.append(("sortby", parameters["near"] == nil ? "start" : "distance")) }
      if parameters["during"] == nil, parameters["datetime"] == nil { changes.append(("during", "upcoming")) }
    }
    return exchange.url(setting: changes)
  }

  private static func limit(_ text: String?, atMost most: Int) throws -> Int {
    guard let text else { return min(10, most) }
    guard let number = Int(text), number >= 1 else {
      throw Problem.parameter("limit", "\"\(text.shortened)\" is not a whole number from 1 up")
    }
    return min(number, most)
  }

  private static func box(_ text: String) throws -> [Double] {
    let numbers = text.split(separator: ",").compactMap { Double($0.trimmingSpaces) }
    if numbers.count == 6 { return [numbers[0], numbers[1], numbers[3], numbers[4]] }
    guard numbers.count == 4 else {
      throw Problem.parameter(
        "bbox", "\"\(text.shortened)\" is not a box; write west, south, east, north, such as 9.1,48.7,9.3,48.9")
    }
    return numbers
  }

  private static func filter(_ parameters: ParameterValues) throws -> JSONValue? {
    var filters: [JSONValue] = []
    if let text = parameters["filter"] {
      if parameters["filter-lang"] == "cql2-json" || text.drop(while: \.isWhitespace).hasPrefix("{") {
        do { filters.append(try JSONParser.parse(text.utf8)) } catch {
          throw Problem.parameter("filter", code: "bad-filter", error.description)
        }
      } else {
        filters.append(.string(text))
      }
    }
    for name in equalities {
      guard let value = parameters[name] else { continue }
      let quoted = value.replacing("'", with: "''")
      filters.append(.string("\(name) = '\(quoted)'"))
    }
    return filters.count < 2 ? filters.first : .object(JSONObject([("and", .array(filters))]))
  }
}

/// A time of OGC API – Features: an instant, or an interval that may be open on a side.
struct DateTimeInterval {
  private var start: Instant?
  private var end: Instant?

  init(_ text: String) throws {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count <= 2, parts.contains(where: { $0 != ".." && !$0.isEmpty }) || parts.count == 2 else {
      throw Self.wrong(text)
    }
    if parts.count == 1 {
      start = try Self.instant(parts[0], text)
      end = start
      if Self.isDate(parts[0]), let day = start { end = day + 86_399 }
      return
    }
    start = parts[0] == ".." || parts[0].isEmpty ? nil : try Self.instant(parts[0], text)
    if parts[1].hasPrefix("P") {
      guard let start, let seconds = Self.seconds(ofDuration: parts[1]) else { throw Self.wrong(text) }
      end = start + seconds
    } else {
      end = parts[1] == ".." || parts[1].isEmpty ? nil : try Self.instant(parts[1], text)
      if let last = end, Self.isDate(parts[1]) { end = last + 86_399 }
    }
    if let start, let end, end < start {
      throw Problem.parameter("datetime", "\(text.shortened) ends before it begins")
    }
  }

  /// The events that overlap it, its end included.
  func window() throws -> Query.Window {
    let from = start ?? .distantPast, to = end.map { $0 + 1 } ?? .distantFuture
    let first = max(from, Instant(secondsSince1970: -62_135_596_800)).description
    // Without an end it is written as text.
    let form: JSONValue =
      end == nil
      ? .string("\(first)..")
      : .object(JSONObject([("from", .string(first)), ("to", .string(to.description))]))
    let query = try Query(json: .object(JSONObject([("during", form)])))
    guard let window = query.during else { throw Problem.parameter("datetime", "cannot be read") }
    return window
  }

  private static func isDate(_ text: String) -> Bool { text.utf8.count == 10 }

  private static func instant(_ text: String, _ whole: String) throws -> Instant {
    guard let instant = try? Instant(parsing: isDate(text) ? text + "T00:00:00Z" : text) else { throw wrong(whole) }
    return instant
  }

  private static func wrong(_ text: String) -> Problem {
    .parameter(
      "datetime", code: "bad-time",
      "\"\(text.shortened)\" is not a time; write 2026-11-27T20:00:00Z, 2026-11-27, or an interval such as "
        + "2026-11-27/2026-11-29 or 2026-11-27/.."
    )
  }

  /// Days, hours, minutes and seconds of an ISO 8601 duration; nil for others.
  private static func seconds(ofDuration text: String) -> Int64? {
    var (number, total, isTime) = ("", Int64(0), false)
    for letter in text.dropFirst() {
      if letter.isNumber {
        number.append(letter)
        continue
      }
      if letter == "T" {
        isTime = true
        continue
      }
      guard let value = Int64(number), value <= 10_000_000 else { return nil }
      number = ""
      switch (letter, isTime) {
      case ("W", false): total += value * 604_800
      case ("D", false): total += value * 86_400
      case ("H", true): total += value * 3600
      case ("M", true): total += value * 60
      case ("S", true): total += value
      default: return nil
      }
    }
    return number.isEmpty && text.utf8.count > 1 ? total : nil
  }
}
