import ArgumentParser
import CommandSupport

/// Options of CSV output.
struct CSVOptions: ParsableArguments {
  @Flag(
    name: .customLong("bom"),
    help: ArgumentHelp("Begin csv with a byte order mark, by which Excel recognizes UTF-8.", visibility: .hidden))
  var hasByteOrderMark = false

  /// Writes the mark before the first byte of output, if it is wanted.
  /// - Throws: `ValidationError` if it is wanted for another format.
  func begin(isCSV: Bool) throws {
    guard hasByteOrderMark else { return }
    guard isCSV else { throw ValidationError("--bom needs --format csv") }
    try Console.output.write(Array("\u{FEFF}".utf8))
  }
}
