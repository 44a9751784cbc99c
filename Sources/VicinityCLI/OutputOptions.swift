import ArgumentParser
import Vicinity

extension OutputFormat: ExpressibleByArgument {}

/// How a command writes its answer.
struct OutputOptions: ParsableArguments {
  @Option(help: "How to write the answer (default: table on a terminal, else jsonl).")
  var format: OutputFormat?

  var resolved: OutputFormat { format ?? (Console.outputIsTerminal ? .table : .jsonl) }
}
