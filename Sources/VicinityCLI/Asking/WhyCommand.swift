import ArgumentParser
import CommandSupport
import Streams
import Vicinity
import VicinityFormats

/// Explains the ranks of results.
struct WhyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "why",
    abstract: "Explain the rank of each result, and what would rank it first.",
    usage: "vicinity why [<lat,lon>] [<options>]",
    discussion: """
      Takes the same options as near. \(FilterParts.statusNote)

      --help-all lists all options.

      Examples:
        vicinity why 48.7758,9.1829 --open --limit 5
        vicinity why 48.7758,9.1829 --radius 1km --sort price,distance
      """)

  @OptionGroup var query: QueryOptions
  @OptionGroup(title: "Output") var output: ReportOptions
  @OptionGroup(title: "Output") var distances: DistanceOptions
  @OptionGroup(title: "Output") var catalog: CatalogOptions

  func run() throws {
    let query = try query.query()
    let catalog = try catalog.open()
    let now = try self.query.clock.instant
    let reasons = try OptionNames.query.speaking { try catalog.why(query, at: now) }
    if output.resolved == .table {
      let text = ReasonTable(reasons).text(Console.tableStyle, units: distances.units)
      try Console.output.write(Array(text.utf8))
    } else {
      for reason in reasons { try Console.write(reason.json) }
    }
    if reasons.isEmpty { Console.say("no listing matches") }
  }
}
