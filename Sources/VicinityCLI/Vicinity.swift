import ArgumentParser
import CommandSupport
import Vicinity

/// The command and its subcommands.
///
/// Each of them states its name explicitly: deriving the names from the types at every start takes a third of the time
/// of a short command.
@main
struct VicinityCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "vicinity",
    abstract: "Find bars, events and couches near a place: what is open, on, or free.",
    discussion: """
      A catalog is one file. Import listings into it, then search it:

        vicinity import datasets/stuttgart-bars.jsonl
        vicinity near 48.7758,9.1829 --radius 2km --open

      Data goes to standard output, everything else to standard error. Exit status: 0 done, 1 failed, 2 done but some \
      rows or lines were rejected, 64 wrong usage.
      """,
    version: ProgramVersion.current,
    groupedSubcommands: [
      CommandGroup(
        name: "Asking",
        subcommands: [
          Near.self, Meet.self, Along.self, BatchCommand.self, Show.self, Available.self, HoursCommand.self,
          RecurrenceCommand.self, Explain.self, WhyCommand.self, WhyNot.self, PlanOuting.self, CrawlCommand.self,
          Export.self, MapCommand.self, MCPCommand.self,
        ]),
      CommandGroup(
        name: "Places",
        subcommands: [Suggest.self, Geocode.self, ZoneCommand.self, DistanceCommand.self, GazetteerCommand.self]),
      CommandGroup(
        name: "Booking",
        subcommands: [Book.self, Mine.self, Confirm.self, Decline.self, Cancel.self, Block.self, Unblock.self]),
      CommandGroup(
        name: "Members",
        subcommands: [
          Edit.self, Favorite.self, Rate.self, Join.self, Leave.self, VisitCommand.self, MemberLists.self, Remove.self,
          Apply.self,
        ]),
      CommandGroup(
        name: "Recommending", subcommands: [Recommend.self, ImportSignals.self, Evaluate.self, Forget.self]),
      CommandGroup(
        name: "Catalog",
        subcommands: [
          DemoCommand.self, Import.self, Areas.self, Stats.self, Settings.self, SynonymCommand.self, FieldCommand.self,
          Check.self,
          Migrate.self, Backup.self, Restore.self, Serve.self, KeyCommand.self, AccountCommand.self,
          RenewPoints.self, Generate.self, BenchCommand.self,
        ]),
    ]
  )

  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments == ["--version"] {
      // Without the parser, which takes most of the time of this answer.
      print(ProgramVersion.current)
      return
    }
    if let name = ServerProgram.command(in: arguments) { ServerProgram.replaceProcess(for: name, arguments) }
    runProgram()
  }
}
