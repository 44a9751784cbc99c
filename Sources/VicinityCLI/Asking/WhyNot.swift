import ArgumentParser
import CodedErrors
import CommandSupport
import Streams
import Vicinity
import VicinityFormats

/// Explains why a listing is not in an answer.
struct WhyNot: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "why-not",
    abstract: "Explain why a listing is not in an answer: each condition, the listing's value, and the margin.",
    usage: "vicinity why-not <id> [<lat,lon>] [<options>]",
    discussion: """
      Takes the same options as near after the id.

      --help-all lists all options.

      Example:
        vicinity why-not stuttgart-brennglas 48.7758,9.1829 --radius 200m \\
          --open "Su 10:00" --no-tag games
      """)

  @Argument(help: "The id of the listing.", completion: .listing)
  var id: String

  @OptionGroup var query: QueryOptions
  @OptionGroup(title: "Output") var output: ReportOptions
  @OptionGroup(title: "Output") var distances: DistanceOptions
  @OptionGroup(title: "Output") var catalog: CatalogOptions

  func run() throws {
    let query = try query.query()
    let catalog = try catalog.open()
    let now = try self.query.clock.instant
    let units = output.resolved == .table ? distances.units : .metric
    let verdict = try OptionNames.query.speaking { try catalog.whyNot(id, query, at: now, units: units) }
    if output.resolved == .table {
      try Console.output.write(Array(verdict.text(Console.tableStyle, units: units).utf8))
      if let remedy = verdict.remedy { try Console.write(remedy.words) }
    } else {
      try Console.write(verdict.json)
    }
  }
}
