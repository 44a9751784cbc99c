import ArgumentParser
import CivilTime
import CodedErrors
import CommandSupport
import Foundation
import Streams
import Vicinity
import VicinityFormats

/// Writes listings to a file that other programs read.
struct Export: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Export listings: a calendar, JSON Lines, GeoJSON, CSV, FlatGeobuf or GeoParquet.",
    usage: "vicinity export [<id> ...] [<options>]",
    discussion: """
      The named listings, or all that pass the filters. Without a format a calendar (.ics): events with all their \
      occurrences, couches with their taken nights as busy days; bars are left out. JSON Lines are the form that \
      import reads: importing them again changes nothing.

      Couches with a private location are exported at their public point; --private exports exact locations. Places \
      that are not in business are exported like all others; --operating-status open leaves them out.

      --help-all lists all options.

      Examples:
        vicinity export --format jsonl > all.jsonl
        vicinity export --output bars.parquet --kind bar
        vicinity export --format csv --kind bar --fields id,name,lat,lon,url
        vicinity export ev-9 ev-12 > evenings.ics
        vicinity export --kind event --tag jazz > jazz.ics
        vicinity export --member member-31 --list joined > my-evenings.ics
      """)

  @Argument(help: ArgumentHelp("The ids of listings.", valueName: "id"))
  var ids: [String] = []

  @Option(help: ArgumentHelp("The id of a listing; may be repeated.", valueName: "id"), completion: .listing)
  var listing: [String] = []

  @Option(name: .shortAndLong, help: "The format (default: that of the extension of --output, otherwise ics).")
  var format: ExportFormat?

  @Option(name: OutputFile.optionNames, help: OutputFile.help, completion: .file()) var output: String?

  @Option(
    help: ArgumentHelp("The columns or properties of formats that have them (default: all).", valueName: "fields"))
  var fields: String?

  @Flag(name: .customLong("private"), help: "Export exact locations instead of public points (jsonl).")
  var withPrivatePlaces = false

  @Option(
    help: ArgumentHelp("The member whose favorites, joined events or stays to export.", valueName: "name"),
    completion: .member)
  var member: String?

  @Option(help: ArgumentHelp("The list to export: favourites (the default), joined or stays.", valueName: "list"))
  var list: MemberCalendar?

  @Option(help: "The name of the calendar.")
  var name: String?

  @OptionGroup(title: "Filters") var filter: PartOptions<FilterParts>
  @OptionGroup var clock: ClockOptions
  @OptionGroup var csv: CSVOptions
  @OptionGroup var catalog: CatalogOptions

  private var named: [String] { ids + listing }
  private var resolved: ExportFormat { format ?? .ofFile ?? .ics }

  func validate() throws {
    if format == nil {
      try OutputFile.checkExtension(isKnown: ExportFormat.ofFile != nil, "ics, jsonl, geojson, csv, fgb, parquet")
    }
    if list != nil, member == nil { throw ValidationError("--list needs --member") }
    if member != nil, resolved != .ics { throw ValidationError("--member exports a calendar; leave --format out") }
    if withPrivatePlaces, resolved != .jsonl { throw ValidationError("--private needs --format jsonl") }
    if fields != nil, resolved == .ics || resolved == .jsonl {
      throw ValidationError("--fields needs a format with columns or properties, such as csv or geojson")
    }
  }

  func run() throws {
    let now = try clock.instant
    let catalog = try catalog.open()
    try csv.begin(isCSV: resolved == .csv)
    switch resolved {
    case .ics: try exportCalendar(of: catalog, at: now)
    case .jsonl: try exportLines(of: catalog, at: now)
    case .geojson: try exportTable(of: catalog, at: now, GeoJSONWriter())
    case .geojsonseq: try exportTable(of: catalog, at: now, GeoJSONLinesWriter())
    case .csv: try exportTable(of: catalog, at: now, CSVWriter())
    case .flatgeobuf, .geoparquet: if let conversion = resolved.conversion { try export(catalog, at: now, conversion) }
    }
  }

  /// Has another program write a file, and copies it to standard output.
  private func export(_ catalog: Catalog, at now: Instant, _ conversion: ConvertedExport) throws {
    let folder = try TemporaryFolder(in: TemporaryFolder.onDisk)
    defer { withExtendedLifetime(folder) {} }
    let (source, made) = ("\(folder.path)/listings.json", "\(folder.path)/\(conversion.fileName)")
    guard FileManager.default.createFile(atPath: source, contents: nil, attributes: [.posixPermissions: 0o600]),
      let file = FileHandle(forWritingAtPath: source)
    else { throw ValidationError("\(source) cannot be written") }
    try exportTable(of: catalog, at: now, conversion.writer, to: file)
    try file.close()
    try conversion.convert(source, to: made)
    try InputFile(path: made).read { descriptor in
      let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
      while let piece = try file.read(upToCount: 1 << 20), !piece.isEmpty { try Console.output.write(Array(piece)) }
    }
  }

  private func exportCalendar(of catalog: Catalog, at now: Instant) throws {
    var calendar = ICalendarExport(name: name, now: now)
    let chosen = try chosen(from: catalog, at: now)
    guard chosen != nil || member != nil else {
      throw ValidationError(
        "name what to export to a calendar: ids, or filters such as --kind event; --format jsonl exports everything")
    }
    var leftOut = try catalog.export(chosen ?? [], to: &calendar) { try Console.output.write($0) }
    if let member { leftOut += try catalog.export(list ?? .favorites, of: member, to: &calendar, at: now) }
    try Self.write(&calendar, without: leftOut)
  }

  /// Writes a calendar to standard output, and says what it leaves out.
  static func write(_ calendar: inout ICalendarExport, without leftOut: [String]) throws {
    try Console.output.write(calendar.finish())
    if !leftOut.isEmpty {
      Console.say(
        "left out of the calendar: \(InputError.list(leftOut)); only events with a start and couches can be in one")
    }
  }

  // MARK: Listings

  /// The query for what passes the filters, by id; nil without filters.
  private func query() throws -> Query? {
    let query = try OptionNames.query.speaking {
      var texts = filter.texts
      texts["fields"] = fields.map { [$0] }
      let form = try QueryPart.inputs.form(ofOptions: texts)
      var query = try Query(json: .object(form))
      // Other names are in exports only.
      if query.ownFields.contains(Field.names.rawValue) {
        query.ownFields.removeAll { $0 == Field.names.rawValue }
        query.fields = (query.fields ?? []) + [.names]
      }
      return query
    }
    return query == Query() ? nil : query
  }

  private func exportLines(of catalog: Catalog, at now: Instant) throws {
    var output = PiecewiseOutput()
    try catalog.forEachListing(
      chosen(from: catalog, at: now), asTold: true, withPrivatePlaces: withPrivatePlaces
    ) { listing in
      output.bytes += listing.exactJSON
      output.bytes.append(UInt8(ascii: "\n"))
      try output.writeIfLong()
    }
    try output.write()
    if !withPrivatePlaces { try remarkOnPrivatePlaces(in: catalog) }
  }

  private func exportTable(
    of catalog: Catalog, at now: Instant, _ writer: some AnswerWriter, to file: FileHandle? = nil
  ) throws {
    let fields = try query()?.fields ?? Self.columns
    if let other = fields.first(where: { !Self.columns.contains($0) }) {
      throw ValidationError("--fields: \(other.rawValue) is not a field of a listing; near --format csv can show it")
    }
    let chosen = try chosen(from: catalog, at: now)
    let own = try ownFields(of: catalog, chosen)
    var writer = writer
    var output = PiecewiseOutput(file: file)
    var chunk: [Listing] = []
    var hasNights = false
    /// Writes the listings of the chunk; without `own` the custom fields that any of them has.
    func answer() -> Answer {
      Answer(
        exporting: chunk, fields: fields, own: own ?? Set(chunk.flatMap(\.own.keys)).sorted(), at: now)
    }
    func writeChunk() throws {
      let answer = answer()
      for match in answer.matches { writer.write(match, of: answer, into: &output.bytes) }
      chunk.removeAll(keepingCapacity: true)
      try output.writeIfLong()
    }
    writer.begin(answer(), into: &output.bytes)
    try catalog.forEachListing(chosen, asTold: false, withPrivatePlaces: false) { listing in
      hasNights = hasNights || !listing.unavailable.isEmpty || !listing.nightlyRates.isEmpty
      chunk.append(listing)
      if chunk.count == Self.chunkSize { try writeChunk() }
    }
    try writeChunk()
    writer.end(answer(), into: &output.bytes)
    try output.write()
    try remarkOnPrivatePlaces(in: catalog)
    if hasNights { Console.say("taken nights and nightly rates are in --format jsonl only") }
  }

  /// The number of listings in memory.
  private static let chunkSize = 100

  /// The custom fields to write; nil for those that each listing has. A table has a column only for what is declared.
  private func ownFields(of catalog: Catalog, _ chosen: [String]?) throws -> [String]? {
    var known = Set(try catalog.ownFields().map(\.name))
    guard fields != nil else { return resolved == .csv ? known.sorted() : nil }
    let own = try query()?.ownFields ?? []
    if resolved != .csv, !known.isSuperset(of: own) {
      try catalog.forEachListing(chosen, asTold: false, withPrivatePlaces: false) { known.formUnion($0.own.keys) }
    }
    if let unknown = own.first(where: { !known.contains($0) }) {
      let advice = Suggestion.nearest(to: unknown, among: Self.columns.map(\.rawValue) + known.sorted())
      throw ValidationError(
        "--fields: no listing has \(unknown.asTyped); "
          + (advice.map { "did you mean \($0)?" } ?? "vicinity field list shows the available ones"))
    }
    return own
  }

  /// The fields that a column or a property can hold.
  private static let columns = Field.withoutQuestion.filter(Field.ofListing.contains) + [.names]

  /// The ids of what is exported; nil for everything.
  private func chosen(from catalog: Catalog, at now: Instant) throws -> [String]? {
    var query = try query() ?? Query()
    (query.fields, query.ownFields) = (nil, [])
    if query == Query() { return named.isEmpty ? nil : named }
    guard named.isEmpty else { throw ValidationError("give either ids or filters") }
    (query.limit, query.fields, query.occurrences) = (.max, [.id], .first)
    // Data are exported whether over or not, and whether in business or not.
    if query.during == nil, query.open == nil { query.includePast() }
    if query.leavesOutClosed { query.includeClosed() }
    return try catalog.answer(query, at: now).matches.map(\.id)
  }

  private func remarkOnPrivatePlaces(in catalog: Catalog) throws {
    let count = try catalog.privatePlaceCount()
    guard count > 0, filter.texts["kind"]?.contains(where: { $0.contains("couch") }) ?? true else { return }
    Console.say(
      "\(count.counted("couch of the catalog has", "couches of the catalog have")) a private location; "
        + "public points were exported" + (resolved == .jsonl ? ", --private exports exact locations" : ""))
  }
}

