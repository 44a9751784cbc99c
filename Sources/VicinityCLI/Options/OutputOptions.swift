import ArgumentParser
import CommandSupport
import VicinityFormats

extension OutputFormat: ExpressibleByArgument {}

/// The output format of a command.
struct OutputOptions: ParsableArguments {
  @Option(name: .shortAndLong, help: "The output format (default: table on a terminal, otherwise jsonl).")
  var format: OutputFormat?

  var resolved: OutputFormat { format ?? (Console.outputIsTerminal ? .table : .jsonl) }
}
