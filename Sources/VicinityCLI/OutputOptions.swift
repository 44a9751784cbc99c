import ArgumentParser
import Streams
import VicinityFormats

extension OutputFormat: ExpressibleByArgument {}

/// How a command writes its answer.
struct OutputOptions: ParsableArguments {
  @Option(help: "How to write the answer (default: table on a terminal, else jsonl).")
  var format: OutputFormat?

  var resolved: OutputFormat { format ?? (Console.outputIsTerminal ? .table : .jsonl) }

  /// Writes what is no list of listings: text for people, or one line of JSON.
  func write(_ text: @autoclosure () -> String, or json: @autoclosure () -> JSONValue) throws {
    if resolved == .table { try Console.write(text()) } else { try Console.write(json()) }
  }
}
