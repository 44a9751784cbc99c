import Foundation

/// Where the programs of Vicinity find each other.
package enum ProgramPath {
  /// The possible locations of a program: next to this one, then on the PATH.
  package static func candidates(of name: String) -> [String] {
    let beside = Bundle.main.executableURL?.resolvingSymlinksInPath().deletingLastPathComponent().path
    let path = ProcessInfo.processInfo.environment["PATH", default: ""].split(separator: ":").map(String.init)
    return ([beside].compactMap(\.self) + path).map { "\($0)/\(name)" }
  }

  /// The first of them that can be run; nil without one.
  package static func executable(of name: String) -> String? {
    candidates(of: name).first(where: FileManager.default.isExecutableFile)
  }
}
