import Foundation
import Vicinity

/// An area named on the command line: a GeoJSON file, or the name of an area of the catalog.
struct AreaArgument {
  /// Its key and value in the JSON form of a query.
  let member: (key: String, value: JSONValue)

  /// What ends like a GeoJSON file, or has a slash and exists, is a file.
  init(_ text: String) throws {
    let endings = [".geojson", ".json", ".geojson.gz", ".json.gz"]
    let isFile =
      endings.contains { text.lowercased().hasSuffix($0) }
      || (text.contains("/") && FileManager.default.fileExists(atPath: text))
    member = isFile ? ("geometry", try AreaFile.shape(path: text).geoJSON) : ("area", .string(text))
  }
}
