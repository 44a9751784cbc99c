import Geography
import Streams

/// An area stored in a catalog under a name.
public struct NamedArea: Hashable, Sendable {
  /// The name, unique in a catalog.
  public var name: String
  /// The source of the area.
  public var source: String
  /// Its polygons.
  public var shape: MultiPolygon

  /// Makes a named area.
  public init(name: String, source: String, shape: MultiPolygon) {
    self.name = name
    self.source = source
    self.shape = shape
  }

  /// The area as a GeoJSON feature, its outer rings counterclockwise.
  public var geoJSON: JSONValue {
    .object(
      JSONObject([
        ("type", .string("Feature")),
        ("properties", .object(JSONObject([("name", .string(name)), ("source", .string(source))]))),
        ("geometry", shape.wound.geoJSON),
      ]))
  }
}

/// One area in a list of areas.
public struct AreaSummary: Hashable, Sendable {
  /// The name.
  public var name: String
  /// The source of the area.
  public var source: String
  /// The number of polygons.
  public var polygons: Int
  /// The number of holes.
  public var holes: Int
  /// The number of vertices.
  public var vertices: Int
  /// The number of listings in the area.
  public var listings: Int

  /// The summary as a line of JSON.
  public var json: JSONValue {
    .object(
      JSONObject([
        ("name", .string(name)), ("source", .string(source)), ("polygons", .int(Int64(polygons))),
        ("holes", .int(Int64(holes))), ("vertices", .int(Int64(vertices))), ("listings", .int(Int64(listings))),
      ]))
  }
}

/// The result of an import of areas.
public struct AreaImportReport: Hashable, Sendable {
  /// Areas with a new name.
  public var added = 0
  /// Areas that replaced one of the same name.
  public var replaced = 0
  /// Areas whose rings were repaired.
  public var repaired = 0
  /// Pairs of an area and a listing in it.
  public var covered = 0
}
