import Foundation
import TestSupport

/// A session with the real command, recorded in a text file.
///
///     # what is shown here
///     $ vicinity near 95,9
///     ! vicinity: LAT,LON: 95.0 is not allowed, …
///     = 64
///
/// `$` is a command for the shell, `|` a line of its standard output, `!` of standard error, `=` an exit status other
/// than 0. All commands of a file run one after another in an empty folder, in which `datasets` links to the project's.
struct Conversation {
  let file: URL
  let text: String

  init(file: URL) throws {
    self.file = file
    text = try String(contentsOf: file, encoding: .utf8)
  }

  /// The same file with the current output of the commands.
  func replayed() throws -> String {
    let folder = try WorkFolder()
    var lines: [String] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      switch line.first {
      case "|", "!", "=": continue
      case "$":
        lines.append(line)
        lines += try folder.run(String(line.dropFirst(2)))
      default: lines.append(line)
      }
    }
    return lines.joined(separator: "\n")
  }

  /// The first line in which two transcripts differ, formatted for the test report.
  static func difference(_ expected: String, _ actual: String) -> String {
    let expected = expected.split(separator: "\n", omittingEmptySubsequences: false)
    let actual = actual.split(separator: "\n", omittingEmptySubsequences: false)
    for index in 0..<max(expected.count, actual.count) {
      let (old, new) = (expected.dropFirst(index).first, actual.dropFirst(index).first)
      if old != new { return "line \(index + 1)\nexpected: \(old ?? "nothing")\nactual:   \(new ?? "nothing")" }
    }
    return "no difference"
  }
}
