import Foundation
import HTTPTypes
import Streams

@testable import VicinityAccounts
@testable import VicinityHTTP
@testable import VicinityServer

/// The method that the clients in Python and JavaScript have for a route, in the form that both languages share.
///
/// Its arguments are the steps of the path, the required parameters, the body, the position, and then by name what may
/// be left out. Its name is that of the table, or follows from the method and the path:
///
/// - Steps are joined, without `v1` and without `listings/{id}` at the beginning; `me` is `my` before others.
/// - A step before a parameter is singular: `conversations/{id}/messages` is `conversation_messages`.
/// - PUT, PATCH and DELETE come first: `put_area`. A listing itself has nothing else: `put`.
/// - POST is `add` with the singular of a list: `add_picture`. A verb after a parameter comes first: `confirm_booking`.
struct ClientMethod {
  /// Stands for a space at which no line breaks.
  static let fixedSpace = "\u{A0}"

  /// What the method makes of the answer.
  enum Answer {
    case nothing, json
    /// JSON with its entity tag.
    case stored
    /// JSON or text, as the parameter `f` says.
    case chosen
    case text, bytes
  }

  /// How many parameters a method names one by one; beyond that they are filters.
  private static let mostNamed = 12

  let route: Route
  /// The words of its name.
  let words: [String]
  let answer: Answer
  let accept: String

  /// Nil for routes of the page and of language models, and where a body or an answer is neither JSON, nor text, nor a file.
  init?(_ route: Route, among routes: [Route]) {
    let words = Self.words(of: route)
    let isReadable = route.body.map { !$0.isStreamed || $0.mediaTypes.contains(Self.bytes) } ?? true
    guard ![.page, .models].contains(route.group), isReadable, !words.isEmpty else { return nil }
    (self.route, self.words) = (route, words)
    let document = route.formats.first { [.json, .geojson, .openapi, .schema].contains($0) }
    accept = document?.essence ?? route.mediaTypes[0]
    let isTagged = routes.contains { other in
      other.path == route.path && other.parameters.contains { $0.name == "If-Match" }
    }
    switch (document, route.formats) {
    case (.some, _) where isTagged: answer = .stored
    case (.some, _): answer = Self.areFilters(route) && route.formats.count > 1 ? .chosen : .json
    case (nil, [.picture]), (nil, [.file]): answer = .bytes
    case (nil, [.ics]): answer = .text
    case (nil, []): answer = route.method == .get ? .text : .nothing
    default: return nil
    }
  }

  /// The media type of a body that is a file.
  static let bytes = "application/octet-stream"

  var mediaType: String? {
    route.body.map { $0.mediaTypes.contains(Self.bytes) ? Self.bytes : $0.mediaTypes[0] }
  }

  var bodyIsFile: Bool { mediaType == Self.bytes }

  // MARK: Arguments

  /// The steps of the path that are parameters, in their order.
  var steps: [Parameter] {
    route.steps.compactMap { step in route.parameters.first { step == "{\($0.name)}" } }
  }

  /// The parameter for a position, which is `lat` and `lon`.
  var position: Parameter? { query.first { $0.name == "near" } }
  var required: [Parameter] { query.filter { $0.isRequired && $0.name != "near" } }
  /// Those that may be left out; none where they are filters.
  var optional: [Parameter] { hasFilters ? [] : query.filter { !$0.isRequired && !["near", "f"].contains($0.name) } }
  var hasFilters: Bool { Self.areFilters(route) }
  var filters: [Parameter] { hasFilters ? query.filter { !$0.isRequired && $0.name != "near" } : [] }
  /// The header fields that are arguments.
  var fields: [Parameter] { route.parameters.filter { ["If-Match", "Idempotency-Key"].contains($0.name) } }
  /// Whether a method without `If-Match` can succeed.
  var isTagOptional: Bool { route.method == .put }

  private var query: [Parameter] { route.parameters.filter { $0.place == .query } }

  private static func areFilters(_ route: Route) -> Bool {
    route.parameters.filter { $0.place == .query }.count > mostNamed
  }

  /// The path as a literal, with `step` of each parameter in it.
  func path(_ step: (String) -> String) -> String {
    "/"
      + route.steps.map { $0.hasPrefix("{") ? step(String($0.dropFirst().dropLast())) : String($0) }
      .joined(separator: "/")
  }

  // MARK: Documentation

  /// What it does, by which request.
  var summary: String {
    let text = route.summary.hasSuffix(".") ? String(route.summary.dropLast()) : route.summary
    return "\(text): `\(route.method.rawValue)\(Self.fixedSpace)\(route.path)`."
  }

