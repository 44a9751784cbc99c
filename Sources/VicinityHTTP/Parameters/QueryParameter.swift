import Geography
import Streams
import Vicinity

/// A part of a query as a parameter of a URL, named like the option of `vicinity near`.
package struct QueryParameter: Sendable {
  /// How a text becomes a value of the query's JSON form.
  enum Form: Sendable {
    /// The text itself, or a whole or decimal number in it.
    case text, number
    /// Words joined by commas.
    case words
    case flag
    /// `500m`, `2km`, `1mi`, or meters.
    case distance
    /// Latitude and longitude, or the name of a place.
    case place
    /// West, south, east and north.
    case box
    /// The name of an area, or well-known text.
    case area
    /// Two dates joined by `..` or `/`.
    case span
    /// CQL2 as text or JSON.
    case filter
    /// `name=number` joined by commas.
    case weights
  }

  package let parameter: Parameter
  /// The place in the JSON form, such as `price.max`.
  let key: String
  /// Its steps.
  let path: [String]
  let form: Form
  /// Another parameter without which this one has no meaning.
  let needs: String?

  private init(
    _ name: String, _ key: String, _ form: Form, _ schema: Schema, needs: String? = nil, _ description: String,
    example: String? = nil
  ) {
    parameter = Parameter(name, schema, description, example: example, isCheckedByRoute: true)
    (self.key, self.form, self.needs) = (key, form, needs)
    path = key.split(separator: ".").map(String.init)
  }

  private init(
    _ name: String, _ key: String, _ form: Form, needs: String? = nil, _ description: String, example: String? = nil
  ) {
    self.init(name, key, form, .text(), needs: needs, description, example: example)
  }

  /// The conditions of a query; shared by searches, features and tiles.
  package static let filters: [QueryParameter] = [
    .init("outside", "outside", .area, "Only outside this area: its name, or a polygon as well-known text."),
    .init(
      "open", "open.at", .text,
      "Bars that are open and events that are on: `now` (also without a value), `22:30`, `Sa 22:30`, "
        + "`2026-11-27T22:30`, an instant, a span `Sa 22:30..03:00`, or `tonight`, `tomorrow`, `weekend`, `Sa`, "
        + "`2026-11-28`.",
      example: "now"),
    .init(
      "unknown", "open.unknown", .text, .text(words: ["drop", "keep", "only"]), needs: "open",
      "The treatment of bars with unknown hours (default `drop`)."),
    .init(
      "arriving", "open.arriving", .number, needs: "open",
      "Open on arrival: `walking`, `cycling`, `driving`, or meters per second."),
    .init(
      "stay-for", "open.stayFor", .number, .number(0...(.infinity)), needs: "open",
      "Open for at least this many minutes from then on."),
    .init(
      "wait-up-to", "open.waitUpTo", .number, .number(0...(.infinity)), needs: "open",
      "Also if it opens at most this many minutes later."),
    .init(
      "during", "during", .text,
      "Events that overlap this time: `2026-11-28`, `Sa`, `Fr..Su`, `2026-11-27T18:00..2026-11-28T04:00`, "
        + "`tonight`, `weekend`, `upcoming` (default of searches), `running`, `past` or `any`.",
      example: "weekend"),
    .init(
      "occurrences", "occurrences", .text, .text(words: ["first", "all"]),
      "For recurring events, the first matching occurrence (default), or all."),
    .init(
      "stay", "stay.on", .text,
      "Couches free from arrival to departure: `2026-12-01..2026-12-05`, `tonight`, `weekend`.",
      example: "2026-12-01..2026-12-05"),
    .init(
      "nights", "stay.nights", .number, .integer(1...10_000), needs: "between",
      "Couches free for this many nights within `between`."),
    .init(
      "between", "stay.between", .span, needs: "nights", "The dates for a stay of `nights` nights.",
      example: "2026-12-01..2026-12-20"),
    .init(
      "weekend", "stay.weekend", .flag, .flag, needs: "nights", "Only stays that include a Friday and a Saturday night."
    ),
    .init(
      "partly", "stay.partly", .flag, .flag, "Also couches that are free for only some of the nights; needs `stay`."),
    .init(
      "guests", "stay.guests", .number, .integer(1...Int.max),
      "The number of guests of the stay (default 1); needs `stay` or `nights`."),
    .init("tag", "tags.all", .words, .list(.text()), "Must have all of these tags.", example: "cocktails"),
    .init("any-tag", "tags.any", .words, .list(.text()), "Must have at least one of these tags."),
    .init("no-tag", "tags.none", .words, .list(.text()), "Must have none of these tags."),
    .init(
      "min-price", "price.min", .number, .number(0...(.infinity)), "The minimum price in major units, such as euros."),
    .init(
      "max-price", "price.max", .number, .number(0...(.infinity)), "The maximum price in major units, such as euros."),
    .init(
      "min-night-price", "nightPrice.min", .number, .number(0...(.infinity)),
      "The minimum price of a night of the stay; needs `stay` or `nights`."),
    .init(
      "max-night-price", "nightPrice.max", .number, .number(0...(.infinity)),
      "The maximum price of a night of the stay; needs `stay` or `nights`."),
    .init(
      "currency", "price.currency", .text,
      "Only prices in this currency, by its ISO 4217 code, and free listings; applies to the price of a night if only that has a bound.",
      example: "EUR"),
    .init("max-level", "price.maxLevel", .number, .integer(1...4), "The maximum price level."),
    .init(
      "accessible", "accessible", .words, .list(.text(words: ["yes", "limited", "no"])),
      "Wheelchair access to one of these degrees."),
    .init(
      "operating-status", "operatingStatus", .words,
      .list(.text(words: ["open", "temporarily closed", "closed", "planned"])),
      "In business, in one of these states (default `open`, which includes listings without a status)."),
    .init("min-rating", "rating.min", .number, .number(0...5), "The minimum mean rating."),
    .init("min-votes", "rating.minCount", .number, .integer(0...Int.max), "The minimum number of ratings."),
    .init(
      "text", "text", .text,
      "Words that name, address, tags or description contain, as whole words or prefixes; also "
        + "`\"a phrase\" OR another`, `-without`.",
      example: "jazz"),
    .init("typos", "typos", .number, .integer(0...2), "The maximum number of typing errors in a word of `text`."),
    .init("host", "host", .words, .list(.text()), "Hosted by one of these members."),
    .init("not-host", "notHost", .words, .list(.text()), "Hosted by none of these members."),
  ]

  private static let kinds = QueryParameter(
    "kind", "kinds", .words, .list(.text(words: Kind.allCases.map(\.rawValue))),
    "Only these kinds; by default the kinds to which the time filters apply, or all.")
  private static let filter = QueryParameter(
    "filter", "filter", .filter,
    "A tree of conditions as CQL2 text or JSON, such as `price < 20 AND rating >= 4.5`; see docs/filters.md.",
    example: "rating >= 4")
  private static let language = QueryParameter(
    "language", "language", .text, "Names in this language, where listings have them.", example: "en")

  package static let near = QueryParameter(
    "near", "near", .place, "The origin of distances: latitude and longitude in degrees, or the name of a place.",
    example: "48.7758,9.1829")
  private static let radius = QueryParameter(
    "radius", "radius", .distance, needs: "near", "The maximum distance: `500m`, `2km`, `1mi`, or meters.",
    example: "2km")

  /// The places to search.
  private static let places: [QueryParameter] = [
    near, radius,
    .init(
      "bbox", "within.bbox", .box, .list(.number(), count: 4...4),
      "Inside this box of degrees: west, south, east, north; west > east crosses the 180th meridian."),
    .init("within", "within.area", .area, "Inside this area: its name, or a polygon as well-known text."),
    .init("metric", "metric", .text, .text(words: ["wgs84", "sphere"]), "The figure of the Earth (default `wgs84`)."),
  ]

  /// The order of the answer, and the parts to return.
  private static let order: [QueryParameter] = [
    .init(
      "sort", "sort", .words, .list(.text()),
      "`best`, `distance`, `price`, `stayPrice`, `nightPrice`, `rating`, `votes`, `start`, `end`, `open`, `name`, "
        + "`added`, `changed`, `relevance`, custom fields, or several; after a minus sign the greatest first.",
      example: "-rating"),
    .init("front", "front", .words, .list(.text()), "Only the Pareto front by these keys."),
    .init("weights", "weights", .weights, "Weights of the score of `best`, such as `words=0.6,distance=0.3`."),
    .init(
      "relax", "relax", .flag, .flag, "If there are too few results, also the single changes that would give more."),
    .init(
      "limit", "limit", .number, .integer(0...Int.max, usual: 20), "The maximum number of results, up to `max-limit`."),
    .init("after", "after", .text, "Continues an earlier answer by its cursor."),
    .init("total", "total", .flag, .flag, "Counts all matches."),
    .init("fields", "fields", .words, .list(.text()), "The fields of each result.", example: "id,name,distance"),
    .init(
      "cluster", "cluster", .number, .integer(0...22),
      "Counts the matches by map cell at this zoom instead of listing them."),
    .init(
      "facets", "facets", .words, .list(.text()),
      "Counts all matches by `kind`, `tag`, `priceBand`, `nightPrice`, `priceLevel`, `accessible`, `operatingStatus`, "
        + "`rating` or `area`."),
    .init(
      "facet-limit", "facetLimit", .number, .integer(0...Int.max),
      "The maximum number of tags and areas in `facets` (default 20)."),
  ]

  private static let sortBy = QueryParameter(
    "sortby", "sort", .words, .list(.text()),
    "Properties to sort by, after a minus sign the greatest first: `name` (default), `price`, `rating`, `start` and "
      + "the others of `sort` of `/v1/near`; with `near` the nearest first.",
    example: "-rating")
  private static let now = QueryParameter(
    "now", "now", .text, "The instant to use as `now` (default: the clock).", example: "2026-11-27T21:00:00+01:00"
  )

  /// All of `GET /v1/near`.
  package static let search = places + [kinds] + filters + [filter, language] + order + [now]
  /// The parameters of features: their place, page and CQL2 filter have the names of OGC API – Features.
  package static let features = [near, radius, sortBy] + filters + [language, now]
  /// The parameters of tiles: the tile is the place.
  package static let tiles = [kinds] + filters + [filter, now]
}

