import Foundation

/// The conformance data kept outside the package, in `VICINITY_SHARED` or next to the package.
enum SharedData {
  static let root: URL = {
    if let path = ProcessInfo.processInfo.environment["VICINITY_SHARED"] { return URL(fileURLWithPath: path) }
    var url = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { url.deleteLastPathComponent() }
    return url.deletingLastPathComponent().appendingPathComponent("shared")
  }()

  static let openingHours = root.appendingPathComponent("data/opening_hours")

  static var isPresent: Bool {
    FileManager.default.fileExists(atPath: openingHours.appendingPathComponent("cases.jsonl").path)
  }

  /// The lines of a file, decompressed with `gzip` if its name ends in `.gz`.
  static func lines(_ name: String) throws -> [Substring] {
    let url = openingHours.appendingPathComponent(name)
    let data = name.hasSuffix(".gz") ? try gunzip(url) : try Data(contentsOf: url)
    return String(decoding: data, as: UTF8.self).split(separator: "\n")
  }

  /// Writes lines to a file in the folder named by `VICINITY_ORACLE_FAULTS`, if set.
  static func record(_ lines: [String], as name: String) {
    guard let path = ProcessInfo.processInfo.environment["VICINITY_ORACLE_FAULTS"] else { return }
    try? Data(lines.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: "\(path).\(name)"))
  }

  private static func gunzip(_ url: URL) throws -> Data {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["gzip", "-dc", url.path]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return data
  }
}