  /// What its caller needs; nil if that is nothing.
  var needs: String? {
    let parts = [
      route.scope.map { "the scope `\($0.rawValue)`" }, route.role.map { "the role `\($0.rawValue)`" },
    ].compactMap(\.self)
    if parts.isEmpty { return nil }
    return "Needs \(parts.joined(separator: " or "))\(route.scope == .search ? ", unless searches are public" : "")."
  }

  /// What the body is, with an example.
  var bodyText: String {
    guard let body = route.body else { return "" }
    guard let example = body.example else { return body.description }
    var writer = JSONWriter()
    writer.value(example)
    let stop = body.description.hasSuffix(".") ? "" : "."
    let text = String(decoding: writer.bytes, as: UTF8.self).replacing(",\"", with: ", \"")
    return "\(body.description)\(stop) Example: `\(text)`."
  }

  // MARK: Names

  private static func words(of route: Route) -> [String] {
    if let name = route.name { return name.split(separator: " ").map(String.init) }
    var steps = route.steps.drop { $0 == "v1" }
    if steps.starts(with: ["listings", "{id}"]) { steps = steps.dropFirst(2) }
    var words: [String] = []
    for (index, step) in zip(steps.indices, steps) where !step.hasPrefix("{") {
      let isBeforeStep = index + 1 < steps.endIndex && steps[index + 1].hasPrefix("{")
      let word = step == "me" && steps.count > 1 ? "my" : String(step.prefix { $0 != "." })
      words += (isBeforeStep ? singular(word) : word).split(separator: "-").map(String.init)
    }
    switch route.method {
    case .post:
      guard !route.onlyReads, let last = words.last, steps.last?.hasPrefix("{") == false else { return words }
      if last.hasSuffix("s") { return ["add"] + words.dropLast() + [singular(last)] }
      return steps.dropLast().last?.hasPrefix("{") == true ? [last] + words.dropLast() : words
    case .get: return route.path == "/v1/listings/{id}" ? ["get"] : words
    default: return [route.method.rawValue.lowercased()] + words
    }
  }

  private static func singular(_ word: String) -> String {
    if word.hasSuffix("ies") { return word.dropLast(3) + "y" }
    return String(word.hasSuffix("ches") ? word.dropLast(2) : word.hasSuffix("s") ? word.dropLast() : word[...])
  }
}

/// The methods of one language: how they are written, and where they stand in its client.
protocol ClientLanguage {
  /// The client below the folder of the package.
  static var path: String { get }
  /// The line before the methods, and the line after them.
  static var marks: (start: String, end: String) { get }
  /// What begins and ends the list of parameters that are spans.
  static var spanMarks: (start: String, end: String) { get }
  /// What begins and ends the class of the client.
  static var classMarks: (start: String, end: String) { get }
  /// Finds the methods of the class.
  static var definition: Regex<(Substring, name: Substring)> { get }
  static func name(_ method: ClientMethod) -> String
  static func text(of method: ClientMethod) -> String
  static func heading(_ group: Route.Group) -> String
}

extension ClientLanguage {
  static var width: Int { 120 }

  /// The words of a text in lines, each after an indent.
  ///
  /// - Parameter first: how the first line begins, if not with the indent.
  static func filled(_ words: [String], _ indent: String, first: String? = nil) -> String {
    var lines: [String] = []
    var line = first ?? indent
    var isEmpty = true
    for word in words {
      if !isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        (line, isEmpty) = (indent, true)
      }
      line += (isEmpty ? "" : " ") + word
      isEmpty = false
    }
    return (lines + [line, ""]).joined(separator: "\n").replacing(ClientMethod.fixedSpace, with: " ")
  }

  static func filled(text: String, _ indent: String, first: String? = nil) -> String {
    filled(text.split(separator: " ").map(String.init), indent, first: first)
  }

  /// The methods of all routes, in the groups of the documentation.
  ///
  /// - Parameter client: the text of the client, in which a method that is written by hand replaces that of its route.
  static func methods(of routes: [Route], in client: String) -> [ClientMethod] {
    let start = client.range(of: classMarks.start)?.upperBound ?? client.startIndex
    let end = client.range(of: classMarks.end, range: start..<client.endIndex)?.lowerBound ?? client.endIndex
    var own = client[start..<end]
    if let first = own.range(of: marks.start), let last = own.range(of: marks.end) {
      own = own[..<first.lowerBound] + own[last.upperBound...]
    }
    let byHand = Set(own.matches(of: definition).map { String($0.output.name) })
    let methods = routes.compactMap { ClientMethod($0, among: routes) }.filter { !byHand.contains(name($0)) }
    return Route.Group.allCases.flatMap { group in methods.filter { $0.route.group == group } }
  }

  static func section(of methods: [ClientMethod]) -> String {
    var text = ""
    var group: Route.Group?
    for method in methods {
      if method.route.group != group { text += "\n" + heading(method.route.group) }
      group = method.route.group
      text += "\n" + self.text(of: method)
    }
    return text + "\n"
  }
}