extension [QueryParameter] {
  /// The JSON form of a query.
  ///
  /// - Parameter values: the parameters of the request; others than these are skipped.
  /// - Throws: `Problem` naming the parameter.
  package func form(of values: ParameterValues) throws -> JSONObject {
    var form = JSONObject()
    for name in values.names {
      guard let index = firstIndex(where: { $0.parameter.name == name }), let text = values[name] else { continue }
      let row = self[index]
      if let needed = row.needs, values[needed] == nil {
        throw Problem.parameter(row.parameter.name, code: "missing", "needs \(needed), which is missing")
      }
      form.set(try row.value(of: text), at: row.path)
    }
    Query.shareCurrency(in: &form)
    if form["stay"]?.object.map({ $0["on"] == nil && $0["nights"] == nil }) == true {
      let name = first { $0.key.hasPrefix("stay.") && values[$0.parameter.name] != nil }?.parameter.name ?? "guests"
      throw Problem.parameter(name, code: "missing", "needs stay, which is missing")
    }
    return form
  }

  /// The parameter for a place in the JSON form, such as `max-price` for `price.max`.
  package func name(ofPath path: String) -> String {
    if let row = first(where: { $0.key == path }) { return row.parameter.name }
    let whole = String(path.prefix { $0 != "[" })
    if let row = first(where: { $0.key == whole }) { return row.parameter.name }
    let part = String(path.prefix { $0 != "." && $0 != "[" })
    let name = first { $0.key.prefix { $0 != "." } == part }?.parameter.name
    return name ?? String(whole.split(separator: ".").last ?? "")
  }
}

