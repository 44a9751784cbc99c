import Streams
import Vicinity

/// A parameter that a route accepts.
package struct Parameter: Sendable {
  /// The location of a parameter.
  package enum Place: String, Sendable { case query, path, header }

  package var name: String
  var place = Place.query
  var schema: InputSchema
  /// One or two sentences: its meaning, and its usual value.
  package var description: String
  var isRequired = false
  var example: String?
  /// Whether its route says itself what is wrong with a value, in more words than the schema can.
  var isCheckedByRoute = false

  package init(
    _ name: String, _ schema: InputSchema, in place: Place = .query, _ description: String, example: String? = nil,
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
