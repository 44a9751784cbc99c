import Foundation
import Geography
import Streams
import Vicinity

/// An area on the command line: a GeoJSON or well-known text file, well-known text itself, or the name of an area in
/// the catalog.
struct AreaArgument {
  /// Its key and value in the JSON form of a query.
  let member: (String, JSONValue)

  /// Treats the argument as a file if it has the extension of one, or contains a slash and exists.
  ///
  /// - Parameter path: the place in the JSON form, for errors.
  init(_ text: String, at path: String) throws {
    let endings = [".geojson", ".json", ".geojson.gz", ".json.gz", ".wkt", ".wkt.gz"]
    let isFile =
      !TextForm.isWellKnownText(text)
      && (endings.contains { text.lowercased().hasSuffix($0) }
        || (text.contains("/") && FileManager.default.fileExists(atPath: text)))
    member =
      isFile ? ("geometry", try AreaFile.shape(path: text).geoJSON) : try TextForm.area(text, at: path)
  }
}
