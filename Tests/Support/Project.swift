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
}