extension QueryParameter {
  fileprivate func value(of text: String) throws -> JSONValue {
    switch form {
    case .text: return .string(text.isEmpty && key == "open.at" ? "now" : text)
    case .number: return JSONValue(numberIn: text)
    case .words: return .array(text.split(separator: ",").map { .string($0.trimmingSpaces) })
    case .flag:
      if let complaint = Schema.flag.complaint(about: text) { throw Problem.parameter(parameter.name, complaint) }
      return .bool(text != "false")
    case .distance:
      if let distance = Distance(parsing: text) { return .double(distance.meters) }
      throw Problem.parameter(parameter.name, "\"\(text.shortened)\" is not a distance; write 500m, 2km or 1mi")
    case .place:
      let degrees = Self.degrees(text)
      guard degrees.count == 2, let latitude = degrees[0], let longitude = degrees[1] else {
        guard text.contains(where: \.isLetter) else {
          throw Problem.parameter(
            parameter.name,
            "\"\(text.shortened)\" is not a position; write latitude and longitude, such as 48.7758,9.1829")
        }
        return .string(text)
      }
      return .object(JSONObject([("lat", .double(latitude)), ("lon", .double(longitude))]))
    case .box:
      let degrees = Self.degrees(text).compactMap { $0 }
      guard degrees.count == 4 else {
        throw Problem.parameter(
          parameter.name, "cannot read \"\(text.shortened)\"; write west, south, east, north, such as 9.1,48.7,9.3,48.9"
        )
      }
      return .array(degrees.map { .double($0) })
    case .area: return try area(text)
    case .span:
      for separator in ["..", "/"] {
        let parts = text.split(separator: separator).map { JSONValue.string(String($0)) }
        if parts.count == 2 { return .array(parts) }
      }
      throw Problem.parameter(
        parameter.name, "cannot read \"\(text.shortened)\"; write two dates, such as 2026-12-01..2026-12-20")
    case .filter:
      guard text.drop(while: { $0.isWhitespace }).hasPrefix("{") else { return .string(text) }
      do { return try JSONParser.parse(text.utf8) } catch {
        throw Problem.parameter(parameter.name, code: "bad-filter", error.description)
      }
    case .weights:
      var weights = JSONObject()
      for pair in text.split(separator: ",") {
        let parts = pair.split(separator: "=", maxSplits: 1)
        guard parts.count == 2 else {
          throw Problem.parameter(parameter.name, "\"\(String(pair).shortened)\" is not a weight; write words=0.6")
        }
        weights[String(parts[0])] = JSONValue(numberIn: String(parts[1]))
      }
      return .object(weights)
    }
  }

