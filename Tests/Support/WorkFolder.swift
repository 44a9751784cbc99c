import Foundation

/// A folder in which commands run; removed with the value.
package final class WorkFolder {
  package let url: URL

  package init() throws {
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
  package func run(_ command: String) throws -> [String] {
    let (status, output, error) = try shell(command)
    var lines = Self.marked(output, "|") + Self.marked(error, "!")
    if status != 0 { lines.append("= \(status)") }
    return lines
  }

  /// Runs a command; its output goes through files, so that no pipe can fill up.
  package func shell(_ command: String) throws -> (status: Int32, output: String, error: String) {
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
