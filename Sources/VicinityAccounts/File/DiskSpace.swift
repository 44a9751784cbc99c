import Foundation

/// The free space on the file system of a file.
package enum DiskSpace {
  /// Less than this is treated as full: a change takes several pages, in the log and in its index.
  private static let leastUseful = 128 << 10

  /// The free bytes for this process; nil if unknown.
  package static func free(at path: String) -> Int? {
    var status = statvfs()
    let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    guard statvfs(folder, &status) == 0 else { return nil }
    return Int(clamping: UInt64(status.f_bavail) &* UInt64(status.f_frsize))
  }

  /// Whether nothing more can be written.
  package static func isExhausted(at path: String) -> Bool { free(at: path).map { $0 < leastUseful } ?? false }
}
