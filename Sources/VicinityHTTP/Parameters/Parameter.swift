import Streams

/// The form of a parameter's value, as OpenAPI 3.0 describes it, and as it is checked before a route sees it.
package indirect enum Schema: Sendable {
  /// Text; one of the words if there are any.
  case text(words: [String] = [], format: String? = nil)
  case integer(ClosedRange<Int>, usual: Int? = nil)
  case number(ClosedRange<Double>? = nil)
  case flag
  /// Values separated by commas.
  case list(Schema, count: ClosedRange<Int>? = nil)

  /// The schema object.
  var json: JSONValue {
    var object = JSONObject()
    switch self {
    case .text(let words, let format):
      object["type"] = .string("string")
      object["enum"] = words.isEmpty ? nil : .array(words.map { .string($0) })
      object["format"] = format.map { .string($0) }
    case .integer(let range, let usual):
      object["type"] = .string("integer")
      object["minimum"] = .int(Int64(range.lowerBound))
      if range.upperBound < .max { object["maximum"] = .int(Int64(range.upperBound)) }
      object["default"] = usual.map { .int(Int64($0)) }
    case .number(let range):
      object["type"] = .string("number")
      object["minimum"] = range.map { .double($0.lowerBound) }
      object["maximum"] = range.flatMap { $0.upperBound.isFinite ? .double($0.upperBound) : nil }
    case .flag: object["type"] = .string("boolean")
    case .list(let element, let count):
      object["type"] = .string("array")
      object["minItems"] = count.map { .int(Int64($0.lowerBound)) }
      object["maxItems"] = count.map { .int(Int64($0.upperBound)) }
      object["items"] = element.json
    }
    return .object(object)
  }

  /// Whether a value is one of some words.
  var hasWords: Bool {
    if case .text(let words, _) = self { !words.isEmpty } else { false }
  }

  /// The error in a value; nil when it has this form.
  func complaint(about value: String) -> String? {
    switch self {
    case .text(let words, _):
      if words.isEmpty || words.contains(value) { return nil }
      return "unknown word \"\(value.shortened)\"; possible are \(words.joined(separator: ", "))"
    case .integer(let range, _):
      guard let number = Int(value) else { return "\"\(value.shortened)\" is not a whole number" }
      if range.contains(number) { return nil }
      return range.upperBound == .max
        ? "\(number) is not allowed, must be at least \(range.lowerBound)"
        : "\(number) is not allowed, must be from \(range.lowerBound) to \(range.upperBound)"
    case .number(let range):
      guard let number = value.typedNumber else { return "\"\(value.shortened)\" is not a number" }
      guard let range, !range.contains(number) else { return nil }
      return "\(value.shortened) is not allowed, must be from \(range.lowerBound) to \(range.upperBound)"
    case .flag: return value == "true" || value == "false" || value.isEmpty ? nil : "write true or false"
    case .list(let element, let count):
      let parts = value.split(separator: ",", omittingEmptySubsequences: false).map(\.trimmingSpaces)
      if let count, !count.contains(parts.count) {
        return count.lowerBound == count.upperBound
          ? "\"\(value.shortened)\" are not \(count.lowerBound) values separated by commas"
          : "\"\(value.shortened)\" are not \(count.lowerBound) to \(count.upperBound) values separated by commas"
      }
      return parts.lazy.compactMap(element.complaint).first
    }
  }
}

/// A parameter that a route accepts.
package struct Parameter: Sendable {
  /// The location of a parameter.
  package enum Place: String, Sendable { case query, path, header }

  package var name: String
  var place = Place.query
  var schema: Schema
  /// One or two sentences: its meaning, and its usual value.
  package var description: String
  var isRequired = false
  var example: String?
  /// Whether its route says itself what is wrong with a value, in more words than the schema can.
  var isCheckedByRoute = false

  package init(
    _ name: String, _ schema: Schema, in place: Place = .query, _ description: String, example: String? = nil,
    isRequired: Bool = false, isCheckedByRoute: Bool = false
  ) {
    (self.name, self.schema, self.place, self.description, self.example) = (name, schema, place, description, example)
    (self.isRequired, self.isCheckedByRoute) = (isRequired || place == .path, isCheckedByRoute)
  }

  /// The parameter object of OpenAPI 3.0.
  package var json: JSONValue {
    var object = JSONObject([
      ("name", .string(name)), ("in", .string(place.rawValue)), ("description", .string(description)),
      ("required", .bool(isRequired)), ("schema", schema.json),
    ])
    if place == .query { object["style"] = .string("form") }
    if case .list = schema { object["explode"] = .bool(false) }
    if let example, case .text = schema { object["example"] = .string(example) }
    return .object(object)
  }
}
