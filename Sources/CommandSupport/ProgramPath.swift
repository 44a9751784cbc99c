import Foundation

/// Where the programs of Vicinity find each other.
package enum ProgramPath {
  /// The first place that has a program and may run it: next to this one, then on the PATH; nil without one. Folders
  /// that cannot be read are passed over.
  package static func executable(of name: String) -> String? {
    let beside = Bundle.main.executableURL?.resolvingSymlinksInPath().deletingLastPathComponent().path
    let path = ProcessInfo.processInfo.environment["PATH", default: ""].split(separator: ":").map(String.init)
    return ([beside].compactMap(\.self) + path).map { "\($0)/\(name)" }
      .first(where: FileManager.default.isExecutableFile)
  }
}
