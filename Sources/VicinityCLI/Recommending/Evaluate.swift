import ArgumentParser
import CommandSupport
import Foundation
import Streams
import VicinityFormats
import VicinityLab

/// Measures recommendations.
struct Evaluate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "evaluate",
    abstract: "Measure how well recommendations predict the next visits of members.",
    usage: "vicinity evaluate --pois <file> --train <file> --test <file> [<options>]",
    discussion: """
      Needs no catalog. The files are tab-separated, plain or gzip: places (id, latitude, longitude), earlier and next \
      visits (member, place, visits), and optionally friends (member, member) and categories (place, category). \
      docs/recommendations.md has the formulas.

      Examples:
        vicinity evaluate --pois pois.tsv.gz --train train.tsv.gz --test tune.tsv.gz
        vicinity evaluate --pois pois.tsv.gz --train train.tsv.gz \\
          --test tune.tsv.gz --friends friends.tsv.gz --recs recs.jsonl
      """)

  @Option(help: ArgumentHelp("Places: id, latitude, longitude.", valueName: "file"), completion: .file())
  var pois: String

  @Option(help: ArgumentHelp("Earlier visits: member, place, visits.", valueName: "file"), completion: .file())
  var train: String

  @Option(help: ArgumentHelp("Next visits, in the same form.", valueName: "file"), completion: .file())
  var test: String

  @Option(help: ArgumentHelp("Friendships: member, member.", valueName: "file"), completion: .file())
  var friends: String?

  @Option(help: ArgumentHelp("Categories: place, category.", valueName: "file"), completion: .file())
  var categories: String?

  @Option(
    help: ArgumentHelp("Write the lists to this file, one JSON object per member.", valueName: "file"),
    completion: .file())
  var recs: String?

  @Option(help: ArgumentHelp("The number of threads that build the model (default: one per core).", valueName: "count"))
  var threads: Count?

  @OptionGroup var output: ReportOptions
  @OptionGroup var quiet: QuietOptions

  func validate() throws {
    if let threads { try threads.checkThreads() }
  }

  func run() throws {
    let data = try CheckIns(
      .init(places: pois, train: train, test: test, friends: friends, categories: categories))
    let evaluation = Evaluation(
      data, threads: threads?.number ?? ProcessInfo.processInfo.activeProcessorCount, clock: .system,
      peakMemory: { ProcessMemory.peak })
    let report = try writingLists { sink in try evaluation.run { try sink?.write($0) } }
    if output.resolved == .table { return try Console.write(report.text) }
    for line in report.jsonLines { try Console.write(exactly: line) }
  }

  private func writingLists(_ body: (ListFile?) throws -> EvaluationReport) throws -> EvaluationReport {
    guard let recs else { return try body(nil) }
    let file = try ListFile(path: recs)
    defer { file.close() }
    return try body(file)
  }
}

/// A file of lists, a JSON object a line.
private struct ListFile {
  private let output: FileOutput
  private let descriptor: Int32

  init(path: String) throws {
    descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    guard descriptor >= 0 else {
      throw ValidationError("--recs: \(path) cannot be written: \(String(cString: strerror(errno)))")
    }
    output = FileOutput(fileDescriptor: descriptor)
  }

  func write(_ list: Evaluation.List) throws { try output.write(Array("\(list.json.text)\n".utf8)) }

  func close() { _ = Foundation.close(descriptor) }
}
