import Foundation

/// A folder that this user alone may read, deleted with its contents after its last reference.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    var template = Array("\(Self.parent)/vicinity-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw CatalogError.cannotMake(path: Self.parent, reason: .lastSystemError)
    }
    path = template.withUnsafeBufferPointer { text in text.baseAddress.map { String(cString: $0) } ?? "" }
  }

  // Best effort: the system clears its folder of temporary files.
  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// A file system in memory where there is one.
  private static var parent: String {
    #if os(Linux)
      let memory = "/dev/shm"
      if access(memory, W_OK | X_OK) == 0 { return memory }
    #endif
    return (FileManager.default.temporaryDirectory.path as NSString).standardizingPath
  }
}
