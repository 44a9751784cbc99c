import CodedErrors
import Geography
import Streams
import Vicinity

/// Reads the line of a route from a GPX or GeoJSON file.
public enum RouteFile {
  /// The vertices of the line, at least two.
  ///
  /// - Parameters:
  ///   - text: the whole file in UTF-8.
  ///   - name: the name of the file in messages.
  /// - Throws: `RouteFileError` with the location of the error.
  public static func vertices(parsing text: [UInt8], named name: String) throws(RouteFileError) -> [Coordinate] {
    let start = text.first { !" \t\r\n\u{FEFF}".utf8.contains($0) }
    let vertices =
      start == UInt8(ascii: "<")
      ? try GPXReader.vertices(text, file: name) : try geoJSON(text, file: name)
    guard vertices.count > 1 else {
      throw RouteFileError(file: name, problem: "the route has fewer than two positions")
    }
    return vertices
  }

  /// The line as GeoJSON.
  public static func json(of vertices: [Coordinate]) -> JSONValue { LineString.json(of: vertices) }

  private static func geoJSON(_ text: [UInt8], file: String) throws(RouteFileError) -> [Coordinate] {
    let value: JSONValue
    do {
      value = try JSONParser.parse(text)
    } catch {
      throw RouteFileError(file: file, problem: "neither GPX nor JSON: \(error)")
    }
    guard let line = lineString(in: value, path: "") else {
      throw RouteFileError(file: file, problem: "contains no LineString; give GPX, or GeoJSON with a LineString")
    }
    do {
      return try LineString.vertices(of: line.value, path: line.path.isEmpty ? "the LineString" : line.path)
    } catch {
      throw RouteFileError(file: file, problem: error.description)
    }
  }

  /// The first LineString of a geometry, a feature or a collection.
  private static func lineString(in value: JSONValue, path: String) -> (value: JSONValue, path: String)? {
    guard let object = value.object else { return nil }
    let place = path.isEmpty ? "" : "\(path)."
    switch object["type"]?.string {
    case "LineString": return (value, path)
    case "Feature": return object["geometry"].flatMap { lineString(in: $0, path: "\(place)geometry") }
    case "FeatureCollection":
      for (index, feature) in (object["features"]?.array ?? []).enumerated() {
        if let line = lineString(in: feature, path: "\(place)features[\(index)]") { return line }
      }
      return nil
    default: return nil
    }
  }
}

/// The error for a file without a valid route.
public struct RouteFileError: CodedError, Hashable {
  /// The name of the file.
  public var file: String
  /// The line, from 1; nil if the error concerns the whole file.
  public var line: Int?
  /// The error.
  public var problem: String

  /// Stable, for programs.
  public var code: String { "bad-route" }

  /// The location and the problem.
  public var description: String { "\(file)\(line.map { ":\($0)" } ?? ""): \(problem)" }
}
