import ArgumentParser
import CivilTime
import CommandSupport
import Foundation
import Vicinity
import VicinityFormats

/// Answers many queries.
struct BatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "batch",
    abstract: "Answer queries from a file or pipe, one JSON object per line, in order.",
    usage: "vicinity batch [<file>] [<options>]",
    discussion: """
      Each line produces one line: {"id":…,"results":[…]}, or {"id":…,"error":{"code":…,"message":…,"line":…}}, and the \
      run continues. docs/queries.md describes the form. With --format csv or geojson, each match is a row or a feature \
      of a line, with the id of its query. docs/scale.md shows how several machines share a batch.

      Examples:
        vicinity batch datasets/queries.jsonl
        vicinity batch datasets/queries.jsonl --format csv --fields id,distance,open
        tail -f queries.log | vicinity batch -
        vicinity batch strangers.jsonl --max-nodes 100000 --max-bytes 1000000
      """)

  @Argument(help: ArgumentHelp("The queries; - reads standard input.", valueName: "file"), completion: .file())
  var file = "-"

  @Option(help: ArgumentHelp("The number of parallel queries (default: one per core).", valueName: "count"))
  var threads: Count?

  @Option(name: OutputFile.optionNames, help: OutputFile.help, completion: .file()) var output: String?
  @OptionGroup var budget: BudgetOptions
  @OptionGroup var memory: MemoryOptions

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("jsonl (the default), csv, or geojson: one feature per line.", valueName: "format"))
  var format: OutputFormat?

  @Option(help: ArgumentHelp("The columns of csv.", valueName: "fields")) var fields: String?
  @OptionGroup var csv: CSVOptions
  @OptionGroup var clock: ClockOptions
  @OptionGroup var catalog: CatalogOptions

  @Flag(help: "Expect each line to begin with its number and a tab, and begin its answer with the same.")
  var numbered = false

  @Flag(help: "Write what a file of vicinity shard contributes to each answer.")
  var partial = false

  @Flag(
    help: "Read lines that --numbered --partial has written, those of a query next to each other, and merge them.")
  var merge = false

  @Flag(help: "Print the number of queries and the speed to standard error.")
  var verbose = false

  func validate() throws {
    if let threads { try threads.checkThreads() }
    guard [.jsonl, .csv, .geojson].contains(resolved) else {
      throw ValidationError("batch writes jsonl, csv or geojson; use near for --format \(resolved.rawValue)")
    }
    if merge, partial || numbered || resolved != .jsonl {
      throw ValidationError("--merge reads and writes numbered lines of answers; leave other forms out")
    }
    if partial, resolved != .jsonl { throw ValidationError("--partial is for lines of answers: --format jsonl") }
    if numbered, resolved != .jsonl { throw ValidationError("--numbered is for lines of answers: --format jsonl") }
    if fields != nil, resolved != .csv {
      throw ValidationError("--fields needs --format csv; other lines have the fields of their query")
    }
  }

  private var resolved: OutputFormat {
    if let format { return format }
    return ["geojsonl", "geojsonseq"].contains(OutputFile.format) ? .geojson : OutputFormat.ofFile ?? .jsonl
  }

  /// The form of lines that are matches; nil for answers.
  private var rows: MatchRows? {
    get throws {
      switch resolved {
      case .csv:
        let form = try QueryPart.inputs.form(ofOptions: fields.map { ["fields": [$0]] } ?? [:])
        return MatchRows(.csv, columns: try OptionNames.query.speaking { try Query(json: .object(form)) })
      case .geojson: return MatchRows(.geojson)
      default: return nil
      }
    }
  }

  func run() throws {
    if merge {
      return try InputFile(path: file).read { try PartialLines.merge(reading: $0, writing: Console.output) }
    }
    let catalog = try catalog.open(memoryLimit: memory.limit)
    let fixed = try clock.given
    let threads = threads?.number ?? ProcessInfo.processInfo.activeProcessorCount
    let rows = try rows
    try csv.begin(isCSV: resolved == .csv)
    if let rows { try Console.output.write(rows.header) }
    let now: @Sendable () -> Instant = { fixed ?? ClockOptions.clock() }
    let batch =
      partial
      ? Batch(
        partOf: catalog, threads: threads, budget: budget.resolved, isNumbered: numbered, message: Failure.text,
        clock: now)
      : Batch(
        catalog: catalog, threads: threads, budget: budget.resolved, rows: rows, isNumbered: numbered,
        message: Failure.text, clock: now)
    let started = ContinuousClock.now
    let counts = try InputFile(path: file).read { try batch.run(reading: $0, writing: Console.output) }
    if verbose { Console.say(counts.text(after: ContinuousClock.now - started)) }
    guard counts.failed > 0 else { return }
    Console.sayError("\(counts.failed) of \(counts.answered + counts.failed) lines failed; see their error lines")
    throw ExitStatus.someRefused
  }
}

extension Batch.Counts {
  fileprivate func text(after time: Duration) -> String {
    let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
    let rate = seconds > 0 ? Int(Double(answered) / seconds) : 0
    return "\(answered) answered, \(failed) failed in \((seconds * 1000).rounded() / 1000) s (\(rate) per second)"
  }
}
