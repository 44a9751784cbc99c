import Foundation

@testable import VicinityHTTP
@testable import VicinityServer

/// Methods of the client in Python.
enum PythonClient: ClientLanguage {
  static let path = "clients/python/vicinity_client.py"
  static let marks = (
    start: "    # Methods of the routes: VICINITY_RECORD=1 writes them from the server's table.\n",
    end: "    # End of the methods of the routes.\n"
  )
  static let spanMarks = (start: "\n_SPANS = {", end: "}\n")
  static let classMarks = (start: "\nclass Client:\n", end: "\nclass ")
  static var definition: Regex<(Substring, name: Substring)> { /\n    def (?<name>[a-z][a-z_]*)\(/ }

  static func heading(_ group: Route.Group) -> String { "    # \(group.rawValue)\n" }

  static func name(_ method: ClientMethod) -> String { method.words.joined(separator: "_") }

  static func text(of method: ClientMethod) -> String { definition(method) + documentation(method) + body(method) }

  /// A name of the interface as a name of Python.
  private static func name(_ parameter: Parameter) -> String {
    let name = parameter.name.lowercased().replacing("-", with: "_")
    return ["from", "in", "is", "with"].contains(name) ? name + "_" : name
  }

  private static func type(_ parameter: Parameter) -> String {
    switch parameter.schema {
    case .text(let words, let format):
      words.isEmpty && (format != nil || parameter.isCheckedByRoute) ? "Any" : "str"
    case .integer: "int"
    case .number: "float"
    case .flag: "bool"
    case .list: "Any"
    }
  }

  private static func optional(_ parameter: Parameter) -> String {
    switch type(parameter) {
    case "Any": "\(name(parameter)): Any = None"
    case "bool": "\(name(parameter)): bool = False"
    case let type: "\(name(parameter)): Optional[\(type)] = None"
    }
  }

  private static func definition(_ method: ClientMethod) -> String {
    var arguments = ["self"] + (method.steps + method.required).map { "\(name($0)): \(type($0))" }
    if let body = method.route.body {
      arguments.append("\(body.name): \(method.bodyIsFile ? "bytes" : "Mapping[str, Any]")")
    }
    var named = method.optional.map(optional)
    if let position = method.position {
      arguments +=
        position.isRequired
        ? ["lat: float", "lon: float"] : ["lat: Optional[float] = None", "lon: Optional[float] = None"]
      if !position.isRequired { named.insert("place: Optional[str] = None", at: 0) }
    }
    named += method.fields.map {
      $0.name == "If-Match" && !method.isTagOptional ? "\(name($0)): str" : optional($0)
    }
    if !named.isEmpty { arguments.append("*") }
    arguments += named
    if method.hasFilters { arguments.append("**filters: Any") }
    let result =
      switch method.answer {
      case .nothing: "None"
      case .json where method.route.list != nil: "List[Any]"
      case .json, .chosen: "Any"
      case .stored: "Stored"
      case .text: "str"
      case .bytes: "bytes"
      }
    let line = "    def \(name(method))(\(arguments.joined(separator: ", "))) -> \(result):"
    if line.count <= width { return line + "\n" }
    let items = arguments.dropLast().map { $0 + "," } + arguments.suffix(1)
    return "    def \(name(method))(\n" + filled(items, "        ") + "    ) -> \(result):\n"
  }

  private static func documentation(_ method: ClientMethod) -> String {
    let indent = "        "
    var arguments = method.required.map { (name($0), $0.description) }
    if let body = method.route.body { arguments.append((body.name, method.bodyText)) }
    if let position = method.position {
      arguments.append(("lat, lon", position.description))
      if !position.isRequired { arguments.append(("place", "The name of the position, such as `Paris, US`, instead.")) }
    }
    arguments += (method.optional + method.fields).map { (name($0), $0.description) }
    if method.hasFilters {
      let names = method.filters.map { "`\(name($0))`" }.joined(separator: ", ")
      arguments.append(("filters", "\(names). None and False leave one out."))
    }
    let line = [method.summary, method.needs].compactMap(\.self).joined(separator: " ")
    if arguments.isEmpty, indent.count + line.count + 6 <= width {
      return filled([line + "\"\"\""], indent, first: indent + "\"\"\"")
    }
    var text = filled(text: method.summary, indent, first: indent + "\"\"\"")
    if let needs = method.needs { text += "\n\(indent)\(needs)\n" }
    if !arguments.isEmpty { text += "\n\(indent)Args:\n" }
    for (name, description) in arguments {
      text += filled(text: description, indent + "        ", first: "\(indent)    \(name): ")
    }
    return text + "\(indent)\"\"\"\n"
  }

  private static func body(_ method: ClientMethod) -> String {
    let indent = "        "
    let path = method.path { "{_step(\($0))}" }
    let literal = (method.steps.isEmpty ? "" : "f") + "\"\(path)\""
    var entries = (method.required + method.optional).map { "\"\($0.name)\": \(name($0))" }
    if let position = method.position {
      entries.insert("**_origin(lat, lon, \(position.isRequired ? "None" : "place"))", at: 0)
    }
    if method.hasFilters { entries.append("**filters") }
    var arguments = ["\"\(method.route.method.rawValue)\"", literal]
    if entries == ["**filters"] {
      arguments.append("filters")
    } else if !entries.isEmpty {
      arguments.append("{\(entries.joined(separator: ", "))}")
    }
    if let body = method.route.body { arguments.append("body=\(body.name)") }
    if let type = method.mediaType, type != MediaFormat.json.essence { arguments.append("media_type=\"\(type)\"") }
    if method.accept != MediaFormat.json.essence, method.answer != .nothing {
      arguments.append("accept=\"\(method.accept)\"")
    }
    arguments += method.fields.map { "\(name($0))=\(name($0))" }
    if method.route.onlyReads { arguments.append("only_reads=True") }
    let (head, tail) =
      switch method.answer {
      case .nothing: ("self._call(", ")")
      case .json: ("return self._call(", ").json()" + (method.route.list.map { "[\"\($0)\"]" } ?? ""))
      case .stored: ("return self._call(", ").stored()")
      case .chosen, .text: ("return self._call(", ").value()")
      case .bytes: ("return self._call(", ").body")
      }
    let line = indent + head + arguments.joined(separator: ", ") + tail
    if line.count <= width { return line + "\n" }
    let items = arguments.dropLast().map { $0 + "," } + [(arguments.last ?? "") + tail]
    return indent + head + "\n" + filled(items, indent + "    ")
  }
}
