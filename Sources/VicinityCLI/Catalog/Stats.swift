import ArgumentParser
import CommandSupport
import Vicinity
import VicinityFormats

/// Prints the contents of a catalog in numbers.
struct Stats: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats", abstract: "Print the contents of the catalog in numbers.",
    usage: "vicinity stats [<options>]",
    discussion: """
      Examples:
        vicinity stats
        vicinity stats --catalog stuttgart.gpkg --format jsonl
      """)

  @OptionGroup var output: ReportOptions
  @OptionGroup var catalog: CatalogOptions

  func run() throws {
    let report = StatisticsReport(try catalog.open().statistics())
    try output.write(report.text, or: report.json)
  }
}
