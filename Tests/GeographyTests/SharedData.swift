import Foundation

/// The folder of reference data next to the checkout; tests that need it are skipped without it.
enum SharedData {
  static let folder: URL = {
    if let path = ProcessInfo.processInfo.environment["VICINITY_SHARED"] { return URL(fileURLWithPath: path) }
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    return root.deletingLastPathComponent().appendingPathComponent("shared")
  }()

  static func file(_ path: String) -> URL { folder.appendingPathComponent("data/\(path)") }

  static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: file(path).path) }

  /// The lines of a text file; a name that ends in `.gz` is decompressed.
  static func lines(_ path: String) throws -> [Substring] {
    let url = file(path)
    let data = path.hasSuffix(".gz") ? try decompressed(url) : try Data(contentsOf: url)
    return String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline)
  }

  private static func decompressed(_ url: URL) throws -> Data {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["gzip", "-dc", url.path]
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return data
  }
}
