import Geography
import Streams
import Vicinity

extension MapFeature {
  /// The feature of a GeoJSON object; nil without geometry.
  static func feature(_ value: JSONValue, path: String) throws(MapError) -> MapFeature? {
    let object = try value.mapObject(at: path, expected: "a Feature")
    guard object["type"]?.string == "Feature" else {
      throw .wrongForm(path: path.member("type"), expected: "\"Feature\"", found: object["type"]?.text ?? "nothing")
    }
    guard let geometry = object["geometry"], !geometry.isNull else { return nil }
    var feature = MapFeature()
    feature.id = object["id"].flatMap(Query.id)
    feature.box = object["bbox"]?.box
    feature.properties = object["properties"]?.object ?? JSONObject()
    try feature.read(geometry, path: path.member("geometry"))
    return feature
  }

  /// Adds a geometry.
  mutating func read(_ geometry: JSONValue, path: String) throws(MapError) {
    let object = try geometry.mapObject(at: path, expected: "a geometry")
    let type = object["type"]?.string ?? ""
    if type == "GeometryCollection" {
      let parts = try object["geometries"].mapArray(at: path.member("geometries"), expected: "an array of geometries")
      for (index, part) in parts.enumerated() { try read(part, path: "\(path.member("geometries"))[\(index)]") }
      return
    }
    let place = path.member("coordinates")
    let value = object["coordinates"]
    switch type {
    case "Point": points.append(try value.position(at: place))
    case "MultiPoint": points += try value.positions(at: place, atLeast: 0)
    case "LineString": lines.append(try value.positions(at: place, atLeast: 2))
    case "MultiLineString": lines += try value.paths(at: place, atLeast: 2)
    case "Polygon": polygons.append(try value.paths(at: place, atLeast: 3))
    case "MultiPolygon":
      let all = try value.mapArray(at: place, expected: "an array of polygons")
      for (index, value) in all.enumerated() {
        polygons.append(try Optional(value).paths(at: "\(place)[\(index)]", atLeast: 3))
      }
    default:
      throw .wrongForm(
        path: path.member("type"), expected: "Point, LineString, Polygon or another type of GeoJSON",
        found: object["type"]?.text ?? "nothing")
    }
  }
}

extension String {
  fileprivate func member(_ key: String) -> String { isEmpty ? key : "\(self).\(key)" }
}

extension JSONValue {
  /// West, south, east, north; nil for anything else, since the box is optional.
  var box: BoundingBox? {
    guard let sides = array?.compactMap(\.number), sides.count == 4 else { return nil }
    let box = BoundingBox(south: sides[1], west: sides[0], north: sides[3], east: sides[2])
    return box.isValid ? box : nil
  }

  func mapObject(at path: String, expected: String) throws(MapError) -> JSONObject {
    guard let object else { throw .wrongForm(path: path, expected: expected, found: typeName) }
    return object
  }
}

extension JSONValue? {
  func mapArray(at path: String, expected: String) throws(MapError) -> [JSONValue] {
    guard let array = self?.array else {
      throw .wrongForm(path: path, expected: expected, found: self?.typeName ?? "nothing")
    }
    return array
  }

  func position(at path: String) throws(MapError) -> Coordinate {
    let numbers = try mapArray(at: path, expected: "[longitude, latitude]")
    guard numbers.count >= 2, let longitude = numbers[0].number, let latitude = numbers[1].number else {
      throw .wrongForm(path: path, expected: "[longitude, latitude]", found: self?.text ?? "nothing")
    }
    let position = Coordinate(latitude: latitude, longitude: longitude)
    guard position.isValid else {
      let swapped = Coordinate(latitude: longitude, longitude: latitude)
      throw .outOfRange(path: path, found: self?.text ?? "", mayBeSwapped: swapped.isValid)
    }
    return position
  }

  fileprivate func positions(at path: String, atLeast least: Int) throws(MapError) -> [Coordinate] {
    let values = try mapArray(at: path, expected: "an array of positions")
    guard values.count >= least else {
      throw .wrongForm(path: path, expected: "\(least) positions or more", found: "\(values.count)")
    }
    var positions: [Coordinate] = []
    for (index, value) in values.enumerated() {
      positions.append(try Optional(value).position(at: "\(path)[\(index)]"))
    }
    return positions
  }

  fileprivate func paths(at path: String, atLeast least: Int) throws(MapError) -> [[Coordinate]] {
    let values = try mapArray(at: path, expected: "an array of arrays of positions")
    var paths: [[Coordinate]] = []
    for (index, value) in values.enumerated() {
      paths.append(try Optional(value).positions(at: "\(path)[\(index)]", atLeast: least))
    }
    return paths
  }
}
