import ArgumentParser
import Foundation
import Geography
import Streams
import Vicinity

/// An area on the command line: a GeoJSON or well-known text file, well-known text itself, or the name of an area in
/// the catalog.
struct AreaArgument {
  /// Its key and value in the JSON form of a query.
  let member: (key: String, value: JSONValue)

  /// Treats the argument as a file if it has the extension of one, or contains a slash and exists.
  ///
  /// - Parameter option: the name of the option in messages.
  init(_ text: String, of option: String) throws {
    if Self.isWellKnownText(text) {
      do { member = ("geometry", try MultiPolygon(parsing: text).geoJSON) } catch {
        throw ValidationError("\(option): \(error)")
      }
      return
    }
    let endings = [".geojson", ".json", ".geojson.gz", ".json.gz", ".wkt", ".wkt.gz"]
    let isFile =
      endings.contains { text.lowercased().hasSuffix($0) }
      || (text.contains("/") && FileManager.default.fileExists(atPath: text))
    member = isFile ? ("geometry", try AreaFile.shape(path: text).geoJSON) : ("area", .string(text))
  }

  /// A name may begin with such a word, but not followed by a parenthesis.
  private static func isWellKnownText(_ text: String) -> Bool {
    let word = text.prefix { $0.isLetter || $0 == " " }
    let isShape = ["POLYGON", "MULTIPOLYGON", "GEOMETRYCOLLECTION"].contains { word.uppercased().hasPrefix($0) }
    return isShape && text.dropFirst(word.count).hasPrefix("(")
  }
}
