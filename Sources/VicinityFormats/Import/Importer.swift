import Streams
import Vicinity

/// Reads one file into a catalog: reader, validator, sink.
///
/// Memory does not grow with the file, except where a format requires it: the calendar of couches, the nodes of ways,
/// and eight bytes per row without id.
public struct Importer {
  /// The file, `-` for standard input.
  public let path: String
  /// The format of the file.
  public var format: ImportFormat { guess.format }

  let options: ImportOptions
  private let buffer: InputBuffer
  private let guess: FormatGuess

  /// Opens the file and determines its format from its beginning.
  ///
  /// - Throws: `ImportError` when the file cannot be read, or its format is not supported.
  public init(path: String, options: ImportOptions = ImportOptions()) throws {
    try options.validate()
    if let rejects = options.rejects.flatMap(FileStamp.init),
      [path, options.calendar ?? path].contains(where: { FileStamp(path: $0)?.isSameFile(as: rejects) ?? false })
    {
      throw ImportError.badOption(
        "rejects", value: options.rejects, reason: "is the file that is read; it would be overwritten")
    }
    self.path = path
    self.options = options
    buffer = try InputBuffer(ByteSource(path: path))
    try buffer.fill(atLeast: FormatGuess.headSize)
    if options.replacesSource, options.allowsEmpty, let guess = Self.emptyGuess(buffer.bytes, options) {
      self.guess = guess
    } else {
      guard !buffer.bytes.isEmpty else { throw ImportError.empty(path: path) }
      guess = try FormatGuess(buffer.bytes, path: path, options: options)
    }
    if options.calendar != nil, guess.format != .airbnb {
      throw ImportError.badOption(
        "calendar", reason: "needs Inside Airbnb listings, and \(InputError.name(path)) is \(guess.format.title)"
      )
    }
    if options.near != nil, ![.ics, .jsonld, .openagenda].contains(guess.format) {
      throw ImportError.badOption(
        "near",
        reason: "needs iCalendar, JSON-LD or OpenAgenda, and \(InputError.name(path)) is \(guess.format.title); "
          + "in a table, a column map gives all rows one position"
      )
    }
  }

  /// The format of a file that has nothing but white space, or an array without elements; nil for others.
  private static func emptyGuess(_ head: UnsafeBufferPointer<UInt8>, _ options: ImportOptions) -> FormatGuess? {
    let rest = head.lazy.filter { !FormatGuess.isSpace($0) }.prefix(3)
    guard rest.isEmpty || rest.elementsEqual("[]".utf8) else { return nil }
    return FormatGuess(format: options.format ?? .jsonl, reason: "it is empty")
  }

  /// The name of the source in the catalog.
  public var source: String { options.source ?? ImportOptions.sourceName(of: path) }

  /// The size of the file, compressed or not; nil for a pipe.
  var totalBytes: Int? { buffer.source.totalBytes }

  /// Whether listings of the source that are missing from the file are removed.
  var replacesSource: Bool { options.replacesSource }

  /// Refuses a file that would remove listings because they are missing from it, not from its source.
  private func checkReplacing(_ report: ImportReport) throws(ImportError) {
    guard replacesSource else { return }
    if let reason = report.incompleteness { throw .incomplete(path: path, reason: reason) }
    if report.accepted == 0, !options.allowsEmpty { throw .emptySource(source, path: path) }
  }

  /// Reads every row into `sink`.
  ///
  /// - Parameters:
  ///   - places: provide zones for listings without one.
  ///   - progress: called every thousand rows or so.
  /// - Returns: the report, without the counts that only the catalog knows.
  /// - Throws: `ImportError` for the file, or errors of the sink, which has to roll back.
  func read(
    into sink: some ListingSink, places: PlaceMap? = nil, ownFields: [OwnField] = [],
    progress: (ImportProgress) -> Void = { _ in }
  ) throws -> ImportReport {
    var options = options
    (options.places, options.ownFields) = (places, ownFields)
    try options.map.checkOwn(ownFields.map(\.name))
    options.now = options.now ?? .now
    var run = try ImportRun(
      options: options, path: path, report: ImportReport(path: path, source: source, guess: guess))
    let reader = try ReaderOpener(path: path, options: options, format: guess.format)(buffer)
    run.columns(reader.understoodColumns)
    while let row = try reader.next() {
      try run.take(row, from: reader, into: sink)
      if run.report.rows % 1024 == 0 { progress(state(run)) }
    }
    progress(state(run))
    let report = try run.finish(reader.remarks)
    try checkReplacing(report)
    return report
  }

  private func state(_ run: ImportRun) -> ImportProgress {
    .reading(rows: run.report.rows, bytes: buffer.source.bytesRead, of: buffer.source.totalBytes)
  }
}
