import Streams
import Vicinity

/// Guesses the format of a file, by its content first and its name second.
package struct FormatGuess {
  /// The format.
  var format: ImportFormat
  /// The reason, for the report: "it begins with a GeoJSON FeatureCollection".
  var reason: String

  /// The number of bytes examined.
  package static let headSize = 1 << 16

  /// - Parameters:
  ///   - head: the first bytes, decompressed, without byte order mark.
  ///   - options: an explicit format is used without a guess; with a column map a table needs no known header.
  /// - Throws: `ImportError.unsupported` for formats that are recognized but not supported, `unknownFormat` for others.
  init(_ head: UnsafeBufferPointer<UInt8>, path: String, options: ImportOptions) throws(ImportError) {
    if let format = options.format {
      self.init(format: format, reason: "as said")
      return
    }
    if let calendar = Self.calendar(head) ?? Self.webPage(head) {
      self = calendar
      return
    }
    if let converted = Self.converted(head, path) {
      self = converted
      return
    }
    if let kind = ForeignFile.recognise(head) {
      throw ImportError.unsupported(path: path, what: "this is \(kind.what)", advice: kind.advice, remedy: kind.remedy)
    }
    switch head.first(where: { !Self.isSpace($0) }) {
    case nil: throw ImportError.empty(path: path)
    case UInt8(ascii: "{"), UInt8(ascii: "["): self = try Self.json(JSONOutline(head), head, path, options)
    default: self = try Self.table(head, path, options)
    }
  }

  init(format: ImportFormat, reason: String) {
    self.format = format
    self.reason = reason
  }

  static func isSpace(_ byte: UInt8) -> Bool { byte <= 0x20 }
}

extension FormatGuess {
  /// A calendar, or events outside of one.
  private static func calendar(_ head: UnsafeBufferPointer<UInt8>) -> FormatGuess? {
    let start = text(UnsafeBufferPointer(rebasing: head.prefix(400))).drop { $0.isWhitespace }.prefix(16).lowercased()
    let words = ["begin:vcalendar", "begin:vevent"]
    return words.first(where: start.hasPrefix).map {
      FormatGuess(format: .ics, reason: "it begins with \($0.uppercased())")
    }
  }

  /// Data that another program reads, by its first bytes.
  private static func converted(_ head: UnsafeBufferPointer<UInt8>, _ path: String) -> FormatGuess? {
    if head.starts(with: Array("BZh".utf8)), path.hasSuffix(".osm.bz2") {
      return FormatGuess(format: .osm, reason: "it is compressed, and its name ends with .osm.bz2")
    }
    if head.starts(with: Array("PAR1".utf8)) { return FormatGuess(format: .geoparquet, reason: "it begins with PAR1") }
    if head.starts(with: Array("fgb".utf8)) { return FormatGuess(format: .flatgeobuf, reason: "it begins with fgb") }
    let start = text(UnsafeBufferPointer(rebasing: head.prefix(600))).drop { $0.isWhitespace }
    if start.prefix(40).contains("OSMHeader") { return FormatGuess(format: .osm, reason: "it has an OSMHeader") }
    guard start.hasPrefix("<"), start.contains("<osm ") || start.contains("<osm>") else { return nil }
    return FormatGuess(format: .osm, reason: "its outer element is osm")
  }

  /// A web page that contains JSON-LD.
  private static func webPage(_ head: UnsafeBufferPointer<UInt8>) -> FormatGuess? {
    guard head.first(where: { !isSpace($0) }) == UInt8(ascii: "<") else { return nil }
    guard text(head).lowercased().contains("application/ld+json") else { return nil }
    return FormatGuess(format: .jsonld, reason: "it is a web page with JSON-LD")
  }

  private static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
}

// MARK: - JSON

extension FormatGuess {
  private static func json(
    _ outline: JSONOutline, _ head: UnsafeBufferPointer<UInt8>, _ path: String, _ options: ImportOptions
  ) throws(ImportError) -> FormatGuess {
    let type = outline.texts["type"]
    // The keys of an array are those of its first element.
    if !outline.isArray && outline.has("features") || type == "FeatureCollection" {
      return FormatGuess(format: .geojson, reason: "it begins with a GeoJSON FeatureCollection")
    }
    if outline.has("elements") { return FormatGuess(format: .overpass, reason: "it has the elements of Overpass JSON") }
    if type == "Feature", outline.isArray || outline.isOneLine {
      return FormatGuess(
        format: outline.isArray ? .geojson : .geojsonseq,
        reason: "its first \(outline.isArray ? "element" : "line") is a GeoJSON feature")
    }
    if let key = ["@context", "@graph", "@type"].first(where: outline.keys.contains) {
      return FormatGuess(format: .jsonld, reason: "it has the key \(key) of JSON-LD")
    }
    if let what = openAgenda(outline, head) {
      return FormatGuess(format: .openagenda, reason: "\(what) has the keys of an event of OpenAgenda")
    }
    if let list = wrappedList(outline, head) {
      if list.first.keys.contains("kind") {
        return FormatGuess(format: .jsonl, reason: "it has an array of listings under the key \(list.key)")
      }
      guard hasPosition(list.first) || !options.map.isEmpty else {
        throw ImportError.unsupported(
          path: path, what: "its listings are in an array under the key \(list.key), without lat and lon of their own",
          remedy: .convert(.elements(key: list.key, path: path)))
      }
      return FormatGuess(format: .json, reason: "it has an array of objects under the key \(list.key)")
    }
    if !outline.keys.contains("kind"), outline.isArray || outline.isOneLine,
      hasPosition(outline) || !options.map.isEmpty
    {
      return FormatGuess(format: .json, reason: "its objects have other keys than listings of Vicinity")
    }
    if let kind = ForeignJSON.recognise(outline) {
      throw ImportError.unsupported(path: path, what: "this is \(kind.what)", advice: kind.advice, remedy: kind.remedy)
    }
    return FormatGuess(
      format: .jsonl,
      reason: outline.isArray ? "it is an array of listings" : "its first line is a listing as a JSON object")
  }
}

