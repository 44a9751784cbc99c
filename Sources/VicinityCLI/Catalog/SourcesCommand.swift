import ArgumentParser
import CommandSupport
import Streams
import Vicinity

/// The sources of the listings.
struct SourcesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sources",
    abstract: "List the sources of the listings, or remove one.",
    discussion: """
      Each listing belongs to one source: the file that it was imported from, or the name given by --source. Filters \
      accept the source as a property.

      Examples:
        vicinity sources list
        vicinity near 48.7758,9.1829 --filter "source = 'stuttgart-bars'"
        vicinity export -o bars.jsonl --filter "source = 'stuttgart-bars'"
        vicinity sources remove stuttgart-bars
      """,
    subcommands: [ListSources.self, RemoveSource.self])

  struct ListSources: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List the sources with the number of their listings, as JSON Lines.",
      discussion: """
        Example:
          vicinity sources list
        """)

    @Option(name: OutputFile.optionNames, help: OutputFile.help, completion: .file()) var output: String?

    @OptionGroup var catalog: CatalogOptions

    func run() throws {
      let catalog = try catalog.open()
      let addresses = Dictionary(grouping: try catalog.downloads(), by: \.source)
      for source in try catalog.sources() {
        var line = JSONObject([("source", .string(source.name)), ("listings", .int(Int64(source.listings)))])
        line["changed"] = source.changed.map { .string($0.description) }
        if let downloads = addresses[source.name] {
          line["addresses"] = .array(downloads.map { .string($0.address) })
        }
        try Console.write(.object(line))
      }
    }
  }

  struct RemoveSource: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "remove", abstract: "Remove all listings of a source.",
      usage: "vicinity sources remove <name> [<options>]",
      discussion: """
        Favorites, ratings and other records of members are stored for 90 days, and return with the listings.

        Example:
          vicinity sources remove stuttgart-bars
        """)

    @Argument(help: "The name.")
    var name: String

    @OptionGroup var clock: ClockOptions
    @OptionGroup var catalog: CatalogOptions

    func run() throws {
      let removed = try catalog.open(.readWrite).removeSource(name, at: clock.instant)
      Console.say("\(removed.counted("listing")) removed")
    }
  }
}
