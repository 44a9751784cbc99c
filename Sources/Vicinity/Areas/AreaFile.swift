import CodedErrors
import Geography
import Streams

/// A GeoJSON file of named areas.
public struct AreaFile: Sendable {
  /// The file name in messages.
  public let path: String
  /// The parts of each area in the order of the file; features with the same name are parts of one area.
  let areas: [(name: String, parts: [Part])]

  /// The polygons of one feature, unchecked.
  struct Part {
    var place: String
    var shape: MultiPolygon
  }

  /// The maximum size of a file, which is read into memory as a whole.
  static let largest = 512 << 20

  /// Reads a FeatureCollection or a single Feature, plain or gzipped.
  ///
  /// - Parameters:
  ///   - path: the file, `-` for standard input.
  ///   - nameProperty: the property that has the name; text or an integer.
  /// - Throws: `ImportError` when the file cannot be read, `AreaFileError` with all errors in its contents.
  public init(path: String, nameProperty: String) throws {
    self.path = path
    let value: JSONValue
    let bytes = try Self.bytes(of: path)
    do { value = try JSONParser.parse(bytes) } catch {
      throw AreaFileError(path: path, problems: ["\(error)"])
    }
    var found: [(name: String, parts: [Part])] = []
    var positions: [String: Int] = [:]
    var problems: [String] = []
    for (place, feature) in try Self.features(of: value, path: path) {
      do {
        let name = try Self.name(of: feature, nameProperty, place)
        let part = Part(place: place, shape: try MultiPolygon(geoJSON: feature, path: place))
        if let position = positions[name] {
          found[position].parts.append(part)
        } else {
          positions[name] = found.count
          found.append((name, [part]))
        }
      } catch {
        problems.append("\(error)")
      }
    }
    guard problems.isEmpty else { throw AreaFileError(path: path, problems: problems) }
    areas = found
  }

  /// Reads the polygons of a file, named or not, as one shape: GeoJSON, or well-known text where it begins with a
  /// letter.
  ///
  /// - Throws: as `init(path:nameProperty:)`.
  public static func shape(path: String) throws -> MultiPolygon {
    let bytes = try bytes(of: path)
    let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } ?? 0
    do {
      let isText = (first | 0x20) >= UInt8(ascii: "a") && (first | 0x20) <= UInt8(ascii: "z")
      return isText
        ? try MultiPolygon(parsing: String(decoding: bytes, as: UTF8.self)) : try MultiPolygon(parsingGeoJSON: bytes)
    } catch {
      throw AreaFileError(path: path, problems: ["\(error)"])
    }
  }

  private static func bytes(of path: String) throws -> [UInt8] {
    let buffer = try InputBuffer(ByteSource(path: path))
    while try buffer.fill() {
      guard buffer.bytes.count <= largest else {
        throw AreaFileError(path: path, problems: ["the file has more than \(largest >> 20) MB; split it"])
      }
    }
    return Array(buffer.bytes)
  }

  private static func features(of value: JSONValue, path: String) throws -> [(String, JSONValue)] {
    switch value.object?["type"]?.string {
    case "FeatureCollection":
      guard let features = value.object?["features"]?.array, !features.isEmpty else {
        throw AreaFileError(path: path, problems: ["the FeatureCollection has no features"])
      }
      return features.enumerated().map { ("features[\($0)]", $1) }
    case "Feature": return [("feature", value)]
    default:
      throw AreaFileError(
        path: path, problems: ["expected a GeoJSON FeatureCollection or Feature; a bare geometry has no name"])
    }
  }

  private static func name(of feature: JSONValue, _ property: String, _ place: String) throws(QueryError) -> String {
    let properties = feature.object?["properties"]?.object
    guard let value = properties?[property], !value.isNull else {
      let known = properties?.keys ?? []
      throw .unknownKey(
        path: "\(place).properties.\(property)", suggestion: Suggestion.nearest(to: property, among: known),
        known: known)
    }
    guard let name = value.string ?? value.integer.map(String.init), !name.isEmpty else {
      throw .wrongType(
        path: "\(place).properties.\(property)", found: value.text.shortened, expected: "a name", example: #""Neubau""#)
    }
    return name
  }
}

/// The errors that prevent a file of areas from being imported; nothing was changed.
public struct AreaFileError: CodedError, Hashable {
  /// The file.
  public var path: String
  /// Each error with its location.
  public var problems: [String]

  /// Stable, for programs.
  public var code: String { "bad-area-file" }

  /// The first ten errors, one per line.
  public var description: String {
    let shown = problems.prefix(10).map { "\(path): \($0)" }
    let more = problems.count > 10 ? ["\(path): and \(problems.count - 10) more problems"] : []
    return (shown + more + ["nothing was changed"]).joined(separator: "\n")
  }
}