extension FormatGuess {
  /// Where an event of OpenAgenda is; nil without one.
  private static func openAgenda(_ outline: JSONOutline, _ head: UnsafeBufferPointer<UInt8>) -> String? {
    if OpenAgendaReader.recognises(outline.keys) { return outline.isArray ? "its first element" : "its first line" }
    guard let list = outline.lists.first(where: { OpenAgendaReader.listKeys.contains($0.key) }) else { return nil }
    let first = JSONOutline(UnsafeBufferPointer(rebasing: head[list.start...]))
    return OpenAgendaReader.recognises(first.keys) ? "the first of its \(list.key)" : nil
  }

  /// Objects within a place that have its position, and other columns of it.
  private static let wrappers: Set = ["fields", "attributes", "properties", "geocodes", "venue", "place", "record"]

  /// Whether an object has a position, or an object within that obviously has it.
  private static func hasPosition(_ outline: JSONOutline) -> Bool {
    Set(outline.keys.compactMap(Field.guess)).isSuperset(of: [.lat, .lon])
      || outline.keys.contains { TableSurvey.names.contains(Field.simplified($0)) || wrappers.contains($0) }
  }

  /// The key of the array of objects that a JSON object wraps, such as `{"venues": [{…}]}` and
  /// `{"result": {"records": [{…}]}}`, and its first element; nil for an object that is a listing itself. Of several
  /// arrays it is the first whose objects are listings or have a position.
  static func wrappedList(
    _ outline: JSONOutline, _ head: UnsafeBufferPointer<UInt8>
  ) -> (key: String, first: JSONOutline)? {
    let fields = Set(outline.keys.compactMap(Field.guess))
    guard !outline.isArray, fields.isDisjoint(with: [.lat, .lon, .id, .kind]) else { return nil }
    let lists = outline.lists.map { list in
      (key: list.key, first: JSONOutline(UnsafeBufferPointer(rebasing: head[list.start...])))
    }
    return lists.first { $0.first.keys.contains("kind") || hasPosition($0.first) } ?? lists.first
  }
}

// MARK: - Tables

extension FormatGuess {
  private static func table(
    _ head: UnsafeBufferPointer<UInt8>, _ path: String, _ options: ImportOptions
  ) throws(ImportError) -> FormatGuess {
    let fields = TableHead.firstFields(head)
    guard fields.count > 1, !head.contains(0) else { throw ImportError.unknownFormat(path: path) }
    let names = Set(fields.map(Field.simplified))
    if names.isSuperset(of: ["listingid", "date", "available"]) {
      throw ImportError.unsupported(
        path: path, what: "this is the calendar of Inside Airbnb, not its listings",
        remedy: .importWithCalendar(path: path))
    }
    if names.isSuperset(of: ["id", "latitude", "longitude", "roomtype"]) {
      return FormatGuess(format: .airbnb, reason: "its columns are those of Inside Airbnb")
    }
    if names.isSuperset(of: ["name", "address", "postcode", "lat", "long"]) {
      return FormatGuess(format: .openpubs, reason: "its columns are those of Open Pubs")
    }
    if looksLikeOpenPubs(fields) {
      return FormatGuess(format: .openpubs, reason: "its columns are those of Open Pubs without header")
    }
    if options.map.isEmpty, let kind = ForeignTable.recognise(fields) {
      throw ImportError.unsupported(
        path: path, what: "this is \(kind.what)", advice: kind.advice,
        remedy: kind.columnMap.map { .numberColumns(path: path, map: $0) })
    }
    return FormatGuess(format: .csv, reason: "its first line has \(fields.count) fields")
  }

  /// id, name, address, postcode, easting, northing, latitude, longitude, borough.
  private static func looksLikeOpenPubs(_ fields: [String]) -> Bool {
    fields.count == 9 && [0, 4, 5].allSatisfy { Int(fields[$0]) != nil } && (5...8).contains(fields[3].count)
      && fields[3].contains(" ")
  }
}
