import Streams
import Vicinity

// The inputs of the table of query parts as arguments of tools: the same names, with underscores.

extension QueryInput {
  /// The name of the argument, such as `max_price`.
  var argument: String { Self.argument(named: name) }

  static func argument(named name: String) -> String { name.replacing("-", with: "_") }

  /// The schema of the argument, with its meaning.
  var argumentSchema: JSONValue {
    var schema = form.schema.json.object ?? JSONObject()
    let text = meaning(name: { "`\(Self.argument(named: $0))`" }, value: { "`\($0)`" })
    schema["description"] = .string(text)
    if let example, case .text = form.schema { schema["examples"] = [.string(example)] }
    return .object(schema)
  }

  /// The value of the JSON form for what a model has written: text as it is typed elsewhere, a value of the JSON form,
  /// or what is clearly meant by another type.
  ///
  /// - Returns: nil for a value that means nothing, such as `false` for a time.
  func formValue(of given: JSONValue) throws(QueryError) -> JSONValue? {
    switch (form, given) {
    case (_, .null): return nil
    case (.moment, .bool(let isGiven)): return isGiven ? "now" : nil
    case (.moment, .string("true")): return "now"
    case (.filter, .array(let parts)) where parts.allSatisfy({ $0.string != nil }):
      return try form.value(of: parts.compactMap(\.string), at: path)
    case (_, .string(let text)): return try form.value(of: [text], at: path)
    case (.place, _): return try coordinate(given)
    case (.area, .object(let shape)) where shape["type"] != nil: return .object(JSONObject([("geometry", given)]))
    case (.dates, _), (.span, _), (.moment, _):
      guard let span = Self.span(given) else { return given }
      return try form.value(of: [span], at: path)
    default: return given
    }
  }

  /// A coordinate of an array or object. Several origins, which may name members, are not accepted.
  private func coordinate(_ given: JSONValue) throws(QueryError) -> JSONValue {
    let names = ["latitude": "lat", "longitude": "lon"]
    let members = given.object?.members.map { (names[$0.key] ?? $0.key, $0.value) } ?? []
    let degrees = given.array ?? []
    let place = JSONObject(degrees.count == 2 ? [("lat", degrees[0]), ("lon", degrees[1])] : members)
    guard Set(place.keys) == ["lat", "lon"], place.members.allSatisfy({ $0.value.number != nil }) else {
      throw .wrongType(
        path: path, found: given.typeName, expected: "latitude and longitude, or the name of a place",
        example: #""48.7758,9.1829""#)
    }
    return .object(place)
  }

  /// Two times as a span: an array of two, or `from` and `to`; nil for anything else.
  private static func span(_ given: JSONValue) -> String? {
    let ends = given.array ?? given.object.map { [$0["from"] ?? .null, $0["to"] ?? .null] } ?? []
    let texts = ends.compactMap(\.string)
    return texts.count == 2 && ends.count == 2 ? texts.joined(separator: "..") : nil
  }
}
