import Areas
import ArgumentParser
import Streams
import Vicinity

/// Prints the versions of the program and of the libraries that it runs with.
struct VersionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "version", abstract: "Print the versions of vicinity, SQLite and GEOS.",
    discussion: """
      `vicinity --version` prints only the number of the first line, for scripts.

      Example:
        vicinity version
      """)

  @OptionGroup var output: ReportOptions

  func run() throws {
    let (sqlite, geos) = (ProgramVersion.sqlite, GEOSAreaEngine.version)
    try output.write(
      "vicinity \(ProgramVersion.current)\nSQLite \(sqlite)\nGEOS \(geos)",
      or: .object(
        JSONObject([
          ("vicinity", .string(ProgramVersion.current)), ("sqlite", .string(sqlite)), ("geos", .string(geos)),
        ])))
  }
}
