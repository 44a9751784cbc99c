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
        let names = inputs.map(\.argument)
        let meant = inputs.name(ofPath: member.key).map(QueryInput.argument(named:))
        throw .unknownKey(
          path: member.key, suggestion: meant ?? Suggestion.nearest(to: member.key, among: names), known: names)
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
      if let given = self.values[input.name] { values[input.name] = try input.formValue(of: given) }
    }
    return try inputs.form(
      of: values.mapValues { _ in [] }, naming: QueryInput.argument(named:),
      value: { input, _ in values[input.name] ?? .null })
  }

  /// A limit of results: at most `most`, and `usual` unless it is given.
  func limit(usual: Int, most: Int) throws(QueryError) -> Int {
    guard let value = values["limit"] else { return min(usual, most) }
    let number = value.string.map(TextForm.number) ?? value
    guard let limit = number.integer, (0...most).contains(limit) else {
      throw .outOfRange(
        path: "limit", found: value.text, allowed: "0 to \(most)", hint: "Continue with `after` to get more.")
    }
    return limit
  }

  private func input(_ name: String) -> QueryInput? { inputs.first { $0.name == name } }
}
