import Geography
import Streams

/// An area that a catalog knows by name.
public struct NamedArea: Hashable, Sendable {
  /// The name, unique in a catalog.
  public var name: String
  /// Where it comes from.
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

/// What a list of areas tells of one.
public struct AreaSummary: Hashable, Sendable {
  /// The name.
  public var name: String
  /// Where it comes from.
  public var source: String
  /// How many polygons it has.
  public var polygons: Int
  /// How many holes these have.
  public var holes: Int
  /// How many vertices.
  public var vertices: Int
  /// How many listings lie in it.
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

/// What an import of areas did.
public struct AreaImportReport: Hashable, Sendable {
  /// Areas whose name is new.
  public var added = 0
  /// Areas that took the place of one of the same name.
  public var replaced = 0
  /// Areas whose rings were mended.
  public var repaired = 0
  /// Pairs of an area and a listing in it.
  public var covered = 0
}
