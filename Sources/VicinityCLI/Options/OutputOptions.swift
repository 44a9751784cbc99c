import ArgumentParser
import CommandSupport
import Streams
import VicinityFormats

extension OutputFormat: ExpressibleByArgument {}

/// The output format of a command.
struct OutputOptions: ParsableArguments {
  @Option(help: "The output format (default: table on a terminal, otherwise jsonl).")
  var format: OutputFormat?

  var resolved: OutputFormat { format ?? (Console.outputIsTerminal ? .table : .jsonl) }

  /// Writes output other than a list of listings: text, or one line of JSON.
  func write(_ text: @autoclosure () -> String, or json: @autoclosure () -> JSONValue) throws {
    if resolved == .table { try Console.write(text()) } else { try Console.write(json()) }
  }
}
