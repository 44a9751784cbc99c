import Streams
import Vicinity

/// The properties that filters may name, as a JSON Schema (OGC API – Features, part 3, section 6).
enum Queryables {
  static func schema(of collection: FeatureCollection, own: [OwnField], _ exchange: Exchange) -> JSONValue {
    var properties = JSONObject()
    for property in Queryable.all(own: own) { properties[property.name] = property.schema }
    properties["geometry"] = .object(
      JSONObject([("x-ogc-role", .string("primary-geometry")), ("format", .string("geometry-point"))]))
    return .object(
      JSONObject([
        ("$schema", .string("https://json-schema.org/draft/2020-12/schema")),
        ("$id", .string(exchange.url("/collections/\(collection.rawValue)/queryables"))), ("type", .string("object")),
        ("title", .string(collection.title)), ("properties", .object(properties)),
        ("additionalProperties", .bool(false)),
      ]))
  }
}
