import CodedErrors
import Geography
import Streams

extension MultiPolygon {
  /// Parses the polygons of a GeoJSON text (RFC 7946): a Polygon, a MultiPolygon, or a Feature or collections of them.
  ///
  /// - Throws: `QueryError` with the path. An `AreaEngine` checks whether the rings form a valid area.
  public init(parsingGeoJSON text: some Sequence<UInt8>) throws(QueryError) {
    let value: JSONValue
    do { value = try JSONParser.parse(text) } catch { throw .notJSON(error) }
    try self.init(geoJSON: value, path: "")
  }

  /// Parses the polygons of a GeoJSON value.
  package init(geoJSON value: JSONValue, path: String) throws(QueryError) {
    var polygons: [Polygon] = []
    try Self.collect(value, path, into: &polygons)
    guard !polygons.isEmpty else {
      throw .outOfRange(path: path, found: "no polygon", allowed: "a GeoJSON Polygon or MultiPolygon")
    }
    self.init(polygons)
  }

  private static let example = #"{"type":"Polygon","coordinates":[[[9.1,48.7],[9.3,48.7],[9.2,48.9],[9.1,48.7]]]}"#
  private static let types = ["Polygon", "MultiPolygon", "Feature", "FeatureCollection", "GeometryCollection"]

  private static func collect(_ value: JSONValue, _ path: String, into polygons: inout [Polygon]) throws(QueryError) {
    guard let object = value.object, let type = object["type"] else {
      throw .wrongType(
        path: path, found: value.typeName, expected: "a GeoJSON Polygon or MultiPolygon", example: example)
    }
    func place(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }
    func member(_ key: String) throws(QueryError) -> JSONValue {
      guard let value = object[key] else { throw .missing(path: place(key), neededBy: path) }
      return value
    }
    switch type.string {
    case "Polygon": polygons.append(try Polygon(coordinates: try member("coordinates"), place("coordinates")))
    case "MultiPolygon":
      let parts = try member("coordinates").elements(place("coordinates"))
      for (index, part) in parts.enumerated() {
        polygons.append(try Polygon(coordinates: part, "\(place("coordinates"))[\(index)]"))
      }
    case "Feature": try collect(try member("geometry"), place("geometry"), into: &polygons)
    case "FeatureCollection", "GeometryCollection":
      let key = type.string == "FeatureCollection" ? "features" : "geometries"
      for (index, part) in try member(key).elements(place(key)).enumerated() {
        try collect(part, "\(place(key))[\(index)]", into: &polygons)
      }
    default:
      let word = type.string ?? type.text
      throw .unknownWord(
        word, path: place("type"), suggestion: Suggestion.nearest(to: word, among: types), known: types)
    }
  }

  /// The area as a GeoJSON geometry: a Polygon for a single one, else a MultiPolygon.
  public var geoJSON: JSONValue {
    let isSingle = polygons.count == 1
    let parts = polygons.map { polygon in
      JSONValue.array(
        polygon.rings.map { ring in .array(ring.map { .array([.double($0.longitude), .double($0.latitude)]) }) })
    }
    return .object(
      JSONObject([
        ("type", .string(isSingle ? "Polygon" : "MultiPolygon")), ("coordinates", isSingle ? parts[0] : .array(parts)),
      ]))
  }
}

extension Polygon {
  fileprivate init(coordinates value: JSONValue, _ path: String) throws(QueryError) {
    var rings: [[Coordinate]] = []
    for (index, ring) in try value.elements(path).enumerated() {
      let elements = try ring.elements("\(path)[\(index)]")
      var coordinates: [Coordinate] = []
      coordinates.reserveCapacity(elements.count)
      for position in elements {
        guard let pair = position.array, pair.count >= 2, let x = pair[0].number, let y = pair[1].number else {
          throw .wrongType(
            path: "\(path)[\(index)][\(coordinates.count)]", found: position.text.shortened,
            expected: "a position: longitude, latitude", example: "[9.18,48.77]")
        }
        coordinates.append(Coordinate(latitude: y, longitude: x))
      }
      rings.append(coordinates)
    }
    guard !rings.isEmpty else { throw .outOfRange(path: path, found: "[]", allowed: "at least one ring") }
    self.init(rings: rings)
  }
}

extension JSONValue {
  fileprivate func elements(_ path: String) throws(QueryError) -> [JSONValue] {
    if let array { return array }
    throw .wrongType(
      path: path, found: typeName, expected: "an array", example: "[[[9.1,48.7],[9.3,48.7],[9.2,48.9],[9.1,48.7]]]")
  }
}
