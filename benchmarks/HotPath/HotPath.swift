import ArgumentParser
import CivilTime
import Streams
import Vicinity

/// Times the inner pieces of the engine one by one.
@main
struct HotPath: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hot-path",
    abstract: "Time the inner pieces of the engine one by one.",
    discussion: "Run it from a release build: swift run -c release HotPath")

  @Option(help: "Time pieces that need a catalog as well.")
  var catalog: String?

  @Option(help: "What now means there.")
  var now = "2026-11-27T20:00:00Z"

  @Option(help: "Only pieces whose name holds this text.")
  var only: String?

  @Flag(help: "One JSON object a line instead of a table.")
  var jsonl = false

  func run() throws {
    var pieces = try Pieces.all()
    if let catalog { pieces += try CatalogPieces.all(try Catalog(path: catalog), now: try Instant(parsing: now)) }
    for piece in pieces where only.map({ piece.name.contains($0) }) ?? true { write(try Cost(of: piece)) }
  }

  private func write(_ cost: Cost) {
    if jsonl {
      let object = JSONObject([
        ("piece", .string(cost.name)), ("ns", .double(rounded(cost.median))), ("least", .double(rounded(cost.least))),
      ])
      print(JSONValue.object(object).text)
    } else {
      print("\(cost.name): \(rounded(cost.median)) ns, least \(rounded(cost.least)) ns")
    }
  }

  private func rounded(_ number: Double) -> Double { (number * 10).rounded() / 10 }
}
