import CodedErrors
import Streams
import Vicinity

/// A format that is recognized but not supported, with advice.
struct ForeignFormat {
  /// Completes "this is …".
  var what: String
  /// A sentence.
  var advice: String?
  /// A next step that may help.
  var remedy: Remedy?
  /// A map that names the columns of a table without header by their numbers.
  var columnMap: String?
}

/// Files that are neither JSON nor tables, by their first bytes.
enum ForeignFile {
  static func recognise(_ head: UnsafeBufferPointer<UInt8>) -> ForeignFormat? {
    for (magic, format) in magics where head.starts(with: magic) { return format }
    let start = String(decoding: UnsafeBufferPointer(rebasing: head.prefix(600)), as: UTF8.self).drop {
      $0.isWhitespace
    }
    let lower = start.prefix(400).lowercased()
    for (word, format) in beginnings where lower.hasPrefix(word) || (word.hasPrefix("<") && lower.contains(word)) {
      return format
    }
    if isJavaScript(start) { return ForeignFormat(what: "JavaScript, not JSON", remedy: .convert(.javaScriptToJSON)) }
    return nil
  }

  /// `var bars = {`, `export default [`, `callback({`.
  private static func isJavaScript(_ start: Substring) -> Bool {
    let name =
      /(?:(?:var|let|const)\s+[\w$]+\s*=|export\s+(?:default|const\s+\w+\s*=)|(?:window|self|module)\.[\w.]+\s*=|[A-Za-z_$][\w$.]*\()\s*[\[{]/
    return start.prefixMatch(of: name) != nil
  }

  private static let decompress = "Decompress it first; gzip is read directly."

  private static let magics: [([UInt8], ForeignFormat)] = [
    (
      Array("PK\u{3}\u{4}".utf8),
      ForeignFormat(
        what: "a zip archive (or a spreadsheet, which is one)", advice: "Unpack it, or save the sheet as CSV.")
    ),
    (
      Array("SQLite format 3\0".utf8),
      ForeignFormat(what: "an SQLite file, maybe a catalog or GeoPackage", remedy: .convert(.toGeoJSON))
    ),
    ([0, 0, 0x27, 0x0A], ForeignFormat(what: "a shapefile", remedy: .convert(.toGeoJSON))),
    (Array("BZh".utf8), ForeignFormat(what: "compressed with bzip2", advice: decompress)),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A], ForeignFormat(what: "compressed with xz", advice: decompress)),
    ([0x28, 0xB5, 0x2F, 0xFD], ForeignFormat(what: "compressed with zstd", advice: decompress)),
    (Array("%PDF".utf8), ForeignFormat(what: "a PDF document", advice: "Listings need a table or JSON.")),
  ]

  private static let beginnings: [(String, ForeignFormat)] = [
    ("<gpx", ForeignFormat(what: "a GPX file", remedy: .convert(.toGeoJSON))),
    ("<kml", ForeignFormat(what: "a KML file", remedy: .convert(.toGeoJSON))),
    (
      "<html", ForeignFormat(what: "a web page, maybe the error page of a download", advice: "Look at it in a browser.")
    ),
    (
      "<!doctype html",
      ForeignFormat(what: "a web page, maybe the error page of a download", advice: "Look at it in a browser.")
    ),
    (
      "<?xml",
      ForeignFormat(
        what: "an XML file", advice: "Convert it to GeoJSON, CSV or canonical JSON Lines (docs/listings.md).")
    ),
  ]
}

/// Third-party JSON formats, recognized by their outer keys.
enum ForeignJSON {
  private static let canonical = "Write it as canonical JSON Lines (docs/listings.md)"

  static func recognise(_ outline: JSONOutline) -> ForeignFormat? {
    if outline.texts["type"] == "Topology" {
      return ForeignFormat(what: "TopoJSON", remedy: .convert(.toGeoJSON))
    }
    return other(outline)
  }

  private static func other(_ outline: JSONOutline) -> ForeignFormat? {
    let keys = outline.keys
    let fields = Set(keys.compactMap(Field.guess))
    if keys.contains("kind") || fields.isSuperset(of: [.lat, .lon]) {
      guard !outline.isArray, !outline.isOneLine else { return nil }
      return ForeignFormat(
        what: "JSON with one object over several lines", remedy: .convert(.toJSONLines))
    }
    let advice = "\(canonical) with id, kind, lat and lon; places without coordinates have to be geocoded first."
    guard !keys.isEmpty else { return ForeignFormat(what: "JSON without objects in it", advice: advice) }
    let what = fields.contains(.starts) ? "JSON of events without coordinates" : "JSON of an unknown form"
    return ForeignFormat(what: "\(what) (its keys: \(InputError.list(keys)))", advice: advice)
  }
}

/// Well-known tables without a header, and tables that need a column map.
enum ForeignTable {
  static func recognise(_ fields: [String]) -> ForeignFormat? {
    guard isHeaderless(fields) else { return nil }
    if fields.count == 14, Double(fields[6]) != nil, Double(fields[7]) != nil,
      fields[11].contains("/") || fields[11] == "\\N"
    {
      return ForeignFormat(
        what: "the OpenFlights table of airports, which has no header",
        columnMap: "id=1,name=2,lat=7,lon=8,timezone=12,kind==bar"
      )
    }
    if fields.count == 3 {
      return ForeignFormat(
        what: "a table of three columns without coordinates, such as the OpenFlights countries",
        advice: "It contains nothing to put on a map.")
    }
    return ForeignFormat(
      what: "a table whose first row holds values instead of names",
      columnMap: "id=1,name=2,lat=3,lon=4")
  }

  /// Column names are words: a row with a number, or with two fields that are codes, is data.
  private static func isHeaderless(_ fields: [String]) -> Bool {
    fields.contains { Double($0) != nil } || fields.contains("\\N")
      || (fields.count == 3 && fields[1].count == 2 && fields[1].allSatisfy(\.isUppercase))
  }
}
