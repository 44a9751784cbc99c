import ArgumentParser
import CommandSupport
import Streams

/// The formats of output other than a list of listings.
enum ReportFormat: String, CaseIterable, ExpressibleByArgument {
  case table, jsonl
}

/// The output format of a command that writes text, or JSON Lines.
struct ReportOptions: ParsableArguments {
  @Option(name: .shortAndLong, help: "The output format (default: table on a terminal, otherwise jsonl).")
  var format: ReportFormat?

  @Option(name: OutputFile.optionNames, help: OutputFile.help, completion: .file()) var output: String?

  var resolved: ReportFormat { format ?? (Console.outputIsTerminal ? .table : .jsonl) }

  /// Writes text, or one line of JSON.
  func write(_ text: @autoclosure () -> String, or json: @autoclosure () -> JSONValue) throws {
    if resolved == .table { try Console.write(text()) } else { try Console.write(json()) }
  }
}

extension NameSpecification {
  /// The names of the option for the maximum number of results.
  static let limit: NameSpecification = [.customShort("n"), .customLong("limit")]
}
