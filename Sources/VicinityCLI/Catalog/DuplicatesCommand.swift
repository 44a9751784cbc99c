import ArgumentParser
import CommandSupport
import Streams
import Vicinity

/// Listings that are the same place in several sources.
struct DuplicatesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "duplicates",
    abstract: "List bars and events that several sources have, and merge them.",
    discussion: """
      Two listings are probably the same if they are of one kind, near each other, and their names have the same \
      words, or all but one letter; without a common tag, the words have to be the same. Events also begin at the same \
      time.

      Examples:
        vicinity duplicates list
        vicinity duplicates merge node/123 osm-export-7
        vicinity duplicates split osm-export-7
      """,
    subcommands: [ListDuplicates.self, MergeDuplicates.self, SplitDuplicates.self])

  struct ListDuplicates: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List likely duplicates as JSON Lines, the surest first.",
      usage: "vicinity duplicates list [<options>]",
      discussion: """
        Example:
          vicinity duplicates list --within 200m
        """)

    @Option(help: ArgumentHelp("The maximum distance, up to 1 km.", valueName: "distance"))
    var within = "100m"

    @Flag(help: "Also compare listings of the same source.")
    var sameSource = false

    @Option(name: OutputFile.optionNames, help: OutputFile.help, completion: .file()) var output: String?

    @OptionGroup var catalog: CatalogOptions

    func run() throws {
      let meters = try TextForm.meters(within, at: "--within")
      guard (0...1000).contains(meters) else { throw ValidationError("--within: write a distance of up to 1 km") }
      for pair in try catalog.open().duplicates(within: meters, acrossSources: !sameSource) {
        let sides = [pair.first, pair.second].map { side in
          JSONValue.object(
            JSONObject([("id", .string(side.id)), ("name", .string(side.name)), ("source", .string(side.source))]))
        }
        try Console.write(
          .object(
            JSONObject([
              ("listings", .array(sides)), ("meters", .double((pair.meters * 10).rounded() / 10)),
              ("likeness", .double((pair.likeness * 100).rounded() / 100)),
            ])))
      }
    }
  }

  struct MergeDuplicates: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "merge", abstract: "Merge listings into one of them.",
      usage: "vicinity duplicates merge <id> <other> ... [<options>]",
      discussion: """
        The first listing takes over the values that it lacks, and what members have recorded at the others, such as \
        favorites and ratings. The others are hidden. Imports keep this, until the first one is gone; `vicinity \
        duplicates split` brings another one back.

        Example:
          vicinity duplicates merge node/123 osm-export-7
        """)

    @Argument(help: "The listing that stays.", completion: .listing)
    var id: String

    @Argument(help: ArgumentHelp("The listings that are merged into it.", valueName: "other"), completion: .listing)
    var others: [String]

    @OptionGroup var clock: ClockOptions
    @OptionGroup var catalog: CatalogOptions

    func run() throws {
      let catalog = try catalog.open(.readWrite)
      let now = try clock.instant
      for other in others {
        let keys = try catalog.merge(other, into: id, at: now)
        Console.say(
          "\(other) is hidden; \(id) has taken over \(keys.isEmpty ? "nothing" : keys.joined(separator: ", "))")
      }
    }
  }

  struct SplitDuplicates: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "split", abstract: "Bring back listings that were merged into others.",
      usage: "vicinity duplicates split <id> ... [<options>]",
      discussion: """
        The listing that they were merged into has its own values again after the next import of its source. \
        Favorites and ratings of members stay there as well.

        Example:
          vicinity duplicates split osm-export-7
        """)

    @Argument(help: "The listings that were merged.")
    var ids: [String]

    @OptionGroup var clock: ClockOptions
    @OptionGroup var catalog: CatalogOptions

    func run() throws {
      let catalog = try catalog.open(.readWrite)
      let now = try clock.instant
      for id in ids {
        let target = try catalog.split(id, at: now)
        Console.say(
          "\(id) is a listing of its own again; \(target) has its own values after the next import of its source")
      }
    }
  }
}
