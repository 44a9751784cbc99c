import Foundation

/// A folder that this user alone may read, deleted with its contents after its last reference.
package final class TemporaryFolder: Sendable {
  package let path: String

  /// In a file system in memory, where there is one.
  convenience init() throws { try self.init(in: Self.parent) }

  /// - Parameter parent: an existing folder.
  package init(in parent: String) throws {
    var template = Array("\(parent)/vicinity-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw CatalogError.cannotMake(path: parent, reason: .lastSystemError)
    }
    path = template.withUnsafeBufferPointer { text in text.baseAddress.map { String(cString: $0) } ?? "" }
  }

  // Best effort: the system clears its folder of temporary files.
  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The system's folder of temporary files, `TMPDIR`.
  package static var onDisk: String { (FileManager.default.temporaryDirectory.path as NSString).standardizingPath }

  /// A file system in memory where there is one.
  private static var parent: String {
    #if os(Linux)
      let memory = "/dev/shm"
      if access(memory, W_OK | X_OK) == 0 { return memory }
    #endif
    return onDisk
  }
}
