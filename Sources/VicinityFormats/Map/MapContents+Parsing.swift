import Streams
import Vicinity

extension MapContents {
  /// Parses a GeoJSON text (RFC 7946): a FeatureCollection, a Feature or a single geometry.
  ///
  /// Features without geometry are skipped, heights ignored, and open rings closed. The members `total` and `next` of
  /// the collection say that there are more results.
  /// - Throws: `MapError` with the path.
  public init(parsing text: some Sequence<UInt8>) throws(MapError) {
    let value: JSONValue
    do { value = try JSONParser.parse(text) } catch { throw .notJSON(error) }
    try self.init(value)
  }

  /// Reads GeoJSON.
  ///
  /// - Throws: `MapError` with the path.
  init(_ value: JSONValue) throws(MapError) {
    let object = try value.mapObject(at: "", expected: "a GeoJSON object")
    switch object["type"]?.string {
    case "FeatureCollection":
      let list = try object["features"].mapArray(at: "features", expected: "an array of features")
      self.init([], total: object["total"]?.integer, hasMore: object["next"]?.string != nil)
      for (index, value) in list.enumerated() {
        if let feature = try MapFeature.feature(value, path: "features[\(index)]") { features.append(feature) }
      }
    case "Feature": self.init([try MapFeature.feature(value, path: "")].compactMap { $0 })
    default:
      var feature = MapFeature()
      try feature.read(value, path: "")
      self.init([feature])
    }
  }

  /// Parses JSON Lines: results with `lat` and `lon` or GeoJSON features, one on each line; nil when the first line is
  /// no object.
  ///
  /// - Throws: `MapError` with the number of the line.
  init?(lines text: [UInt8]) throws(MapError) {
    self.init([])
    for (index, line) in text.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
      guard line.contains(where: { ![0x20, 0x09, 0x0D].contains($0) }) else { continue }
      let path = "line \(index + 1)"
      let value = try? JSONParser.parse(line)
      guard let object = value?.object else {
        if features.isEmpty { return nil }
        throw .wrongForm(path: path, expected: "a JSON object", found: value?.typeName ?? "no JSON")
      }
      if object["type"] != nil {
        if let feature = try MapFeature.feature(.object(object), path: path) { features.append(feature) }
      } else if object.keys != ["facets"] {
        features.append(try MapFeature(result: object, path: path))
      }
    }
  }
}

extension JSONObject {
  /// Whether it is a result of a search, not a query: it has a place of its own.
  var isResult: Bool { self["lat"] != nil && self["lon"] != nil }
}

extension MapFeature {
  /// Makes a point from a result in JSON Lines form.
  ///
  /// - Throws: `MapError` with the path, which is the line.
  init(result: JSONObject, path: String = "") throws(MapError) {
    guard result.isResult else {
      throw .wrongForm(
        path: path, expected: "a result with lat and lon",
        found: "an object with " + result.keys.prefix(5).joined(separator: ", "))
    }
    id = (result["id"] ?? result["cell"]).flatMap(Query.id)
    box = result["bbox"]?.box
    properties = result
    let position = JSONValue.array([result["lon"] ?? .null, result["lat"] ?? .null])
    points = [try Optional(position).position(at: path)]
  }
}
