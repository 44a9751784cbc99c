import ArgumentParser
import Streams
import Vicinity
import VicinityFormats

/// Tells why results stand where they do.
struct WhyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "why",
    abstract: "Tell why results stand where they do, and what would make each the first.",
    discussion: """
      Takes the same options as near.

      Examples:
        vicinity why 48.7758,9.1829 --open --limit 5
        vicinity why 48.7758,9.1829 --radius 1km --sort price,distance
      """)

  @OptionGroup var query: QueryOptions
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Output") var catalog: CatalogOptions

  func validate() throws { try output.refuseMaps() }

  func run() throws {
    let query = try query.query()
    let catalog = try catalog.open()
    let now = try self.query.clock.instant
    let reasons = try Asking.speakingOfOptions { try catalog.why(query, at: now) }
    if output.resolved == .table {
      let text = ReasonTable(reasons).text(Console.tableStyle)
      try Console.output.write(Array(text.utf8))
    } else {
      for reason in reasons { try Console.write(reason.json) }
    }
    if reasons.isEmpty { Console.say("no listing matches") }
  }
}
