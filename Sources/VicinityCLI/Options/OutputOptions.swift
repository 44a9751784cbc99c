import ArgumentParser
import CommandSupport
import VicinityFormats

extension OutputFormat: ExpressibleByArgument {}

/// The output format of a command.
struct OutputOptions: ParsableArguments {
  @Option(name: .shortAndLong, help: "The output format (default: table on a terminal, otherwise jsonl).")
  var format: OutputFormat?

  @Option(name: OutputFile.optionNames, help: OutputFile.help, completion: .file()) var output: String?

  func validate() throws {
    if format == nil { try OutputFile.checkExtension(isKnown: OutputFormat.ofFile != nil, "csv, geojson, ics, json") }
  }

  var resolved: OutputFormat {
    format ?? OutputFormat.ofFile ?? (Console.outputIsTerminal ? .table : .jsonl)
  }
}

extension OutputFormat {
  /// The format that the extension of the output file stands for; nil without one that is known.
  static var ofFile: OutputFormat? {
    switch OutputFile.format {
    case "txt": .table
    case "ndjson": .jsonl
    default: OutputFormat(rawValue: OutputFile.format)
    }
  }
}
