import Foundation

/// Where a catalog lies, seen from wherever the process works later.
struct CatalogPath: Hashable, Sendable {
  /// As the caller has named it, for messages.
  let given: String
  /// The same from the root of the file system; symbolic links stay, because where they lead to may change.
  let absolute: String

  init(_ given: String) {
    self.given = given
    absolute = given.hasPrefix("/") ? given : FileManager.default.currentDirectoryPath + "/" + given
  }

  /// The path without symbolic links, beside whose end SQLite keeps its journals; nil when nothing is there.
  var target: String? {
    guard let resolved = realpath(absolute, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Where a file of this path lies or would be made: behind all symbolic links, also those that lead to nothing.
  var destination: String {
    var path = absolute
    // More links than any system follows.
    for _ in 0..<64 {
      guard let next = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else { break }
      path = next.hasPrefix("/") ? next : Self.folder(of: path) + "/" + next
    }
    guard let folder = CatalogPath(Self.folder(of: path)).target, let name = path.split(separator: "/").last else {
      return path
    }
    return folder == "/" ? "/\(name)" : "\(folder)/\(name)"
  }

  /// What SQLite may keep beside a database.
  static func journals(of target: String) -> [String] { ["-wal", "-shm", "-journal"].map { target + $0 } }

  /// The folder that a path lies in.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Whether this process may write the database and what SQLite keeps beside it.
  static func isWritable(_ target: String) -> Bool {
    guard access(target, W_OK) else { return false }
    return access(folder(of: target), W_OK | X_OK)
      || ["-wal", "-shm"].allSatisfy { access(target + $0, W_OK) }
  }

  private static func access(_ path: String, _ mode: Int32) -> Bool { faccessat(AT_FDCWD, path, mode, AT_EACCESS) == 0 }
}
