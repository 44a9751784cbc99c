import Foundation
import Streams

/// Standard output and standard error.
///
/// All text for users is written here, and cannot move the cursor or change the terminal, whatever its source.
package enum Console {
  package static let output = FileOutput(fileDescriptor: STDOUT_FILENO)
  package static let error = FileOutput(fileDescriptor: STDERR_FILENO)

  /// Whether the command line asks for errors only, by the flag of `QuietOptions`.
  package static let isQuiet = CommandLineArguments.areQuiet(CommandLine.arguments)

  /// Writes a line to standard error: a remark or a report, which a quiet command leaves out.
  package static func say(_ text: String) {
    if !isQuiet { log(text) }
  }

  /// Writes an error to standard error, after the name of the program.
  package static func sayError(_ text: String) { log("vicinity: \(text)") }

  /// Writes a line to standard error, also for a quiet command.
  ///
  /// If even that fails, there is nowhere left to report it.
  package static func log(_ text: String) {
    do { try error.write(Array("\(text.printableLines)\n".utf8)) } catch {}
  }

  /// Writes text for users to standard output.
  package static func write(_ text: String) throws { try write(exactly: text.printableLines) }

  /// Writes a line of JSON to standard output.
  package static func write(_ json: JSONValue) throws { try write(exactly: json.text) }

  /// Writes lines for programs, or lines that are already printable, to standard output.
  package static func write(exactly text: String) throws { try output.write(Array("\(text)\n".utf8)) }

  package static var outputIsTerminal: Bool { isatty(STDOUT_FILENO) == 1 }
  package static var showsProgress: Bool { isatty(STDERR_FILENO) == 1 && !isQuiet }

  /// The style of tables: the width of the terminal, and colors unless `NO_COLOR` is set or the terminal is dumb.
  package static var tableStyle: TableStyle {
    guard outputIsTerminal else { return TableStyle() }
    let environment = ProcessInfo.processInfo.environment
    let usesColor = environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
    return TableStyle(width: terminalWidth, usesColor: usesColor)
  }

  private static var terminalWidth: Int {
    var size = winsize()
    if ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
    return 80
  }
}
