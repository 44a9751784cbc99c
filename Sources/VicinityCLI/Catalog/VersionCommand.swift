import Areas
import ArgumentParser
import CCommit
import CommandSupport
import Foundation
import Streams
import Vicinity

/// Prints the versions of the program and of what it runs with.
struct VersionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "version", abstract: "Print the versions of vicinity, SQLite, GEOS and the time zones.",
    discussion: """
      `vicinity --version` prints only the number of the first line, for scripts.

      Example:
        vicinity version
      """)

  @OptionGroup var output: ReportOptions

  func run() throws {
    let versions: [(title: String, key: String, version: String)] = [
      ("vicinity", "vicinity", ProgramVersion.current), ("commit", "commit", Self.commit),
      ("SQLite", "sqlite", ProgramVersion.sqlite),
      ("GEOS", "geos", GEOSAreaEngine.version), ("time zones", "tzdata", Self.zones ?? "unknown"),
      ("system", "system", ProcessInfo.processInfo.operatingSystemVersionString),
    ]
    try output.write(
      versions.map { "\($0.title) \($0.version)" }.joined(separator: "\n"),
      or: .object(JSONObject(versions.map { ($0.key, .string($0.version)) })))
  }

  private static var commit: String {
    let commit = String(cString: vicinity_commit())
    return commit.isEmpty ? "unknown" : commit
  }

  /// The version of the system's time zone database, as its files state it.
  private static var zones: String? {
    for path in ["/usr/share/zoneinfo/tzdata.zi", "/usr/share/zoneinfo/+VERSION"] {
      guard
        let text = FileManager.default.contents(atPath: path).map({ String(decoding: $0.prefix(100), as: UTF8.self) }),
        let line = text.split(separator: "\n").first
      else { continue }
      return String(line).replacing("# version ", with: "")
    }
    return nil
  }
}
