import Foundation

/// The data kept outside the package, in `VICINITY_SHARED` or next to the package.
enum SharedData {
  static let root: URL = {
    if let path = ProcessInfo.processInfo.environment["VICINITY_SHARED"] { return URL(fileURLWithPath: path) }
    return package.deletingLastPathComponent().appendingPathComponent("shared")
  }()

  static let package: URL = {
    var url = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { url.deleteLastPathComponent() }
    return url
  }()

  static let events = root.appendingPathComponent("data/events")
  static let hasEvents = FileManager.default.fileExists(atPath: events.path)

  /// The output of a command.
  static func output(of command: [String]) throws -> (bytes: [UInt8], status: Int32) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
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
