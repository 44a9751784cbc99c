import Foundation

/// Data sets that are not part of the project, if they are present.
package enum SharedFiles {
  package static let folder: String = {
    if let path = ProcessInfo.processInfo.environment["VICINITY_SHARED"] { return path + "/data" }
    return Project.root.deletingLastPathComponent().appending(path: "shared/data").path
  }()

  package static var isPresent: Bool { FileManager.default.fileExists(atPath: folder + "/places") }
}
