import ArgumentParser
import CommandSupport

/// Prints the plan of a query.
struct Explain: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Print how a query is executed, and the work it takes.",
    usage: "vicinity explain [<lat,lon>] [<options>]",
    discussion: """
      Takes the same options as near.

      Example:
        vicinity explain 48.7758,9.1829 --radius 2km --open --tag wine
      """)

  @OptionGroup var query: QueryOptions
  @OptionGroup(title: "Output") var catalog: CatalogOptions

  func run() throws {
    let query = try query.query()
    let catalog = try catalog.open()
    let now = try self.query.clock.instant
    try Console.write("\(try OptionNames.query.speaking { try catalog.explain(query, at: now) })")
  }
}
