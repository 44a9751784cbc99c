import Geography
import Streams

/// Extracts the parts of an Overpass element.
enum OverpassElement {
  /// `node/123`; nil without type or number.
  static func id(_ element: JSONObject) -> String? {
    guard let type = element["type"]?.string, let number = element["id"]?.integer else { return nil }
    return "\(type)/\(number)"
  }

  /// The position from its own members; nil when only its parts have one.
  static func position(_ element: JSONObject) -> Coordinate? {
    if let position = coordinate(element) { return position }
    if let center = element["center"]?.object { return coordinate(center) }
    var bounds = GeoJSONGeometry.Bounds()
    if let box = element["bounds"]?.object, let south = box["minlat"]?.number, let north = box["maxlat"]?.number,
      let west = box["minlon"]?.number, let east = box["maxlon"]?.number
    {
      bounds.add(latitude: south, longitude: west)
      bounds.add(latitude: north, longitude: east)
    }
    for case let vertex? in vertices(element) { bounds.add(vertex) }
    return bounds.middle
  }

  /// The positions of a way's nodes, as far as the way itself has them.
  static func vertices(_ element: JSONObject) -> [Coordinate?] {
    (element["geometry"]?.array ?? []).map { $0.object.flatMap(coordinate) }
  }

  /// The numbers of a way's nodes.
  static func nodes(_ element: JSONObject) -> [Int] { element["nodes"]?.array?.compactMap(\.integer) ?? [] }

  /// The numbers of a relation's members of `type`.
  static func members(_ element: JSONObject, of type: String) -> [Int] {
    (element["members"]?.array ?? []).compactMap { member in
      guard let member = member.object, member["type"]?.string == type else { return nil }
      return member["ref"]?.integer
    }
  }

  private static func coordinate(_ object: JSONObject) -> Coordinate? {
    guard let latitude = object["lat"]?.number, let longitude = object["lon"]?.number else { return nil }
    return Coordinate(latitude: latitude, longitude: longitude)
  }
}

extension GeoJSONGeometry.Bounds {
  mutating func add(_ position: Coordinate) { add(latitude: position.latitude, longitude: position.longitude) }
}
