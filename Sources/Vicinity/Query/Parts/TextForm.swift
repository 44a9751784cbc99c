import Geography
import Streams

/// How the text of an option or a parameter becomes a value of the JSON form of a query.
package enum TextForm: Sendable, Hashable {
  case text
  /// Words to search for, which may begin with a minus sign.
  case searchText
  /// A time or a span of times, or nothing for now.
  case moment
  /// A time, or a span whose ends are joined by `..`.
  case span
  /// One of some words.
  case word([String])
  case number(ClosedRange<Double>)
  case integer(ClosedRange<Int>, usual: Int? = nil)
  /// A number or a word for one.
  case speed
  /// Words separated by commas, of some or of any; not empty.
  case words([String] = [])
  /// The same, without a condition on their number.
  case names
  /// Texts that may contain commas, each given by itself.
  case texts
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
  case dates
  /// CQL2 as text or JSON; all of several conditions must hold.
  case filter
  /// `name=number` separated by commas.
  case weights

  /// Whether it may be given several times.
  package var isRepeatable: Bool {
    switch self {
    case .words, .texts, .filter, .weights: true
    default: false
    }
  }

  /// Whether it is a span of times, or may be one.
  package var isSpan: Bool { [.moment, .span, .dates].contains(self) }

  /// Reads what was typed.
  ///
  /// - Parameters:
  ///   - texts: at least one; the last one counts if it cannot be repeated.
  ///   - path: the place in the JSON form, for errors.
  package func value(of texts: [String], at path: String) throws(QueryError) -> JSONValue {
    let text = texts.last ?? ""
    switch self {
    case .text, .searchText, .span, .word: return .string(text)
    case .moment: return .string(text.isEmpty ? "now" : text)
    case .number, .integer, .speed: return Self.number(text)
    case .words: return Self.words(texts.allSatisfy(\.isEmpty) ? [] : texts, orElse: "")
    case .names: return Self.words(texts)
    case .texts: return .array(texts.map { .string($0) })
    case .flag:
      guard ["", "true", "false"].contains(text) else {
        throw .wrongType(path: path, found: "\"\(text.trimmingSpaces)\"", expected: "true or false", example: "true")
      }
      return .bool(text != "false")
    case .distance: return .double(try Self.meters(text, at: path))
    case .place: return try Self.place(text, at: path)
    case .box:
      return .array(try Self.degrees(text, count: 4, at: path, example: "9.1,48.7,9.3,48.9").map { .double($0) })
    case .area: return .object(JSONObject([try Self.area(text, at: path)]))
    case .dates:
      let dates = try Self.dates(text, at: path)
      return .array([.string(dates.from), .string(dates.to)])
    case .filter: return try Self.filter(texts, at: path)
    case .weights: return try Self.weights(texts, at: path)
    }
  }
}

// MARK: - Parsers

extension TextForm {
  /// A whole or decimal number; other text stays text, and the query reports what is wrong with it.
  package static func number(_ text: String) -> JSONValue {
    let number = JSONValue(numberIn: text.filter { $0 != " " })
    return number.number == nil ? .string(text) : number
  }

  /// The words of texts, split at commas.
  ///
  /// - Parameter other: the only word where there is none.
  package static func words(_ texts: [String], orElse other: String? = nil) -> JSONValue {
    let words = texts.flatMap { $0.split(separator: ",") }.map(\.trimmingSpaces)
    return .array((words.isEmpty ? [other].compactMap { $0 } : words).map { .string($0) })
  }

  /// The meters of a distance.
  package static func meters(_ text: String, at path: String) throws(QueryError) -> Double {
    if let distance = Distance(parsing: text) ?? Distance(parsing: text.replacing(decimalComma) { ".\($0.1)" }) {
      return distance.meters
    }
    throw .unreadable(
      path: path, found: text.trimmingSpaces, expected: "500m, 2km, 1mi or a number of meters")
  }

