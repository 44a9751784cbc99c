import Foundation

/// The locations of the package and its products.
package enum Project {
  package static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The folder of the test executable, which contains the command as well.
  package static var binaries: URL {
    if let given = ProcessInfo.processInfo.environment["VICINITY_BINARIES"] { return URL(filePath: given) }
    return URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
  }

  /// The output of a program that is found on the PATH, and its status.
  package static func output(of command: [String]) throws -> (bytes: [UInt8], status: Int32) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (Array(data), process.terminationStatus)
  }
}
