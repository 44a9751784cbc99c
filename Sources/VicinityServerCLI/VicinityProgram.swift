import CommandSupport
import Foundation

/// The program `vicinity`, next to this one, which has the commands.
enum VicinityProgram {
  /// Runs a command on a catalog, with the input and output of this process.
  /// - Returns: its exit status.
  static func run(_ command: [String], catalog: String) throws -> ExitStatus {
    guard let path = ProgramPath.candidates(of: "vicinity").first(where: FileManager.default.isExecutableFile) else {
      Console.sayError("the program vicinity is neither next to vicinity-server nor on the PATH")
      return .failed
    }
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = command
    process.environment = ProcessInfo.processInfo.environment.merging(["VICINITY_CATALOG": catalog]) { $1 }
    try process.run()
    process.waitUntilExit()
    guard process.terminationReason == .exit else { return .failed }
    return ExitStatus(rawValue: process.terminationStatus) ?? .failed
  }
}