  /// `0,5km` is half a kilometer.
  private static var decimalComma: Regex<(Substring, Substring)> { /,([0-9]+\s*[a-zA-Z]*\s*)$/ }

  /// Numbers separated by commas, spaces or both.
  package static func degrees(
    _ text: String, count: Int, at path: String, example: String
  ) throws(QueryError) -> [Double] {
    let parts = numberParts(text)
    let numbers = parts.compactMap(\.typedNumber)
    guard parts.count == count, numbers.count == count else {
      throw .unreadable(
        path: path, found: text.trimmingSpaces, expected: "\(count.counted("number")) such as \(example)",
        hint: parts.count == 2 * count ? "Write decimals with a point, not a comma." : nil)
    }
    return numbers
  }

  /// The coordinate in a text, as an object.
  package static func coordinate(_ text: String, at path: String) throws(QueryError) -> JSONValue {
    let degrees = try degrees(text, count: 2, at: path, example: "48.7758,9.1829")
    return .object(JSONObject([("lat", .double(degrees[0])), ("lon", .double(degrees[1]))]))
  }

  /// Whether a text is two numbers.
  package static func isCoordinate(_ text: String) -> Bool {
    let parts = numberParts(text)
    return parts.count == 2 && parts.allSatisfy { $0.typedNumber != nil }
  }

  private static func numberParts(_ text: String) -> [Substring] { text.split { $0 == "," || $0 == " " } }

  /// A coordinate as an object, or the name of a place.
  package static func place(_ text: String, at path: String) throws(QueryError) -> JSONValue {
    text.contains(where: \.isLetter) && !isCoordinate(text) ? .string(text) : try coordinate(text, at: path)
  }

  /// Two dates joined by `..`, or by a slash (ISO 8601).
  package static func dates(_ text: String, at path: String) throws(QueryError) -> (from: String, to: String) {
    guard let span = SpanText(text), !span.from.isEmpty, !span.to.isEmpty else {
      throw .unreadable(
        path: path, found: text.trimmingSpaces, expected: "FROM..TO, such as 2026-12-01..2026-12-05")
    }
    return (span.from, span.to)
  }

  /// An area as a member of the JSON form: its name, or well-known text.
  package static func area(_ text: String, at path: String) throws(QueryError) -> (String, JSONValue) {
    guard isWellKnownText(text) else { return ("area", .string(text)) }
    do { return ("geometry", try MultiPolygon(parsing: text).geoJSON) } catch {
      throw .badArea(path: path, reason: error.description)
    }
  }

  /// Whether it begins like polygons; a name may begin with such a word, but not followed by a parenthesis.
  package static func isWellKnownText(_ text: String) -> Bool {
    let shape = text[ExtendedText.split(text).rest...].drop { $0 == " " }
    let word = shape.prefix { $0.isLetter || $0 == " " }
    let isShape = ["POLYGON", "MULTIPOLYGON", "GEOMETRYCOLLECTION"].contains { word.uppercased().hasPrefix($0) }
    return isShape && shape.dropFirst(word.count).hasPrefix("(")
  }

  private static func filter(_ texts: [String], at path: String) throws(QueryError) -> JSONValue {
    var filters: [JSONValue] = []
    for text in texts {
      guard text.drop(while: \.isWhitespace).hasPrefix("{") else {
        filters.append(.string(text))
        continue
      }
      do { filters.append(try JSONParser.parse(text.utf8)) } catch {
        throw .badFilter(path: path, problem: error.description)
      }
    }
    return filters.count == 1 ? filters[0] : .object(JSONObject([("and", .array(filters))]))
  }

  private static func weights(_ texts: [String], at path: String) throws(QueryError) -> JSONValue {
    var weights = JSONObject()
    for pair in texts.flatMap({ $0.split(separator: ",") }) {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else {
        throw .unreadable(path: path, found: String(pair), expected: "weights such as words=0.6,distance=0.3")
      }
      weights[String(parts[0])] = JSONValue(numberIn: String(parts[1]))
    }
    return .object(weights)
  }
}
