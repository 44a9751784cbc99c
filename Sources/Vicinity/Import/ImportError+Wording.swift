extension ImportError: CustomStringConvertible {
  /// The message for people: what is wrong, where, and what to do next.
  public var description: String {
    switch self {
    case .notFound, .unreadable, .isDirectory, .empty, .gzipEndsEarly, .gzipCorrupt, .notWritable: fileWording
    case .rowTooLong, .wrongEncoding, .quoteNotClosed, .notJSON, .jsonEndsEarly, .noElements: textWording
    case .unknownFormat, .unsupported, .missingColumns, .noSuchColumn, .badColumnMap, .badOption: formatWording
    case .nothingUsable, .allRejected, .rowRejected, .nightsUnknown: contentWording
    }
  }

  private var fileWording: String {
    switch self {
    case .notFound(let path): "\(path): no such file."
    case .unreadable(let path, let reason): "\(path): cannot be read (\(reason))."
    case .isDirectory(let path): "\(path): is a folder. Name the files in it, for example \(path)/*."
    case .empty(let path): "\(Self.name(path)): is empty. Nothing was imported."
    case .gzipEndsEarly(let path):
      "\(Self.name(path)): the gzip stream ends in the middle: the file was cut off. Get it again; nothing was imported."
    case .gzipCorrupt(let path, let reason):
      "\(Self.name(path)): the gzip stream is damaged (\(reason)). Get the file again; nothing was imported."
    case .notWritable(let path, let reason): "\(path): cannot be written (\(reason))."
    default: ""
    }
  }

  private var textWording: String {
    switch self {
    case .rowTooLong(let path, let line):
      "\(Self.name(path)):\(line): a row of more than \(InputBuffer.maximumRow >> 20) MB. Is this really a text file with one listing per row?"
    case .wrongEncoding(let path, let found):
      "\(Self.name(path)): the text is \(found). Convert it first: iconv -f \(found) -t UTF-8 \(path) | vicinity import -"
    case .quoteNotClosed(let path, let line):
      "\(Self.name(path)):\(line): a quoted field begins in this row and does not end before the file does. "
        + "Close the quote, or double a quote that belongs to the text; nothing was imported."
    case .notJSON(let path, let line, let column, let problem):
      "\(Self.name(path)):\(line):\(column): not valid JSON: \(problem). Nothing was imported."
    case .jsonEndsEarly(let path, let line):
      "\(Self.name(path)):\(line): the JSON text ends in the middle: the file was cut off. Get it again; nothing was imported."
    case .noElements(let path, let found):
      "\(Self.name(path)): a JSON object without an array of \"features\" (GeoJSON) or \"elements\" (Overpass); "
        + "it has \(Self.list(found)). Write one listing per line: jq -c '.[\"\(found.first ?? "key")\"][]' \(path)"
    default: ""
    }
  }

  private var formatWording: String {
    switch self {
    case .unknownFormat(let path):
      "\(Self.name(path)): neither its content nor its name tells the format. Say it with --format "
        + ImportFormat.allCases.map(\.rawValue).joined(separator: "|") + "."
    case .unsupported(let path, let what, let remedy): "\(Self.name(path)): \(what). \(remedy)"
    case .missingColumns(let missing, let path, let found):
      "\(Self.name(path)): no column for \(missing.joined(separator: " and ")). It has \(Self.list(found)). "
        + "Say which it is with --map, for example --map \(missing.map { "\($0)=COLUMN" }.joined(separator: ",")); "
        + "a value for all rows is written with two equals signs (\(missing[0])==VALUE)."
    case .noSuchColumn(let column, let path, let found, let suggestion):
      "\(Self.name(path)): no column \"\(column)\". " + (suggestion.map { "Did you mean \"\($0)\"? " } ?? "")
        + "It has \(Self.list(found))."
    case .badColumnMap(let text, let reason):
      "--map \(text): \(Self.sentence(reason)) Write field=column, for example --map id=1,name=Title,lat=Y,lon=X,kind==event."
    case .badOption(let option, let reason): "\(option): \(Self.sentence(reason))"
    default: ""
    }
  }

  private var contentWording: String {
    switch self {
    case .nothingUsable(let path, let rows, let types): Self.nothingUsable(path, rows, types)
    case .allRejected(let path, 1, let fault, let line):
      "\(Self.name(path)):\(line): the only row was rejected: \(fault.description) Nothing was imported."
    case .allRejected(let path, let rows, let fault, let line):
      "\(Self.name(path)): all \(ImportReport.grouped(rows)) rows were rejected; most frequent is what line \(line) shows: \(fault.description) Nothing was imported."
    case .rowRejected(let path, let line, let fault):
      "\(Self.name(path)):\(line): \(fault.description) Nothing was imported, because --strict was given."
    case .nightsUnknown(let path, let line, let fault):
      "\(Self.name(path)):\(line): \(fault.description) Nothing was imported: the nights of this event would seem free. Mend the event, or take it out."
    default: ""
    }
  }

  /// The text with a full stop, unless it ends like a sentence already.
  private static func sentence(_ text: String) -> String {
    text.hasSuffix("?") || text.hasSuffix(".") ? text : "\(text)."
  }

  /// `-` reads badly in a message.
  static func name(_ path: String) -> String { path == "-" ? "standard input" : path }

  /// The first dozen names, quoted.
  static func list(_ names: [String]) -> String {
    guard !names.isEmpty else { return "none" }
    let shown = names.prefix(14).map { $0.isEmpty ? "(no name)" : $0 }.joined(separator: ", ")
    return names.count > 14 ? "\(shown) and \(names.count - 14) more" : shown
  }

  private static func nothingUsable(_ path: String, _ rows: Int, _ types: [String]) -> String {
    // `amenity=atm` of `amenity=atm (425)`.
    let first = types.first?.split(separator: " ").first.map(String.init) ?? ""
    let remedy = first.contains("=") ? "--include \(first) (or --include '*' for all)" : "--include '*'"
    return
      "\(name(path)): none of its \(ImportReport.grouped(rows)) features is a bar, pub, café, restaurant or club; most: "
      + "\(types.prefix(3).joined(separator: ", ")). To import them anyway: \(remedy). Nothing was imported."
  }
}
