import ArgumentParser
import CommandSupport
import Vicinity

/// Manages the place names of a catalog.
struct GazetteerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gazetteer", abstract: "Import the names of cities, regions and countries.",
    discussion: """
      Examples:
        vicinity gazetteer import datasets/cities.csv
        vicinity geocode Budapest
        vicinity near Budapest --radius 2km
      """,
    subcommands: [GazetteerFiles.self])
}

/// Imports the files of a gazetteer into a catalog.
struct GazetteerFiles: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Import GeoNames files, or tables of places, plain or gzip: all or none.",
    usage: "vicinity gazetteer import <file> ... [<options>]",
    discussion: """
      The kind of a file is recognized by its content: places (such as cities15000.txt), countryInfo.txt, \
      admin1CodesASCII.txt, alternateNamesV2.txt, or a table with the columns name, lat and lon. Files of places \
      replace the places in the catalog; see docs/gazetteer.md.

      Example:
        vicinity gazetteer import cities15000.txt countryInfo.txt admin1CodesASCII.txt
      """)

  @Argument(help: ArgumentHelp("The files; - reads standard input.", valueName: "file"), completion: .file())
  var files: [String]

  @Flag(help: "Also write the report to standard output, as one line of JSON.")
  var json = false

  @OptionGroup var catalog: CatalogOptions

  func validate() throws {
    if files.filter({ $0 == "-" }).count > 1 { throw ValidationError("standard input can be read only once") }
  }

  func run() throws {
    let report = try catalog.making { try $0.importGazetteer(files) }
    Console.say(report.text)
    if json { try Console.write(report.json) }
  }
}