  private func area(_ text: String) throws -> JSONValue {
    let isShape = ["POLYGON", "MULTIPOLYGON", "GEOMETRYCOLLECTION"].contains { word in
      text.uppercased().hasPrefix(word) && text.dropFirst(word.count).drop { $0 == " " }.hasPrefix("(")
    }
    let member: (String, JSONValue)
    if isShape {
      do { member = ("geometry", try MultiPolygon(parsing: text).geoJSON) } catch {
        throw Problem.parameter(parameter.name, code: "bad-area", error.description)
      }
    } else {
      member = ("area", .string(text))
    }
    return .object(JSONObject([member]))
  }

  private static func degrees(_ text: String) -> [Double?] {
    text.split { $0 == "," || $0 == " " }.map(\.typedNumber)
  }
}

extension JSONObject {
  /// Sets a value in nested objects; an object joins the existing members.
  fileprivate mutating func set(_ value: JSONValue, at path: [String]) {
    guard path.count > 1 else {
      self[path[0]] = value
      return
    }
    var inner = self[path[0]]?.object ?? JSONObject()
    if case .object(let members) = value, path.count == 2, path[1] == "area" {
      for member in members.members { inner[member.key] = member.value }
    } else {
      inner.set(value, at: Array(path.dropFirst()))
    }
    self[path[0]] = .object(inner)
  }
}
