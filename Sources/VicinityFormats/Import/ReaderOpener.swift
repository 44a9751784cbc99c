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
    case .csv:
      try TableReader(
        TableSource(csv: RepeatedInput(buffer, path: path), options: options, path: path), options: options)
    case .json: try TableReader(jsonRows(buffer), options: options)
    case .airbnb: try AirbnbReader(buffer, options: options)
    case .openpubs: try OpenPubsReader(buffer, options: options)
    case .ics: try iCalendar(buffer)
    case .jsonld: try JSONLDReader(buffer, options: options)
    case .openagenda: OpenAgendaReader(elements(buffer, keys: OpenAgendaReader.listKeys), options: options)
    case .osm, .geoparquet, .flatgeobuf: try ConvertedReader(format, buffer, path: path, options: options)
    }
  }

  /// Replacements of occurrences may follow their series: the file is read twice.
  private func iCalendar(_ buffer: InputBuffer) throws -> any ListingReader {
    let input = RepeatedInput(buffer, path: path)
    let zone = options.timeZone.flatMap(Zone.init(identifier:))
    let revisions = try EventRevisions(reading: ICalendarItems(input.look(), fallbackZone: zone))
    return ICalendarEventReader(
      ICalendarItems(try input.read(), fallbackZone: zone), revisions, options: options, path: path)
  }

  /// Lines of a long file, or of a pipe of unknown length, are parsed on all cores.
  private func canonical(_ buffer: InputBuffer) -> any ListingReader {
    if let list = FormatGuess.wrappedList(JSONOutline(buffer.bytes), buffer.bytes) {
      return CanonicalReader(JSONArrayElements(buffer, keys: [list.key]), options: options)
    }
    let isShort = buffer.source.totalBytes.map { $0 < Self.longFile } ?? false
    if isShort || hasArray(buffer, keys: []) {
      return CanonicalReader(elements(buffer, keys: []), options: options)
    }
    return CanonicalLinesReader(LineBlocks(buffer), options: options)
  }

  private func jsonRows(_ buffer: InputBuffer) throws -> TableSource {
    let list = FormatGuess.wrappedList(JSONOutline(buffer.bytes), buffer.bytes)?.key
    return try TableSource(json: RepeatedInput(buffer, path: path), path: path) {
      elements($0, keys: list.map { [$0] } ?? [])
    }
  }

  /// Bytes; shorter files are read before threads have started.
  private static let longFile = 1 << 20

  /// One value per line, or the elements of an array, depending on the beginning.
  private func elements(_ buffer: InputBuffer, keys: [String]) -> any JSONElementStream {
    hasArray(buffer, keys: keys) ? JSONArrayElements(buffer, keys: keys) : JSONLines(buffer)
  }

  private func hasArray(_ buffer: InputBuffer, keys: [String]) -> Bool {
    let outline = JSONOutline(buffer.bytes)
    return outline.isArray || keys.contains { key in outline.has(key) || outline.lists.contains { $0.key == key } }
      || outline.texts["type"] == "FeatureCollection"
  }

  /// Overpass files may have to be read several times.
  private func overpass(_ buffer: InputBuffer) throws -> any ListingReader {
    let input = RepeatedInput(buffer, path: path)
    return try OverpassReader(path: path, options: options, keeping: input) { () throws in
      JSONArrayElements(try input.look(), keys: ["elements"])
    }
  }
}
