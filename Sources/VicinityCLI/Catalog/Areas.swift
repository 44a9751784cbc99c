import Areas
import ArgumentParser
import CommandSupport
import Streams
import Vicinity
import VicinityFormats

/// The named areas of a catalog.
struct Areas: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "areas",
    abstract: "Import, list, show and remove areas such as districts.",
    discussion: """
      Examples:
        vicinity areas import districts.geojson --name-property name
        vicinity areas list
        vicinity near 48.2,16.35 --within Neubau
        vicinity areas show Neubau > neubau.geojson
      """,
    subcommands: [ImportAreas.self, ListAreas.self, ShowArea.self, RemoveAreas.self])

  struct ImportAreas: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "import",
      abstract: "Import areas from GeoJSON files, each file entirely or not at all.",
      usage: "vicinity areas import <file> ... [<options>]",
      discussion: """
        Areas of the same name are replaced; features of the same name in a file form one area. Coordinates are \
        degrees of WGS 84; edges are straight lines in longitude and latitude.

        Example:
          vicinity areas import districts.geojson --name-property name
        """)

    @Argument(
      help: "GeoJSON files of features with polygons, plain or gzipped; - for standard input.", completion: .file())
    var files: [String]

    @Option(help: ArgumentHelp("The property that holds the name of the area.", valueName: "key"))
    var nameProperty = "name"

    @Flag(help: "Repair invalid rings instead of rejecting the file.")
    var repair = false

    @Option(help: ArgumentHelp("The name of the source (default: the file name).", valueName: "name"))
    var source: String?

    @OptionGroup var catalog: CatalogOptions

    func run() throws {
      // Files are read first: an unreadable one should not leave an empty catalog behind.
      let read = try files.map { try AreaFile(path: $0, nameProperty: nameProperty) }
      try catalog.making { catalog in for file in read { try bring(file, into: catalog) } }
    }

    private func bring(_ file: AreaFile, into catalog: Catalog) throws {
      let name = source ?? ImportOptions.sourceName(of: file.path)
      let report = try catalog.importAreas(file, source: name, repair: repair)
      let counts = [(report.added, "added"), (report.replaced, "replaced"), (report.repaired, "repaired")]
      let done = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
      Console.say("\(file.path): areas; \(done); listings in them: \(report.covered)")
    }
  }

  struct ListAreas: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List the areas with the number of listings in each, as JSON Lines.",
      discussion: """
        Example:
          vicinity areas list
        """)

    @OptionGroup var catalog: CatalogOptions

    func run() throws {
      for area in try catalog.open().areaSummaries() { try Console.write(area.json) }
    }
  }

  struct ShowArea: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: "Write an area as a GeoJSON feature or as well-known text.",
      usage: "vicinity areas show <name> [<options>]",
      discussion: """
        Example:
          vicinity areas show Neubau > neubau.geojson
        """)

    @Argument(help: "The name.", completion: .area)
    var name: String

    @Option(name: .shortAndLong, help: "The format.")
    var format = AreaFormat.geojson

    @OptionGroup var catalog: CatalogOptions

    func run() throws {
      let catalog = try catalog.open()
      guard let area = try catalog.area(named: name) else {
        let names = try catalog.areaSummaries().map(\.name)
        throw CatalogError.unknownArea(
          name: name, similar: names.first { $0.lowercased().hasPrefix(name.lowercased()) })
      }
      switch format {
      case .geojson: try Console.write(area.geoJSON)
      case .wkt: try Console.write(try Area(area.shape).wkt)
      }
    }
  }

  enum AreaFormat: String, ExpressibleByArgument, CaseIterable { case geojson, wkt }

  struct RemoveAreas: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "remove", abstract: "Remove areas by name; the listings in them stay.",
      usage: "vicinity areas remove <name> ... [<options>]",
      discussion: """
        Example:
          vicinity areas remove Neubau
        """)

    @Argument(help: "The names.", completion: .area)
    var names: [String]

    @OptionGroup var catalog: CatalogOptions

    func run() throws {
      try catalog.open(.readWrite).removeAreas(named: names)
      Console.say("\(names.count.counted("area")) removed")
    }
  }
}
