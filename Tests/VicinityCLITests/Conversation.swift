import Foundation

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

/// A folder in which commands run; removed with the value.
final class WorkFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "vicinity-talk-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      at: url.appending(path: "datasets"), withDestinationURL: Project.root.appending(path: "datasets"))
  }

  deinit {
    // A left-over folder in the temporary directory does no harm.
    try? FileManager.default.removeItem(at: url)
  }

  /// Runs a command and returns its transcript.
  func run(_ command: String) throws -> [String] {
    let (status, output, error) = try shell(command)
    var lines = Self.marked(output, "|") + Self.marked(error, "!")
    if status != 0 { lines.append("= \(status)") }
    return lines
  }

  /// Runs a command; its output goes through files, so that no pipe can fill up.
  func shell(_ command: String) throws -> (status: Int32, output: String, error: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", "{ \(command)\n} > .output 2> .error"]
    process.currentDirectoryURL = url
    process.environment = ["PATH": "\(Project.binaries.path):/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TZ": "UTC"]
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return (process.terminationStatus, try text(".output"), try text(".error"))
  }

  private func text(_ name: String) throws -> String {
    let bytes = try Data(contentsOf: url.appending(path: name))
    return String(decoding: bytes, as: UTF8.self).replacing(url.path, with: "FOLDER")
  }

  private static func marked(_ text: String, _ mark: String) -> [String] {
    guard !text.isEmpty else { return [] }
    // Escaped, because Swift counts a CR LF as one character.
    let shown = text.replacing("\r\n", with: "\\r\n")
    var lines = shown.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      "\(mark) \(line.replacing(#/ in [0-9.]+ s$/#, with: ""))"
    }
    if text.hasSuffix("\n") { lines.removeLast() }
    return lines
  }
}

/// The locations of the package and its products.
enum Project {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The folder of the test executable, which contains the command as well.
  static var binaries: URL {
    if let given = ProcessInfo.processInfo.environment["VICINITY_BINARIES"] { return URL(filePath: given) }
    return URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
  }
}
