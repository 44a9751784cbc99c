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

      Data goes to standard output, everything else to standard error; --quiet leaves out all but errors. Exit status: \
      0 done, 1 failed, 2 done but some rows or lines were rejected, 64 wrong usage.
      """,
    version: ProgramVersion.current,
    groupedSubcommands: [
      CommandGroup(
        name: "First", subcommands: [DemoCommand.self, Import.self, Near.self, Show.self, Stats.self, Serve.self]),
      CommandGroup(
        name: "Search",
        subcommands: [
          Search.self, Suggest.self, Meet.self, Along.self, Available.self, PlanOuting.self, CrawlCommand.self,
          BatchCommand.self,
          WhyCommand.self, WhyNot.self, Explain.self,
        ]),
      CommandGroup(name: "Output", subcommands: [Export.self, MapCommand.self]),
      CommandGroup(
        name: "Place and time",
        subcommands: [
          Geocode.self, GazetteerCommand.self, ZoneCommand.self, DistanceCommand.self, HoursCommand.self,
          RecurrenceCommand.self,
        ]),
      CommandGroup(name: "Edit", subcommands: [Edit.self, Remove.self, Apply.self]),
      CommandGroup(
        name: "Booking",
        subcommands: [Book.self, Mine.self, Confirm.self, Decline.self, Cancel.self, Block.self, Unblock.self]),
      CommandGroup(
        name: "Member",
        subcommands: [Favorite.self, Rate.self, Join.self, Leave.self, VisitCommand.self, MemberLists.self]),
      CommandGroup(
        name: "Recommendation", subcommands: [Recommend.self, ImportSignals.self, Evaluate.self, Forget.self]),
      CommandGroup(
        name: "Catalog",
        subcommands: [
          SourcesCommand.self, DuplicatesCommand.self, Areas.self, SynonymCommand.self, FieldCommand.self,
          Settings.self, Check.self, Backup.self, Restore.self,
          ShardCommand.self, Migrate.self, RenewPoints.self,
        ]),
      CommandGroup(
        name: "Server",
        subcommands: [KeyCommand.self, AccountCommand.self, ClusterCommand.self, MCPCommand.self]),
      CommandGroup(
        name: "Other", subcommands: [Generate.self, BenchCommand.self, CompletionCommand.self, VersionCommand.self]),
    ]
  )

  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.count == 1, ["--version", "-V", "-v"].contains(arguments[0]) {
      // Without the parser, which takes most of the time of this answer.
      print(ProgramVersion.current)
      return
    }
    if arguments.first == "--generate-completion-script", let shell = CompletionShell(rawValue: arguments.last ?? "") {
      print(CompletionScript.script(completionScript(for: shell), for: shell))
      return
    }
    if let name = ServerProgram.command(in: arguments) { ServerProgram.replaceProcess(for: name, arguments) }
    runProgram()
  }
}
