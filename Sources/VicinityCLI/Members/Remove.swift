import ArgumentParser
import Vicinity

/// Removes listings.
struct Remove: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove listings with their bookings, favorites, attendances, ratings and visits.",
    usage: "vicinity remove <id> ... [--dry-run] [<options>]",
    discussion: """
      If one of them does not exist, none is removed.

      Examples:
        vicinity remove stuttgart-brennglas --dry-run
        vicinity remove stuttgart-brennglas mures-berarie
      """,
    aliases: ["delete"])

  @Argument(help: ArgumentHelp("The ids of the listings.", valueName: "id"), completion: .listing)
  var ids: [String]

  @Flag(help: "Only print what would be removed with them.")
  var dryRun = false

  @OptionGroup var acting: ActingOptions

  func run() throws {
    let now = try acting.clock.instant
    let catalog = try acting.catalog.open(dryRun ? .readOnly : .readWrite)
    // A repeated id counts once.
    var seen: Set<String> = []
    let ids = ids.filter { seen.insert($0).inserted }
    if dryRun {
      for dependents in try catalog.dependents(of: ids, at: now) {
        try acting.output.write("would remove \(dependents.text)", or: dependents.json)
      }
      return
    }
    do {
      for outcome in try catalog.perform(all: ids.map { .remove(listing: $0) }, at: now) {
        try acting.output.write(outcome.text, or: outcome.json)
      }
    } catch let failure as ActionFailure { throw failure.error }
  }
}
