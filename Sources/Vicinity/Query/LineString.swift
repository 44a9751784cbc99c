import Geography
import Streams

/// Parses and writes a GeoJSON LineString (RFC 7946, section 3.1.4), longitude before latitude.
package enum LineString {
  private static let example = #"{"type":"LineString","coordinates":[[9.18,48.77],[9.2,48.78]]}"#

  /// The vertices of a LineString, or of a Feature with one; heights are ignored.
  package static func vertices(of value: JSONValue, path: String) throws(QueryError) -> [Coordinate] {
    guard let object = value.object else {
      throw .wrongType(path: path, found: value.typeName, expected: "a GeoJSON LineString", example: example)
    }
    if object["type"]?.string == "Feature", let geometry = object["geometry"] {
      return try vertices(of: geometry, path: "\(path).geometry")
    }
    guard object["type"]?.string == "LineString", let positions = object["coordinates"]?.array else {
      let found = object["type"]?.string.map { "a \($0.shortened)" } ?? "an object without a type"
      throw .wrongType(path: path, found: found, expected: "a GeoJSON LineString with coordinates", example: example)
    }
    return try vertices(positions, path: "\(path).coordinates")
  }

  static func vertices(_ positions: [JSONValue], path: String) throws(QueryError) -> [Coordinate] {
    var vertices: [Coordinate] = []
    vertices.reserveCapacity(positions.count)
    for (index, position) in positions.enumerated() {
      guard let numbers = position.array, numbers.count >= 2, let longitude = numbers[0].number,
        let latitude = numbers[1].number
      else {
        throw .wrongType(
          path: "\(path)[\(index)]", found: position.array == nil ? position.typeName : "something else",
          expected: "two numbers: longitude, latitude", example: "[9.18,48.77]")
      }
      let vertex = Coordinate(latitude: latitude, longitude: longitude)
      if !vertex.isValid { try vertex.check(path: "\(path)[\(index)]") }
      vertices.append(vertex)
    }
    return vertices
  }

  package static func json(of vertices: [Coordinate]) -> JSONValue {
    .object(
      JSONObject([
        ("type", .string("LineString")),
        ("coordinates", .array(vertices.map { .array([.double($0.longitude), .double($0.latitude)]) })),
      ]))
  }
}
