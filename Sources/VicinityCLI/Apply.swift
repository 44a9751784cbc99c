import ArgumentParser
import Foundation
import Vicinity
import VicinityFormats

/// Carries out many actions.
struct Apply: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "apply",
    abstract: "Carry out actions from a file or pipe, one JSON object per line: all of them, or none.",
    discussion: """
      Such as {"do":"favourite","listing":"bar-1","member":"member-31"}; docs/members.md has all of them. Each line becomes \
      one line. With --each every line is a transaction of its own, and one that cannot be carried out becomes an error line in its \
      place.

      Examples:
        vicinity apply actions.jsonl
        tail -f actions.log | vicinity apply - --each
      """)

  @Argument(help: ArgumentHelp("The actions; - reads standard input.", valueName: "file"))
  var file = "-"

  @Flag(help: "Carry out line by line; the exit status is 2 when some could not be.")
  var each = false

  @OptionGroup var clock: ClockOptions
  @OptionGroup var catalog: CatalogOptions

  func run() throws {
    let catalog = try catalog.open(.readWrite)
    let fixed = try clock.given
    let batch = ActionBatch(catalog: catalog) { fixed ?? ClockOptions.clock() }
    let counts = try InputFile(path: file).read { input in
      each
        ? try batch.runEach(reading: input, writing: Console.output)
        : try batch.runTogether(reading: input, writing: Console.output)
    }
    guard counts.failed > 0 else { return }
    Console.say("vicinity: \(counts.failed) of \(counts.done + counts.failed) lines failed; see their error lines")
    throw ExitStatus.someRefused
  }
}
