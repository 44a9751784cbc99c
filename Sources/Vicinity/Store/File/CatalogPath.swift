import Foundation

/// The path of a catalog, independent of later changes of the working directory.
struct CatalogPath: Hashable, Sendable {
  /// The caller's path, for messages.
  let given: String
  /// The absolute path; symbolic links are not resolved, because their targets may change.
  let absolute: String

  init(_ given: String) {
    self.given = given
    absolute = given.hasPrefix("/") ? given : FileManager.default.currentDirectoryPath + "/" + given
  }

  /// The path without symbolic links, where SQLite puts its journals; nil when there is no file.
  var target: String? {
    guard let resolved = realpath(absolute, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// The location where a file of this path is or would be created: behind all symbolic links, including dangling ones.
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

  /// The auxiliary files that SQLite may create next to a database.
  static func journals(of target: String) -> [String] { ["-wal", "-shm", "-journal"].map { target + $0 } }

  /// The folder of a path.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The last name of a path.
  static func name(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

  /// Whether this process may write the database and its auxiliary files.
  static func isWritable(_ target: String) -> Bool {
    guard access(target, W_OK) else { return false }
    return access(folder(of: target), W_OK | X_OK)
      || ["-wal", "-shm"].allSatisfy { access(target + $0, W_OK) }
  }

  /// Whether this thread may use a file, by the permissions that it has taken (`FolderOwner`).
  static func access(_ path: String, _ mode: Int32) -> Bool { faccessat(AT_FDCWD, path, mode, AT_EACCESS) == 0 }
}
