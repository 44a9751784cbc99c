import Foundation
import GRDB

extension CatalogFile {
  /// Makes an empty catalog, unless somebody else is first.
  ///
  /// The tables are made beside the final name and moved there, so that an interrupted start leaves no half a catalog.
  static func makeEmpty(at path: String, _ configuration: Configuration) throws {
    let draft = "\(path).new-\(UUID().uuidString)"
    defer { removeFiles([draft] + journals(of: draft)) }
    do {
      let queue = try DatabaseQueue(path: draft, configuration: configuration)
      try migrator.migrate(queue)
      try queue.close()
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CANTOPEN {
      throw CatalogError.notACatalog(path: path, reason: "the file cannot be made there; does the folder exist?")
    }
    try publish(draft, as: path)
  }

  /// Moves a complete draft to its name, where nothing or an empty file is.
  ///
  /// Whoever makes a catalog holds a lock on the empty file meanwhile; those who waited for it find another file under the name, the
  /// winner's, and leave that alone. So no name that has a database is ever taken from it.
  private static func publish(_ draft: String, as path: String) throws {
    let place = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    guard place >= 0 else { throw cannotMake(path) }
    defer { close(place) }
    while flock(place, LOCK_EX) != 0 {
      guard errno == EINTR else { throw cannotMake(path) }
    }
    guard let target = realPath(path), isEmpty(place, called: target) else { return }
    // What an earlier database of that name has left: SQLite would play it back into the new one.
    removeFiles(journals(of: target))
    guard rename(draft, target) == 0 else { throw cannotMake(path) }
  }

  /// Whether the open file is empty and still the one of that name.
  private static func isEmpty(_ file: Int32, called path: String) -> Bool {
    var (opened, named) = (stat(), stat())
    guard fstat(file, &opened) == 0, stat(path, &named) == 0 else { return false }
    return opened.st_size == 0 && opened.st_ino == named.st_ino && opened.st_dev == named.st_dev
  }

  /// The path without symbolic links, beside whose end SQLite keeps its journals.
  private static func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  private static func journals(of path: String) -> [String] { ["-wal", "-shm", "-journal"].map { path + $0 } }

  private static func removeFiles(_ paths: [String]) {
    for path in paths { unlink(path) }
  }

  private static func cannotMake(_ path: String) -> CatalogError {
    .notACatalog(path: path, reason: "the file cannot be made there (\(String(cString: strerror(errno))))")
  }
}