/// Output in pieces: a system call for each listing would take half of the time.
private struct PiecewiseOutput {
  /// Nil for standard output.
  var file: FileHandle?
  var bytes: [UInt8] = []

  mutating func writeIfLong() throws { if bytes.count >= 1 << 16 { try write() } }

  mutating func write() throws {
    if let file { try file.write(contentsOf: Data(bytes)) } else { try Console.output.write(bytes) }
    bytes.removeAll(keepingCapacity: true)
  }
}

/// The formats of an export.
enum ExportFormat: String, CaseIterable, ExpressibleByArgument {
  case ics, jsonl, geojson, geojsonseq, csv, flatgeobuf, geoparquet

  /// Also accepts the names that other programs use.
  init?(argument: String) {
    let names = ["parquet": "geoparquet", "fgb": "flatgeobuf", "ndjson": "jsonl", "geojsonl": "geojsonseq"]
    self.init(rawValue: names[argument.lowercased()] ?? argument)
  }

  /// The other program that writes it; nil for a format of this one.
  var conversion: ConvertedExport? {
    switch self {
    case .flatgeobuf: .flatgeobuf
    case .geoparquet: .geoparquet
    default: nil
    }
  }

  /// The format that the extension of the output file stands for; nil without one that is known.
  static var ofFile: ExportFormat? {
    switch OutputFile.format {
    case "geojsons": .geojsonseq
    default: ExportFormat(argument: OutputFile.format)
    }
  }
}

extension MemberCalendar: ExpressibleByArgument {
  /// Also accepts the American spelling.
  public init?(argument: String) { self.init(rawValue: argument == "favorites" ? "favourites" : argument) }
}
