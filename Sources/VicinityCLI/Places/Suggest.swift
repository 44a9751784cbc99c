import ArgumentParser
import CommandSupport
import Geography
import Streams
import Vicinity
import VicinityFormats

/// Completes partial input.
struct Suggest: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "suggest",
    abstract: "Complete partial input with names, tags, cities and addresses, nearest and best known first.",
    usage: "vicinity suggest <text> [<lat,lon>] [<options>]",
    discussion: """
      Examples:
        vicinity suggest jaz 48.7758,9.1829
        vicinity suggest "new yo" --limit 5 --format jsonl
      """)

  @Argument(help: ArgumentHelp("The input so far.", valueName: "text"))
  var text: String

  @Argument(help: ArgumentHelp("The position: a coordinate, or the name of a city.", valueName: "lat,lon"))
  var near: [String] = []

  @Option(name: .limit, help: ArgumentHelp("The maximum number of completions.", valueName: "count"))
  var limit = Catalog.usualCompletions

  @OptionGroup var output: ReportOptions
  @OptionGroup var distances: DistanceOptions
  @OptionGroup var catalog: CatalogOptions

  func run() throws {
    let position = try position()
    let catalog = try catalog.open()
    let completions = try OptionNames.suggesting.speaking {
      try catalog.suggest(text.asTyped, near: position, limit: limit)
    }
    if completions.isEmpty { return Console.say("no completions") }
    if output.resolved == .table {
      let table = Completion.table(of: completions, in: distances.units, style: Console.tableStyle)
      return try Console.output.write(Array(table.utf8))
    }
    for completion in completions { try Console.write(completion.json) }
  }

  private func position() throws -> Coordinate? {
    guard !near.isEmpty else { return nil }
    return try PlaceArguments(catalog).coordinate(near.joined(separator: " "))
  }
}
