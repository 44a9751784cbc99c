/// Makes the reader of a format.
struct ReaderOpener {
  let path: String
  let options: ImportOptions
  let format: ImportFormat

  /// The reader of the file whose beginning is in `buffer`.
  func callAsFunction(_ buffer: InputBuffer) throws(ImportError) -> any ListingReader {
    switch format {
    case .jsonl: CanonicalReader(elements(buffer, keys: []), path: path, options: options)
    case .geojson, .geojsonseq: GeoJSONReader(elements(buffer, keys: ["features"]), path: path, options: options)
    case .overpass: try overpass(buffer)
    case .csv: try TableReader(buffer, options: options)
    case .airbnb: try AirbnbReader(buffer, options: options)
    case .openpubs: try OpenPubsReader(buffer, options: options)
    }
  }

  /// One value per line, or the elements of an array, whichever the beginning shows.
  private func elements(_ buffer: InputBuffer, keys: [String]) -> any JSONElementStream {
    let outline = JSONOutline(buffer.bytes)
    let hasArray = outline.isArray || keys.contains { outline.has($0) } || outline.texts["type"] == "FeatureCollection"
    return hasArray ? JSONArrayElements(buffer, keys: keys) : JSONLines(buffer)
  }

  /// Overpass files may have to be read several times: a pipe is copied to a temporary file first.
  private func overpass(_ buffer: InputBuffer) throws(ImportError) -> any ListingReader {
    let spooled = path == "-" ? try SpooledInput(buffer) : nil
    var isFirst = true
    return try OverpassReader(path: path, options: options, keeping: spooled) { () throws(ImportError) in
      if isFirst, spooled == nil {
        isFirst = false
        return JSONArrayElements(buffer, keys: ["elements"])
      }
      let source = try ByteSource(path: spooled?.path ?? path, calledAs: path)
      return JSONArrayElements(try InputBuffer(source), keys: ["elements"])
    }
  }
}
