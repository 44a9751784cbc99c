import Foundation
import Vicinity

/// The folder of the files that the demo makes.
struct DemoFolder {
  let path: String
  /// Whether it is removed at the end.
  let isTemporary: Bool

  /// - Parameter path: created if it is missing; nil for a temporary folder.
  init(_ path: String?) throws {
    if let path {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      (self.path, isTemporary) = (path, false)
      return
    }
    let parent = (FileManager.default.temporaryDirectory.path as NSString).standardizingPath
    var template = Array("\(parent)/vicinity-demo-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw CatalogError.cannotMake(path: parent, reason: String(cString: strerror(errno)))
    }
    self.path = template.withUnsafeBufferPointer { text in text.baseAddress.map { String(cString: $0) } ?? "" }
    isTemporary = true
  }

  /// Removes a temporary folder. Best effort: the system clears its folder of temporary files.
  func remove() {
    if isTemporary { try? FileManager.default.removeItem(atPath: path) }
  }
}
