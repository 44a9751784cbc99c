import ArgumentParser
import CommandSupport
import Foundation
import Streams
import Vicinity
import VicinityLab

/// Generates synthetic listings or queries.
struct Generate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate",
    abstract: "Generate synthetic listings or queries, for a catalog of any size.",
    usage: "vicinity generate <listings|queries> [<options>]",
    discussion: """
      The same seed gives the same lines on every machine. The id of a query begins with its class, which determines \
      its cost, such as words-bounded-17; bench reports queries by class.

      Examples:
        vicinity generate listings --count 1000000 | vicinity import \\
          --source invented -
        vicinity generate queries --count 10000 > queries.jsonl
      """)

  enum What: String, CaseIterable, ExpressibleByArgument {
    case listings, queries
  }

  @Argument(help: "listings or queries.")
  var what: What

  @Option(help: ArgumentHelp("The number of listings or queries.", valueName: "count"))
  var count = Count(1000)

  @Option(help: ArgumentHelp("The seed of the generator.", valueName: "number"))
  var seed = Count(1)

  @Option(name: OutputFile.optionNames, help: OutputFile.help, completion: .file()) var output: String?

  @OptionGroup var quiet: QuietOptions

  /// Exceeds the number of rows that a catalog can have.
  private static let most = 1_000_000_000

  func validate() throws {
    guard (0...Self.most).contains(count.number) else { throw ValidationError("--count must be 0 to \(Self.most)") }
    if seed.number < 0 { throw ValidationError("--seed must not be negative") }
  }

  func run() throws {
    let sink = Console.output
    let (seed, count) = (UInt64(seed.number), count.number)
    switch what {
    case .listings: try ListingGenerator(seed: seed, count: count).writeJSONLines { try sink.write($0) }
    case .queries: try QueryGenerator(seed: seed, count: count).writeJSONLines { try sink.write($0) }
    }
  }
}
