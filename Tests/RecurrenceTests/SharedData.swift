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
}
