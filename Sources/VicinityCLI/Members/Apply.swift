import ArgumentParser
import CommandSupport
import Foundation
import Streams
import Vicinity
import VicinityFormats

/// Performs many actions.
struct Apply: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "apply",
    abstract: "Perform actions from a file or pipe, one JSON object per line: all or none.",
    usage: "vicinity apply [<file>] [--each] [<options>]",
    discussion: """
      An example is {"do":"favourite","listing":"bar-1","member":"member-31"}; docs/members.md lists all actions. Each \
      line gives one line of output. With --each every line is its own transaction, and one that fails gives an \
      error line in its place.

      Examples:
        vicinity apply actions.jsonl
        tail -f actions.log | vicinity apply - --each
      """)

  @Argument(help: ArgumentHelp("The actions; - reads standard input.", valueName: "file"), completion: .file())
  var file = "-"

  @Flag(help: "Perform the lines one by one; the exit status is 2 if some fail.")
  var each = false

  @OptionGroup var clock: ClockOptions
  @OptionGroup var catalog: CatalogOptions
  @OptionGroup var server: ServerOptions

  func validate() throws {
    if each, server.server != nil { throw ValidationError("--each needs a catalog, not --server") }
  }

  func run() throws {
    if server.server != nil { return try send() }
    let catalog = try catalog.open(.readWrite)
    let fixed = try clock.given
    let batch = ActionBatch(catalog: catalog, message: Failure.text) { fixed ?? ClockOptions.clock() }
    let counts = try InputFile(path: file).read { input in
      each
        ? try batch.runEach(reading: input, writing: Console.output)
        : try batch.runTogether(reading: input, writing: Console.output)
    }
    guard counts.failed > 0 else { return }
    Console.sayError("\(counts.failed) of \(counts.done + counts.failed) lines failed; see their error lines")
    throw ExitStatus.someRefused
  }

  /// Sends all lines in one request, and prints an outcome for each.
  private func send() throws {
    let actions = try InputFile(path: file).read { try ActionBatch.forms(reading: $0, message: Failure.text) }
    let body = JSONValue.object(JSONObject([("actions", .array(actions))])).text
    let answer = try server.send("POST", "/v1/apply", text: body, type: "application/json")
    for outcome in try JSONParser.parse(answer.utf8).object?["outcomes"]?.array ?? [] { try Console.write(outcome) }
  }
}
