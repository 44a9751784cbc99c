import CivilTime
import CodedErrors
import Geography
import Streams

extension FilterExpression {
  /// Parses CQL2 JSON (OGC 21-065r2), CQL2 text in a string, or an object of conditions of a query.
  ///
  /// `{"and": […]}`, `{"or": […]}` and `{"not": …}` are short forms of `{"op": "and", "args": […]}` and so on.
  /// Objects without `op` have the conditions of a query as their keys: `{"open": "now", "tags": ["jazz"]}`.
  /// - Throws: `QueryError` with the path.
  public init(json: JSONValue) throws(QueryError) { try self.init(json: json, path: "filter") }

  init(json: JSONValue, path: String) throws(QueryError) {
    if let text = json.string {
      try self.init(parsing: text, path: path)
      return
    }
    self = try FilterJSONReader.expression(json, path, depth: 1)
    try check(path: path)
  }

  /// Reads a condition of a query that is written as a function: one value, a start and an end, or a list.
  init(condition key: String, _ values: [JSONValue]) throws(QueryError) {
    let value: JSONValue =
      switch values.count {
      case 1: values[0]
      case 2 where FilterNames.spans.contains(key): .object(JSONObject([("from", values[0]), ("to", values[1])]))
      default: .array(values)
      }
    try self.init(condition: JSONObject([(key, value)]))
  }

  /// Parses an object whose keys are conditions of a query.
  init(condition object: JSONObject) throws(QueryError) {
    for key in object.keys where !FilterNames.conditions.contains(key) {
      throw .unknownKey(
        path: key, suggestion: Suggestion.nearest(to: key, among: FilterNames.conditions),
        known: FilterNames.conditions + ["op", "and", "or", "not"])
    }
    let query = try Query(json: .object(object))
    switch (object.keys, query.within, query.area, query.outside) {
    case (["within"], let box?, nil, _): self = .within(.box(box))
    case (["within"], nil, let area?, _): self = .within(area)
    case (["outside"], _, _, let area?): self = .not(.within(area))
    default: self = .conditions(query)
    }
    try check(path: object.keys.first ?? "")
  }
}

/// Reads CQL2 JSON.
private enum FilterJSONReader {
  private static let example = #"{"op":"<","args":[{"property":"price"},20]}"#

  static func expression(_ value: JSONValue, _ path: String, depth: Int) throws(QueryError) -> FilterExpression {
    guard depth <= QueryLimits.deepestFilter else {
      throw .outOfRange(
        path: path, found: "another level", allowed: "at most \(QueryLimits.deepestFilter) levels")
    }
    if let flag = value.bool { return .constant(flag) }
    if let text = value.string { return try FilterExpression(parsing: text, path: path) }
    guard let object = value.object else {
      throw .wrongType(path: path, found: value.typeName, expected: "an expression", example: example)
    }
    if object["op"] != nil { return try operation(object, path, depth: depth) }
    if object.keys.count == 1, let key = object.keys.first, let value = object[key] {
      switch key {
      case "and", "or":
        let parts = try parts(try list(value, "\(path).\(key)"), "\(path).\(key)", depth: depth)
        return key == "and" ? .and(parts) : .or(parts)
      case "not": return .not(try expression(value, "\(path).not", depth: depth + 1))
      default: break
      }
    }
    if let key = object.keys.first(where: { ["and", "or", "not"].contains($0) }) {
      throw .conflict("\(path): \(key) is the only key of its object; put the other conditions into its list")
    }
    do { return try FilterExpression(condition: object) } catch {
      throw error.renamingPaths { "\(path).\($0)" }
    }
  }

  private static func list(_ value: JSONValue, _ path: String) throws(QueryError) -> [JSONValue] {
    if let list = value.array { return list }
    throw .wrongType(path: path, found: value.typeName, expected: "a list of expressions", example: "[\(example)]")
  }

  private static func parts(
    _ values: [JSONValue], _ path: String, depth: Int
  ) throws(QueryError) -> [FilterExpression] {
    var parts: [FilterExpression] = []
    for (index, value) in values.enumerated() {
      parts.append(try expression(value, "\(path)[\(index)]", depth: depth + 1))
    }
    return parts
  }

  private static func operation(_ object: JSONObject, _ path: String, depth: Int) throws(QueryError) -> FilterExpression
  {
    let members = try QueryMembers(.object(object), path: path, keys: ["op", "args"], example: example)
    let name = try members.string("op", example: #""=""#) ?? ""
    let values = try list(try members.required("args"), "\(path).args")
    let arguments = FilterArguments(name: name, values: values, path: "\(path).args")
    switch name.lowercased() {
    case "and", "or":
      let parts = try parts(values, "\(path).args", depth: depth)
      guard parts.count > 1 else { throw arguments.error("\(name) has at least two arguments") }
      return name.lowercased() == "and" ? .and(parts) : .or(parts)
    case "not":
      return .not(try expression(try arguments.only(1)[0], "\(path).args[0]", depth: depth + 1))
    default: return try arguments.predicate()
    }
  }
}
