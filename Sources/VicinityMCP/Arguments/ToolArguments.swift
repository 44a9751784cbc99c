import CodedErrors
import Streams
import Vicinity

/// The arguments of a call, by the names of the tool's inputs.
package struct ToolArguments: Sendable {
  private let values: [String: JSONValue]
  private let inputs: [QueryInput]
  private let owner: String

  /// - Parameters:
  ///   - given: as a model has written them: names with hyphens, or in another case, are the same names.
  ///   - inputs: those that may be given.
  ///   - required: those that must be given.
  ///   - owner: what they belong to, for messages.
  /// - Throws: `QueryError` for unknown, repeated and missing ones.
  init(_ given: JSONObject, of inputs: [QueryInput], required: Set<String>, owner: String) throws(QueryError) {
    var values: [String: JSONValue] = [:]
    for member in given.members where !member.value.isNull {
      guard let input = inputs.first(where: { Self.folded($0.name) == Self.folded(member.key) }) else {
        throw Self.unknown(member.key, inputs, owner)
      }
      guard values.updateValue(member.value, forKey: input.name) == nil else {
        throw .conflict("\(input.argument) is given twice; give it once")
      }
    }
    for input in inputs where required.contains(input.name) && values[input.name] == nil {
      throw .missing(path: input.argument, neededBy: owner)
    }
    (self.values, self.inputs, self.owner) = (values, inputs, owner)
  }

  private static func unknown(_ name: String, _ inputs: [QueryInput], _ owner: String) -> QueryError {
    guard !inputs.isEmpty else { return .conflict("\(owner) takes no arguments; leave out \(name.shortened)") }
    let names = inputs.map(\.argument)
    let search = QueryArguments.inputs.first { folded($0.name) == folded(name) }
    if let search, names.contains(QueryArguments.input.argument) {
      return .unknownKey(path: name, suggestion: "{\"query\":{\"\(search.argument)\":…}}", known: names)
    }
    let meant =
      inputs.name(ofPath: name).map(QueryInput.argument(named:))
      ?? otherWords[name.lowercased()].flatMap { names.contains($0) ? $0 : nil }
    return .unknownKey(path: name, suggestion: meant ?? Suggestion.nearest(to: name, among: names), known: names)
  }

  /// What models write for the names of arguments that are spelled otherwise.
  private static let otherWords = [
    "location": "near", "place": "near", "city": "near", "distance": "radius", "query": "text", "q": "text",
    "keyword": "text", "keywords": "text", "name": "text", "cuisine": "text", "offset": "after", "page": "after",
    "cursor": "after", "check_in": "from", "checkin": "from", "arrival": "from", "check_out": "to", "checkout": "to",
    "departure": "to", "date": "at", "time": "at", "rating": "stars", "review": "text",
  ]

  private static func folded(_ name: String) -> String { name.lowercased().filter { $0 != "-" && $0 != "_" } }

  /// Whether an input is given.
  func has(_ name: String) -> Bool { values[name] != nil }

  subscript(name: String) -> JSONValue? { values[name] }

  /// A text; numbers are written as text.
  func text(_ name: String) throws(QueryError) -> String? {
    guard let value = values[name] else { return nil }
    if value.number != nil { return value.text }
    return try value.queryString(at: name, expected: "a string", example: "\"\(input(name)?.example ?? "…")\"")
  }

  /// A required text.
  func required(_ name: String) throws(QueryError) -> String {
    guard let text = try text(name) else { throw .missing(path: name, neededBy: owner) }
    return text
  }

  /// The inputs in the JSON form that their paths name.
  func form() throws -> JSONObject {
    var values: [String: JSONValue] = [:]
    for input in inputs {
      guard let given = self.values[input.name], let value = try input.formValue(of: given) else { continue }
      if case .integer(let bounds, _) = input.form, value.number != nil { _ = try whole(value, input, bounds) }
      values[input.name] = value
    }
    return try inputs.form(
      of: values.mapValues { _ in [] }, naming: QueryInput.argument(named:),
      value: { input, _ in values[input.name] ?? .null })
  }

  /// The limit of results, within the bounds of the input `limit`; its usual value unless it is given.
  ///
  /// - Parameter most: a further bound.
  func limit(atMost most: Int = .max) throws(QueryError) -> Int {
    guard let input = input("limit"), case .integer(let bounds, let usual?) = input.form else {
      preconditionFailure("\(owner) has no limit")
    }
    let allowed = bounds.lowerBound...min(bounds.upperBound, most)
    guard let value = values["limit"] else { return min(usual, allowed.upperBound) }
    let number = value.string.map(TextForm.number) ?? value
    return try whole(number, input, allowed)
  }

  private func whole(
    _ value: JSONValue, _ input: QueryInput, _ bounds: ClosedRange<Int>
  ) throws(QueryError) -> Int {
    if let number = value.integer, bounds.contains(number) { return number }
    // Only the answer of a search has a next page.
    let hasPages = inputs.contains { $0.name == "after" } && owner != QueryArguments.input.name
    let hint = input.name == "limit" && hasPages ? "Continue with `after` to get more." : nil
    let end = bounds.upperBound == .max ? "up" : "to \(bounds.upperBound)"
    throw .outOfRange(
      path: input.argument, found: value.string.map { "\"\($0)\"" } ?? value.text,
      allowed: "a whole number from \(bounds.lowerBound) \(end)", hint: hint)
  }

  /// The same error with the value that was given, where it has only its type.
  func naming(_ error: QueryError) -> QueryError {
    guard case .wrongType(let path, _, let expected, let example) = error,
      let value = inputs.first(where: { $0.argument == path }).flatMap({ values[$0.name] }),
      value.number != nil || value.bool != nil
    else { return error }
    return .wrongType(path: path, found: value.text, expected: expected, example: example)
  }

  private func input(_ name: String) -> QueryInput? { inputs.first { $0.name == name } }
}
