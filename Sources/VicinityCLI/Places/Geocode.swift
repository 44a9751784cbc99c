import ArgumentParser
import CommandSupport
import Vicinity
import VicinityFormats
import VicinityLab

/// Finds places by name.
struct Geocode: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "geocode",
    abstract: "Find cities by name, in any language and script.",
    usage: "vicinity geocode <name> ... [<options>]",
    discussion: """
      Examples:
        vicinity geocode "Târgu Mureș" 東京
        vicinity geocode "Paris, Texas" "Springfield, IL"
        vicinity geocode --beginning marosv
        vicinity geocode - < names.txt
      """)

  @Argument(help: ArgumentHelp("The names; - reads them from standard input, one per line.", valueName: "name"))
  var names: [String]

  @Flag(help: "Find names with this prefix, for completion while typing.")
  var beginning = false

  @Option(name: .limit, help: ArgumentHelp("The maximum number of places per name.", valueName: "count"))
  var limit = 5

  @OptionGroup var output: ReportOptions
  @OptionGroup var catalog: CatalogOptions

  func validate() throws {
    if limit < 1 { throw ValidationError("--limit must be at least 1") }
    if names.contains("-"), names.count > 1 { throw ValidationError("give either names, or - for a name on each line") }
  }

  func run() throws {
    let catalog = try catalog.open()
    if names == ["-"] {
      let lines = PlaceLines.names(in: catalog, limit: limit, beginnings: beginning)
      let counts = try lines.run(reading: "-", writing: Console.output)
      if counts.unreadable > 0 { throw ExitStatus.someRefused }
      return
    }
    var unknown = 0
    for name in names {
      do { try tell(name.asTyped, catalog) } catch let error as GazetteerError {
        guard case .unknownPlace = error else { throw error }
        Console.sayError(Failure.text(of: error))
        unknown += 1
      }
    }
    if unknown > 0 { throw unknown == names.count ? ExitStatus.failed : .someRefused }
  }

  private func tell(_ name: String, _ catalog: Catalog) throws {
    let answer =
      beginning ? try catalog.places(beginningWith: name, limit: limit) : try catalog.places(named: name, limit: limit)
    guard let json = answer.json else { throw GazetteerError.unknownPlace(name, similar: []) }
    try output.write(answer.table, or: json)
    if !beginning, let remark = answer.remark { Console.say("vicinity: \(remark)") }
  }
}
