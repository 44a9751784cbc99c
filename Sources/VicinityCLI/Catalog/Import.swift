import ArgumentParser
import CommandSupport
import Foundation
import Geography
import Streams
import Vicinity
import VicinityFormats

extension ImportFormat: ExpressibleByArgument {}
extension DateOrder: ExpressibleByArgument {}

/// Imports files into a catalog.
struct Import: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Import listings from files into the catalog.",
    usage: "vicinity import <file> ... [<options>]",
    discussion: """
      Reads JSON Lines, tables and JSON of other programs, GeoJSON, OpenStreetMap (GeoJSON, Overpass, PBF, XML), \
      GeoParquet such as Overture places, FlatGeobuf, iCalendar, schema.org as JSON-LD, OpenAgenda, Inside Airbnb and \
      Open Pubs; plain or gzip. Each file is imported in one transaction. A listing with an existing id of the same \
      source is updated. docs/listings.md describes the formats.

      Examples:
        vicinity import datasets/stuttgart-bars.jsonl
        vicinity import bars.geojson.gz --timezone Europe/Berlin
        vicinity import https://example.org/town.ics --refresh
        vicinity import listings.csv.gz --calendar calendar.csv.gz --currency USD
        vicinity import town.ics --near 51.99,7.66
        vicinity import calendar.ics --busy couch-3
        vicinity import pubs.csv --map id=1,name=2,lat=7,lon=8,kind==bar --no-header
      """)

  @Argument(
    help: ArgumentHelp(
      "The files, or addresses of the web; - reads standard input.", valueName: "file"), completion: .file())
  var files: [String]

  @OptionGroup(title: "Reading") var reading: ImportReadingOptions
  @OptionGroup(title: "Writing") var writing: ImportWritingOptions
  @OptionGroup(title: "Writing") var catalog: CatalogOptions
  @OptionGroup(title: "Writing") var clock: ClockOptions
  @OptionGroup(title: "Writing") var server: ServerOptions

  func validate() throws {
    if server.server != nil, reading.busy != nil { throw ValidationError("--busy needs a catalog, not --server") }
    if files.filter({ $0 == "-" }).count > 1 { throw ValidationError("standard input can be read only once") }
    if writing.source != nil, writing.replaceSource, files.count > 1 {
      throw ValidationError(
        "with --source, --replace-source takes one file: the second would remove the listings of the first")
    }
    if writing.refresh {
      guard files.allSatisfy({ RemoteFile($0) != nil }) else {
        throw ValidationError("--refresh is for addresses such as https://example.org/bars.geojson")
      }
      if reading.busy != nil || server.server != nil || writing.dryRun {
        throw ValidationError(
          "--busy, --server and --dry-run read the file each time; leave --refresh out")
      }
    }
    if writing.dryRun, reading.busy != nil || server.server != nil {
      throw ValidationError("--dry-run reads listings only, and sends nothing to a server")
    }
    if writing.dryRun, writing.rejects != nil {
      throw ValidationError("--dry-run writes nothing; leave --rejects out")
    }
    if reading.busy != nil, files.count > 1 { throw ValidationError("--busy takes one file") }
    if writing.allowEmpty, !writing.replaceSource { throw ValidationError("--allow-empty needs --replace-source") }
    if writing.replaceSource { try refuseSharedSources() }
  }

  private func refuseSharedSources() throws {
    var files: [String: String] = [:]
    for file in self.files {
      let source = ImportOptions.sourceName(of: RemoteFile(file)?.name ?? file)
      if let first = files.updateValue(file, forKey: source) {
        throw ValidationError(
          "\(first) and \(file) would both get the source name \(source): with --replace-source the second would "
            + "remove the listings of the first. Import them one by one, each with its own --source")
      }
    }
  }

  func run() throws {
    let folder = try TemporaryFolder(in: TemporaryFolder.onDisk)
    defer { withExtendedLifetime(folder) {} }
    let options = try options()
    let (inputs, failedDownloads) = try inputs(in: folder, options)
    if let couch = reading.busy {
      guard let input = inputs.first else { throw ExitStatus.failed }
      return try BusyImport(catalog: catalog, couch: couch, writesJSON: writing.json, now: try clock.instant).run(
        input)
    }
    if server.server != nil {
      guard failedDownloads == 0 else { throw ExitStatus.failed }
      return try RemoteImport(server: server, writing: writing).run(inputs, options)
    }
    var session = ImportSession(catalog: catalog, options: options, writesJSON: writing.json)
    for input in inputs {
      if writing.dryRun { try session.preview(input) } else { try session.run(input) }
    }
    let hasFailed = session.hasFailed || failedDownloads > 0
    if hasFailed, files.count > 1 {
      Console.say("\(session.importedCount) of \(files.count) files imported")
    }
    if hasFailed { throw ExitStatus.failed }
    if session.hasRejected { throw ExitStatus.someRefused }
  }

  /// The files, with those of the web downloaded; without those that have not changed, and without those that cannot
  /// be downloaded, which are counted.
  private func inputs(
    in folder: TemporaryFolder, _ options: ImportOptions
  ) throws -> (inputs: [ImportInput], failed: Int) {
    let known = writing.refresh && FileStamp(path: catalog.path) != nil ? try catalog.open().downloads() : []
    var failed = 0
    let inputs: [ImportInput] = try files.enumerated().compactMap { number, file in
      guard let remote = RemoteFile(file) else { return ImportInput(name: file, path: file) }
      let source = options.source ?? ImportOptions.sourceName(of: remote.name)
      let version = known.first { $0.address == remote.shown && $0.source == source }
      let place = "\(folder.path)/\(number)"
      try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
      do {
        guard let (path, new) = try remote.download(into: place, unless: version) else {
          Console.say(
            "\(remote.shown): unchanged since the import of \(version?.at.description ?? ""); "
              + "without --refresh it is imported again, with the options of now")
          return nil
        }
        return ImportInput(name: remote.shown, path: path, version: new)
      } catch is ExitStatus {
        failed += 1
        return nil
      }
    }
    return (inputs, failed)
  }

  private func options() throws -> ImportOptions {
    var options = ImportOptions()
    (options.format, options.timeZone, options.currency) = (reading.format, reading.timezone, reading.currency)
    (options.hasHeader, options.include, options.calendar) = (!reading.noHeader, reading.include, reading.calendar)
    (options.near, options.dateOrder) = (try reading.coordinate, reading.dates)
    options.publicRadiusMeters = try reading.publicMeters
    (options.source, options.isStrict) = (writing.source, writing.strict)
    (options.replacesSource, options.rejects) = (writing.replaceSource, writing.rejects)
    (options.allowsEmpty, options.now) = (writing.allowEmpty, try clock.instant)
    (options.takesOver, options.idPrefix) = (writing.takeOver, writing.idPrefix ?? "")
    for map in reading.map { options.map.merge(try ColumnMap(parsing: map)) }
    return options
  }
}

