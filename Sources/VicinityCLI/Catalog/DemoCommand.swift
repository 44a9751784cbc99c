import ArgumentParser
import CommandSupport
import Foundation
import Streams
import Vicinity
import VicinityFormats

/// Shows what Vicinity does: example queries in the sample data, then the map page.
struct DemoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Run example queries in the sample data, then serve its map.",
    usage: "vicinity demo [--folder <folder>] [--no-serve] [<options>]",
    discussion: """
      Creates a catalog of the bars, events and couches in the sample data, in a temporary folder that is removed at \
      the end. Ctrl-C ends the server. All of it assumes the evening of Friday, 27 November 2026, on which the events \
      of the sample data take place.

      Examples:
        vicinity demo
        vicinity demo --folder trial --port 8080
      """)

  @Option(help: ArgumentHelp("The port of the server; 0 for any free one.", valueName: "number"))
  var port: UInt16 = 0

  @Option(
    help: ArgumentHelp("Keep the catalog in this folder, as demo.gpkg.", valueName: "folder"), completion: .directory)
  var folder: String?

  @Flag(help: "End after the examples.")
  var noServe = false

  @OptionGroup var quiet: QuietOptions

  func run() throws {
    let data = try SampleData()
    let place = try DemoFolder(folder)
    // Until the server runs, a signal ends the process here.
    let ending = DemoEnding { place.remove() }
    defer { place.remove() }
    let catalog = "\(place.path)/demo.gpkg"
    // Valid in any folder.
    let export = "export VICINITY_CATALOG=\(URL(filePath: catalog).path)"
    // The examples are complete commands, which find the catalog like those of users.
    setenv("VICINITY_CATALOG", catalog, 1)
    try Console.write("\(try data.fill(catalog)) in \(catalog)")
    for example in DemoExample.all { try example.run() }
    if noServe {
      if !place.isTemporary { try Console.write("\nTry your own:\n  \(export)") }
      return
    }
    let server = try DemoServer(port: port, now: DemoExample.now)
    ending.replace(with: server.end)
    try server.run { address in
      try Console.write(
        """

        Your own queries, in another terminal:
          \(export)
        The map of that evening, until Ctrl-C\(place.isTemporary ? " removes the catalog" : ""):
          \(address)map
        """)
    }
  }
}

/// A command that the demo runs.
private struct DemoExample {
  let caption: String
  /// Each option with its value.
  let options: [String]
  private let perform: @Sendable ([String]) throws -> Void

  /// The Friday evening of the sample data.
  static let now = "2026-11-27T21:00:00+01:00"

  static let all = [
    DemoExample(
      "Stuttgart, Friday 21:00: bars that are open",
      Near.self, ["near 48.7758,9.1829", "--radius 300m", "--open", "--fields name,distance,open,price,rating"]),
    DemoExample(
      "Open throughout the night to Sunday, no smoking, a drink for at most 6 euros",
      Near.self,
      [
        "near Stuttgart", "--radius 1km", "--open 'Sa 23:00..Su 03:00'", "--no-tag smoking", "--max-price 6",
        "--fields name,distance,price,rating",
      ]),
    DemoExample(
      "Târgu Mureș: events on Saturday night, by start",
      Near.self,
      [
        "near 46.5445,24.5620", "--radius 2km", "--during 2026-11-28T19:00..2026-11-29T02:00", "--sort start",
        "--fields name,starts,price",
      ]),
    DemoExample(
      "Budapest: a couch for two, four nights in December, cheapest first",
      Near.self,
      [
        "near 47.4979,19.0402", "--radius 2km", "--stay 2026-12-01..2026-12-05", "--guests 2", "--sort price",
        "--fields name,distance,price,rating",
      ]),
    DemoExample(
      "Why is this couch not among them?",
      Available.self, ["available budapest-duna-part", "--from 2026-12-01", "--to 2026-12-05", "--guests 2"]),
  ]

  private init<Command: ParsableCommand>(_ caption: String, _ command: Command.Type, _ options: [String]) {
    (self.caption, self.options) = (caption, options + ["--now \(Self.now)"])
    perform = { words in
      // The first word is the name of the command.
      let arguments = CommandLineArguments.prepared(words.dropFirst() + ["--format", "table"])
      var command = try Command.parse(arguments)
      try command.run()
    }
  }

  func run() throws {
    try Console.write(exactly: "\n" + Console.tableStyle.applied(.heading, to: caption) + "\n$ vicinity " + text)
    try perform(options.flatMap(Self.words))
  }

  /// The command within 80 columns.
  private var text: String {
    var lines = [""]
    for option in options {
      // The prompt and the name are before the first line, a blank and a backslash after each.
      let width = lines.count == 1 ? 66 : 78
      let last = lines[lines.count - 1]
      if !last.isEmpty, last.count + 1 + option.count > width {
        lines.append("    \(option)")
      } else {
        lines[lines.count - 1] += last.isEmpty ? option : " \(option)"
      }
    }
    return lines.joined(separator: " \\\n")
  }

  /// The words as a shell splits them: those in quotes are one.
  private static func words(_ option: String) -> [String] {
    option.split(separator: "'", omittingEmptySubsequences: false).enumerated().flatMap { index, part in
      index.isMultiple(of: 2) ? part.split(separator: " ").map(String.init) : [String(part)]
    }
  }
}
