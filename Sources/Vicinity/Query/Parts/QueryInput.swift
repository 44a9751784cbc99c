import Streams

/// A part of a query as a text of its own: an option of the command line, and a parameter of a URL.
package struct QueryInput: Sendable {
  /// Where it can be given.
  package enum Door: Sendable { case everywhere, onlyOptions }

  /// The name of the parameter; after two dashes that of the option.
  package let name: String
  /// The place in the JSON form, such as `price.max`.
  package let path: String
  package let form: TextForm
  /// One or two sentences: values are in backquotes, other inputs in braces.
  package let meaning: String
  /// What stands for the value in help.
  package let placeholder: String
  package let example: String?
  /// Names of inputs; at least one of them must be given too.
  let needs: [String]
  /// A hint for the error if none of these is given, written like the meaning; nil where their names say enough.
  let hint: String?
  /// Names of inputs that cannot be given together with it.
  let excludes: [String]
  /// Whether only the full help lists it.
  package let isRare: Bool
  package let door: Door
  /// Values that the map page offers, as they are in the JSON form; empty where it has a control of its own, or none.
  package let choices: [String]
  /// The steps of the path.
  let steps: [String]

  /// - Parameters:
  ///   - path: nil where it is the name.
  ///   - placeholder: empty for flags.
  package init(
    _ name: String, _ path: String? = nil, _ form: TextForm, _ meaning: String, _ placeholder: String = "",
    example: String? = nil, needs: [String] = [], hint: String? = nil, excludes: [String] = [], isRare: Bool = false,
    door: Door = .everywhere, choices: [String] = []
  ) {
    (self.name, self.path, self.form, self.meaning) = (name, path ?? name, form, meaning)
    (self.placeholder, self.example) = (placeholder, example)
    (self.needs, self.hint, self.excludes) = (needs, hint, excludes)
    (self.isRare, self.door, self.choices) = (isRare, door, choices)
    steps = self.path.split(separator: ".").map(String.init)
  }

  /// The meaning, as a front end writes it.
  ///
  /// - Parameters:
  ///   - name: writes the name of another input.
  ///   - value: writes a value.
  package func meaning(name: (String) -> String, value: (String) -> String) -> String {
    Self.written(meaning, name: name, value: value)
  }

  private static func written(
    _ form: String, name: (String) -> String, value: (String) -> String = { $0 }
  ) -> String {
    var text = ""
    var rest = form[...]
    while let mark = rest.firstIndex(where: { $0 == "{" || $0 == "`" }) {
      let begin = rest.index(after: mark)
      guard let end = rest[begin...].firstIndex(of: rest[mark] == "{" ? "}" : "`") else { break }
      let word = String(rest[begin..<end])
      text += rest[..<mark] + (rest[mark] == "{" ? name(word) : value(word))
      rest = rest[rest.index(after: end)...]
    }
    return text + rest
  }

  /// The hint, as a front end writes it.
  ///
  /// - Parameter name: writes the name of another input.
  func hint(name: (String) -> String) -> String? { hint.map { Self.written($0, name: name) } }
}

extension [QueryInput] {
  /// The JSON form of a query whose parts are given as texts.
  ///
  /// - Parameters:
  ///   - texts: those given, by the names of inputs; others than these inputs are skipped.
  ///   - naming: writes the name of an input.
  ///   - value: reads an input; the usual one reads it as its form says.
  /// - Throws: `QueryError` with the place in the JSON form.
  package func form(
    of texts: [String: [String]], naming: (String) -> String,
    value: (QueryInput, [String]) throws -> JSONValue = { try $0.form.value(of: $1, at: $0.path) }
  ) throws -> JSONObject {
    var form = JSONObject()
    for input in self {
      guard let given = texts[input.name] else { continue }
      if let needed = input.needs.first, !input.needs.contains(where: { texts[$0] != nil }) {
        throw QueryError.missing(path: path(of: needed), neededBy: input.path, hint: input.hint(name: naming))
      }
      if input.excludes.contains(where: { texts[$0] != nil }) {
        let others = input.excludes.map(naming).joined(separator: " and ")
        throw QueryError.conflict("give either \(naming(input.name)), or \(others)")
      }
      form.set(try value(input, given), at: input.steps[...])
    }
    Query.shareCurrency(in: &form)
    return form
  }

  private func path(of name: String) -> String { first { $0.name == name }?.path ?? name }

  /// The name of the input for a place in the JSON form, such as `max-price` for `price.max`: that of the whole part
  /// where the place has none; nil without either.
  package func name(ofPath path: String) -> String? {
    if let input = first(where: { $0.path == path }) { return input.name }
    let whole = path.prefix { $0 != "[" }
    if let input = first(where: { $0.path == whole }) { return input.name }
    let key = path.prefix { $0 != "." && $0 != "[" }
    let parts = filter { $0.steps[0] == key }
    let main = parts.first { $0.path == key || $0.name == key } ?? parts.first { !$0.isRare } ?? parts.first
    return main?.name
  }
}

extension JSONObject {
  /// Sets a value in nested objects; an object joins the existing members.
  fileprivate mutating func set(_ value: JSONValue, at path: ArraySlice<String>) {
    guard let key = path.first else { return }
    if path.count == 1, value.object == nil { return self[key] = value }
    var inner = self[key]?.object ?? JSONObject()
    if path.count == 1 || value.object != nil && path.count == 2 && path.last == "area" {
      for member in value.object?.members ?? [] { inner[member.key] = member.value }
    } else {
      inner.set(value, at: path.dropFirst())
    }
    self[key] = .object(inner)
  }
}
