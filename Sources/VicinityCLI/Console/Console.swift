import Foundation
import Streams

/// Standard output and standard error.
///
/// All text for users is written here, and cannot move the cursor or change the terminal, whatever its source.
enum Console {
  static let output = FileOutput(fileDescriptor: STDOUT_FILENO)
  static let error = FileOutput(fileDescriptor: STDERR_FILENO)

  /// Writes a line to standard error.
  ///
  /// If even that fails, there is nowhere left to report it.
  static func say(_ text: String) {
    do { try error.write(Array("\(text.printableLines)\n".utf8)) } catch {}
  }

  /// Writes text for users to standard output.
  static func write(_ text: String) throws { try write(exactly: text.printableLines) }

  /// Writes a line of JSON to standard output.
  static func write(_ json: JSONValue) throws { try write(exactly: json.text) }

  /// Writes lines for programs, or lines that are already printable, to standard output.
  static func write(exactly text: String) throws { try output.write(Array("\(text)\n".utf8)) }

  static var outputIsTerminal: Bool { isatty(STDOUT_FILENO) == 1 }
  static var errorIsTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// The style of tables: the width of the terminal, and colors unless `NO_COLOR` is set or the terminal is dumb.
  static var tableStyle: TableStyle {
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