/// How the files are parsed.
struct ImportReadingOptions: ParsableArguments {
  @Option(name: .shortAndLong, help: "The format (default: guessed from content and name).")
  var format: ImportFormat?

  @Option(
    help: ArgumentHelp(
      "The columns of the fields: id=1,name=Title,starts=date+time,kind==event. May be repeated.",
      valueName: "field=column"))
  var map: [String] = []

  @Flag(help: "The table has no header; --map refers to columns by number.")
  var noHeader = false

  @Option(
    help: ArgumentHelp("Also import these OpenStreetMap types: shop=supermarket, or *.", valueName: "key=value"))
  var include: [String] = []

  @Option(help: ArgumentHelp("The time zone of listings without one, such as Europe/Berlin.", valueName: "zone"))
  var timezone: String?

  @Option(help: ArgumentHelp("The currency of prices without one, such as EUR.", valueName: "code"))
  var currency: String?

  @Option(
    help: """
      In dates such as 03/04/26 the day (dmy), the month (mdy) or the year (ymd) comes first (default: what the column \
      shows).
      """)
  var dates: DateOrder?

  @Option(
    help: ArgumentHelp(
      "Import the file as the calendar of this couch, as exported by lodging sites; replaces earlier imported nights.",
      valueName: "couch"), completion: .listing)
  var busy: String?

  @Option(
    help: ArgumentHelp("The position of iCalendar and JSON-LD events without one.", valueName: "lat,lon"))
  var near: String?

  @Option(
    help: ArgumentHelp(
      """
      Show couches without a publicRadius only as a point within this distance of their location, now and in later \
      imports; 0 shows the exact location.
      """,
      valueName: "distance"))
  var publicRadius: String?

  @Option(help: ArgumentHelp("The nights of Inside Airbnb listings.", valueName: "file"), completion: .file())
  var calendar: String?
}

extension ImportReadingOptions {
  fileprivate var publicMeters: Double? {
    get throws { try publicRadius.map { try TextForm.meters($0, at: "--public-radius") } }
  }

  fileprivate var coordinate: Coordinate? {
    get throws {
      guard let near else { return nil }
      let degrees = try TextForm.degrees(near, count: 2, at: "--near", example: "48.7758,9.1829")
      return Coordinate(latitude: degrees[0], longitude: degrees[1])
    }
  }
}

/// How the listings are stored.
struct ImportWritingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The name of the source (default: the file name without extensions).", valueName: "name"))
  var source: String?

  @Option(
    help: ArgumentHelp("Put this before each id, so that it differs from those of other sources.", valueName: "text"))
  var idPrefix: String?

  @Flag(help: "Replace listings of other sources with the same ids; by default such rows are rejected.")
  var takeOver = false

  @Flag(help: "Import an address only if its file has changed since the last import from it.")
  var refresh = false

  @Flag(help: "Remove listings of the same source that are missing from the file.")
  var replaceSource = false

  @Flag(help: "With --replace-source: accept a file without listings, which removes all listings of its source.")
  var allowEmpty = false

  @Option(
    help: ArgumentHelp("Write rejected rows to this file, as JSON Lines with reasons.", valueName: "file"),
    completion: .file())
  var rejects: String?

  @Flag(help: "Only show how the file is understood, and its first ten listings; nothing is written.")
  var dryRun = false

  @Flag(help: "Reject the whole file if any row is bad.")
  var strict = false

  @Flag(help: "Also write the report to standard output, as one line of JSON.")
  var json = false
}
