import Geography
import Streams

extension Query {
  /// An area condition of a query; the boundary is included.
  public enum Area: Hashable, Sendable {
    /// A rectangle of degrees.
    case box(BoundingBox)
    /// Polygons with holes, whose edges are straight lines in longitude and latitude.
    case shape(MultiPolygon)
    /// An area stored in the catalog under this name.
    case named(String)
  }

  /// A box sets `within`; everything else sets `area`.
  mutating func readWithin(_ value: JSONValue) throws(QueryError) {
    if let object = value.object, object["type"] == nil, object["bbox"] != nil,
      object["area"] ?? object["geometry"] != nil
    {
      within = try BoundingBox(queryJSON: value, path: "within", keys: Area.keys)
      area = try Area(queryJSON: value, path: "within", ignoringBox: true)
      return
    }
    switch try Area(queryJSON: value, path: "within") {
    case .box(let box): within = box
    case let other: area = other
    }
  }

  /// The value of `within`; nil without one.
  var withinJSON: JSONValue? {
    guard let within else { return area?.json }
    return .object(JSONObject(Area.box(within).members + (area?.members ?? [])))
  }
}

extension Query.Area {
  static let keys = ["bbox", "area", "geometry"]
  private static let example = #"{"area":"Neubau"}"#

  fileprivate var members: [(String, JSONValue)] {
    switch self {
    case .box(let box): [("bbox", .array(box.bbox.map { .double($0) }))]
    case .shape(let shape): [("geometry", shape.geoJSON)]
    case .named(let name): [("area", .string(name))]
    }
  }

  var json: JSONValue {
    if case .shape(let shape) = self { shape.geoJSON } else { .object(JSONObject(members)) }
  }

  /// Parses a box, a name or GeoJSON; a bbox of the GeoJSON is ignored.
  init(queryJSON value: JSONValue, path: String, ignoringBox: Bool = false) throws(QueryError) {
    if value.object?["type"] != nil {
      self = .shape(try MultiPolygon(geoJSON: value, path: path))
      return
    }
    let members = try QueryMembers(value, path: path, keys: Self.keys, example: Self.example)
    let given = Self.keys.filter { members[$0] != nil && !(ignoringBox && $0 == "bbox") }
    guard let key = given.first else { throw .missing(path: "bbox, area or a GeoJSON geometry", neededBy: path) }
    guard given.count == 1 else {
      throw .conflict(
        "\(path): give one of \(given.joined(separator: " and ")), or cut the areas with each other first")
    }
    switch key {
    case "area":
      let name = try members.string("area", expected: "the name of an area", example: #""Neubau""#) ?? ""
      guard !name.isEmpty else {
        throw .outOfRange(path: "\(path).area", found: "\"\"", allowed: "the name of an area")
      }
      self = .named(name)
    case "geometry":
      self = .shape(try MultiPolygon(geoJSON: try members.required("geometry"), path: "\(path).geometry"))
    default: self = .box(try BoundingBox(queryJSON: value, path: path))
    }
  }
}

extension Query.Area: CustomStringConvertible {
  /// The area as text.
  public var description: String {
    switch self {
    case .box(let box): "\(box.south)...\(box.north) north, \(box.west)...\(box.east) east"
    case .named(let name): "\"\(name)\""
    case .shape(let shape):
      "\(shape.polygons.count == 1 ? "a polygon" : "\(shape.polygons.count) polygons") of \(shape.vertexCount) vertices"
        + (shape.holeCount == 0 ? "" : " with \(shape.holeCount.counted("hole"))")
    }
  }
}
