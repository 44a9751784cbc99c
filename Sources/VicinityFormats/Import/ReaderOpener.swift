import CivilTime
import Streams

/// Creates the reader of a format.
struct ReaderOpener {
  let path: String
  let options: ImportOptions
  let format: ImportFormat

  /// The reader of the file whose head is in `buffer`.
  func callAsFunction(_ buffer: InputBuffer) throws -> any ListingReader {
    switch format {
    case .jsonl: canonical(buffer)
    case .geojson, .geojsonseq: GeoJSONReader(elements(buffer, keys: ["features"]), path: path, options: options)
    case .overpass: try overpass(buffer)
    case .csv: try TableReader(buffer, options: options)
    case .airbnb: try AirbnbReader(buffer, options: options)
    case .openpubs: try OpenPubsReader(buffer, options: options)
    case .ics: try iCalendar(buffer)
    case .jsonld: try JSONLDReader(buffer, options: options)
    }
  }

  /// Replacements of occurrences may follow their series: the file is read twice, a pipe is copied to a temporary file
  /// first.
  private func iCalendar(_ buffer: InputBuffer) throws -> any ListingReader {
    let spooled = buffer.source.totalBytes == nil ? try SpooledInput(buffer) : nil
    let source = try InputBuffer(ByteSource(path: spooled?.path ?? path, calledAs: path))
    let zone = options.timeZone.flatMap(Zone.init(identifier:))
    let revisions = try EventRevisions(reading: ICalendarItems(source, fallbackZone: zone))
    let events = try spooled.map { spooled throws in
      try InputBuffer(ByteSource(path: spooled.path, calledAs: path))
    }
    return ICalendarEventReader(
      ICalendarItems(events ?? buffer, fallbackZone: zone), revisions, options: options, path: path)
  }

  /// Lines of a long file, or of a pipe of unknown length, are parsed on all cores.
  private func canonical(_ buffer: InputBuffer) -> any ListingReader {
    let isShort = buffer.source.totalBytes.map { $0 < Self.longFile } ?? false
    if isShort || hasArray(buffer, keys: []) {
      return CanonicalReader(elements(buffer, keys: []), options: options)
    }
    return CanonicalLinesReader(LineBlocks(buffer), options: options)
  }

  /// Bytes; shorter files are read before threads have started.
  private static let longFile = 1 << 20

  /// One value per line, or the elements of an array, depending on the beginning.
  private func elements(_ buffer: InputBuffer, keys: [String]) -> any JSONElementStream {
    hasArray(buffer, keys: keys) ? JSONArrayElements(buffer, keys: keys) : JSONLines(buffer)
  }

  private func hasArray(_ buffer: InputBuffer, keys: [String]) -> Bool {
    let outline = JSONOutline(buffer.bytes)
    return outline.isArray || keys.contains { outline.has($0) } || outline.texts["type"] == "FeatureCollection"
  }

  /// Overpass files may have to be read several times: a pipe is copied to a temporary file first.
  private func overpass(_ buffer: InputBuffer) throws -> any ListingReader {
    let spooled = path == "-" ? try SpooledInput(buffer) : nil
    var isFirst = true
    return try OverpassReader(path: path, options: options, keeping: spooled) { () throws in
      if isFirst, spooled == nil {
        isFirst = false
        return JSONArrayElements(buffer, keys: ["elements"])
      }
      let source = try ByteSource(path: spooled?.path ?? path, calledAs: path)
      return JSONArrayElements(try InputBuffer(source), keys: ["elements"])
    }
  }
}
