import ArgumentParser
import CommandSupport
import Vicinity
import VicinityFormats

/// Prints the contents of a catalog in numbers.
struct Stats: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats", abstract: "Print the contents of the catalog in numbers.")

  @OptionGroup var output: OutputOptions
  @OptionGroup var catalog: CatalogOptions

  func validate() throws {
    if let format = output.format, format != .table, format != .jsonl {
      throw ValidationError("stats writes table or jsonl, not \(format.rawValue)")
    }
  }

  func run() throws {
    let report = StatisticsReport(try catalog.open().statistics())
    try output.write(report.text, or: report.json)
  }
}
