import Streams

/// A property that filter expressions may name, for programs that offer a choice.
package struct Queryable: Hashable, Sendable {
  /// The name in expressions.
  package var name: String
  /// Its values as a JSON Schema.
  package var schema: JSONValue

  /// All properties of a catalog with these custom fields.
  package static func all(own: [OwnField]) -> [Queryable] {
    let fields = Field.allCases.compactMap { field in
      field.filterType.map { Queryable(name: field.rawValue, schema: $0.schema) }
    }
    return fields + own.map { Queryable(name: $0.name, schema: $0.type.filterType.schema) }
  }
}

extension FilterType {
  fileprivate var schema: JSONValue {
    var schema = JSONObject()
    switch self {
    case .text: schema["type"] = .string("string")
    case .number: schema["type"] = .string("number")
    case .flag: schema["type"] = .string("boolean")
    case .time:
      schema["type"] = .string("string")
      schema["format"] = .string("date-time")
    case .tags:
      schema["type"] = .string("array")
      schema["items"] = .object(JSONObject([("type", .string("string"))]))
    case .own: schema["type"] = .array([.string("string"), .string("number"), .string("boolean")])
    }
    return .object(schema)
  }
}
