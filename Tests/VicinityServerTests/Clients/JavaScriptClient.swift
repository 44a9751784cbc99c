import Foundation

@testable import VicinityHTTP
@testable import VicinityServer

/// Methods of the client in JavaScript.
enum JavaScriptClient: ClientLanguage {
  static let path = "clients/javascript/vicinity-client.mjs"
  static let marks = (
    start: "  // Methods of the routes: VICINITY_RECORD=1 writes them from the server's table.\n",
    end: "  // End of the methods of the routes.\n"
  )
  static let spanMarks = (start: "\nconst SPANS = new Set([", end: "]);\n")
  static let classMarks = (start: "\nexport class Client {\n", end: "\n}\n")
  static var definition: Regex<(Substring, name: Substring)> { /\n  (?:async )?\*?(?<name>[a-z][A-Za-z]*)\(/ }

  static func heading(_ group: Route.Group) -> String { "  // \(group.rawValue)\n" }

  static func name(_ method: ClientMethod) -> String { joined(method.words) }

  static func text(of method: ClientMethod) -> String { documentation(method) + body(method) }

  /// Words in camel case.
  private static func joined(_ words: [some StringProtocol]) -> String {
    words.enumerated().map { index, word in index == 0 ? String(word) : word.capitalized }.joined()
  }

  private static func name(_ parameter: Parameter) -> String {
    joined(parameter.name.lowercased().split(separator: "-"))
  }

  private static func type(_ parameter: Parameter) -> String {
    switch parameter.schema {
    case .text(let words, let format):
      words.isEmpty && (format != nil || parameter.isCheckedByRoute) ? "any" : "string"
    case .integer, .number: "number"
    case .flag: "boolean"
    case .list: "any"
    }
  }

  /// The members of the options, each with what it means; empty where there are none.
  private static func options(_ method: ClientMethod) -> [(member: String, text: String)] {
    var options: [(String, String)] = []
    if let position = method.position, !position.isRequired {
      options = [
        ("lat?: number, lon?: number, place?: string", "`lat` and `lon`, or the name `place`: \(position.description)")
      ]
    }
    for parameter in method.optional + method.fields {
      let isNeeded = parameter.name == "If-Match" && !method.isTagOptional
      options.append(
        (
          "\(name(parameter))\(isNeeded ? "" : "?"): \(type(parameter))",
          "`\(name(parameter))`: \(parameter.description)"
        ))
    }
    return options
  }

  private static func documentation(_ method: ClientMethod) -> String {
    var lines: [String] = []
    func add(_ text: String) { lines.append(filled(text: text, "   * ")) }
    add([method.summary, method.needs].compactMap(\.self).joined(separator: " "))
    for parameter in method.steps { add("@param {\(type(parameter))} \(name(parameter))") }
    for parameter in method.required { add("@param {\(type(parameter))} \(name(parameter)) \(parameter.description)") }
    if let position = method.position, position.isRequired {
      add("@param {number} lat \(position.description)")
      add("@param {number} lon")
    }
    if let body = method.route.body {
      add("@param {\(method.bodyIsFile ? "Uint8Array" : "JSONObject")} \(body.name) \(method.bodyText)")
    }
    let options = options(method)
    if method.hasFilters {
      add("@param {Filters} [filters] \(method.filters.map { "`\(name($0))`" }.joined(separator: ", ")).")
    } else if !options.isEmpty {
      let type = options.map(\.member).joined(separator: ", ")
      let isNeeded = options.contains { !$0.member.contains("?") }
      add("@param {{\(type)}} \(isNeeded ? "options" : "[options]") \(options.map(\.text).joined(separator: " "))")
    }
    let result =
      switch method.answer {
      case .nothing: "void"
      case .json where method.route.list != nil: "any[]"
      case .json: "any"
      case .chosen: "Answer"
      case .stored: "Stored"
      case .text: "string"
      case .bytes: "Blob"
      }
    add("@returns {Promise<\(result)>}")
    return "  /**\n" + lines.joined() + "   */\n"
  }

  private static func body(_ method: ClientMethod) -> String {
    var arguments = (method.steps + method.required).map(name)
    if let position = method.position, position.isRequired { arguments += ["lat", "lon"] }
    if let body = method.route.body { arguments.append(body.name) }
    let isNeeded = !method.fields.isEmpty && !method.isTagOptional && method.fields[0].name == "If-Match"
    let hasOptions = method.hasFilters || !options(method).isEmpty
    let options = method.hasFilters ? "filters" : "options"
    if hasOptions { arguments.append(isNeeded ? options : "\(options) = {}") }

    var how: [String] = []
    if let parameters = parameters(method, options) { how.append("parameters: \(parameters)") }
    if let body = method.route.body { how.append(body.name == "body" ? "body" : "body: \(body.name)") }
    if let type = method.mediaType, type != MediaFormat.json.essence { how.append("mediaType: \"\(type)\"") }
    if method.accept != MediaFormat.json.essence, method.answer != .nothing {
      how.append("accept: \"\(method.accept)\"")
    }
    how += method.fields.map { "\(name($0)): options\(isNeeded ? "?" : "").\(name($0))" }
    if method.route.onlyReads { how.append("onlyReads: true") }

    let path = method.path { "${step(\($0))}" }
    let literal = method.steps.isEmpty ? "\"\(path)\"" : "`\(path)`"
    func line(_ path: String, _ how: String) -> String {
      let call = "this.#call(\"\(method.route.method.rawValue)\", \(path)\(how.isEmpty ? "" : ", \(how)"))"
      return switch method.answer {
      case .nothing: "    await \(call);\n"
      case .json: "    return (await \(call)).json()\(method.route.list.map { ".\($0)" } ?? "");\n"
      case .stored: "    return (await \(call)).stored();\n"
      case .chosen: "    return (await \(call)).value();\n"
      case .text: "    return (await \(call)).text;\n"
      case .bytes: "    return this.#blob(\(path));\n"
      }
    }
    let members = how.isEmpty ? "" : "{ \(how.joined(separator: ", ")) }"
    var text = line(literal, members)
    if text.count > width + 1, !members.isEmpty {
      let definition = "    const how = \(members);\n"
      let isLong = definition.count > width + 1
      let items = how.dropLast().map { $0 + "," } + [(how.last ?? "") + ","]
      text = isLong ? "    const how = {\n" + filled(items, "      ") + "    };\n" : definition
      text += line(literal, "how")
    }
    return "  async \(name(method))(\(arguments.joined(separator: ", "))) {\n\(text)  }\n"
  }

  /// The parameters as an expression; nil where there are none.
  private static func parameters(_ method: ClientMethod, _ options: String) -> String? {
    var entries = method.required.map(name)
    let isOpen = method.hasFilters || !method.optional.isEmpty || method.position?.isRequired == false
    if method.position?.isRequired == true { entries += ["lat", "lon"] }
    var parameters: String?
    if isOpen {
      parameters = entries.isEmpty ? options : "{ \((entries + ["...\(options)"]).joined(separator: ", ")) }"
    } else if !entries.isEmpty {
      parameters = "{ \(entries.joined(separator: ", ")) }"
    }
    return method.position == nil ? parameters : parameters.map { "withOrigin(\($0))" }
  }
}
