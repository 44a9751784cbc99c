import Foundation
import GRDB

extension CatalogFile {
  /// Makes an empty catalog, unless somebody else is first.
  ///
  /// The tables are made beside the final name and moved there, so that an interrupted start leaves no half a catalog.
  /// What is moved is complete and on the disk: nothing of it waits in a log.
  /// - Returns: whether it is this catalog that lies there now.
  static func makeEmpty(at path: CatalogPath) throws -> Bool {
    let target = path.target ?? path.absolute
    let folder = CatalogPath.folder(of: target)
    guard FileStamp(path: folder)?.kind == .folder else {
      let reason = "there is no folder \(CatalogPath.folder(of: path.given))"
      throw CatalogError.cannotMake(path: path.given, reason: reason)
    }
    let draft = "\(target).new-\(UUID().uuidString)"
    defer { remove([draft] + CatalogPath.journals(of: draft)) }
    do { try makeDraft(draft) } catch let error as DatabaseError {
      throw CatalogError.cannotMake(path: path.given, reason: error.message ?? "\(error)")
    }
    return try publish(draft, as: path)
  }

  private static func makeDraft(_ draft: String) throws {
    let queue = try DatabaseQueue(path: draft, configuration: writingConfiguration())
    try migrator.migrate(queue)
    // A connection that is closed moves the log into the file as well, but tells nobody when it cannot.
    try queue.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
    try queue.close()
  }

  /// Moves a complete draft to its name, where nothing or an empty file is.
  ///
  /// Whoever makes a catalog holds a lock on the empty file meanwhile; those who waited for it find another file under the name, the
  /// winner's, and leave that alone. So no name that has a database is ever taken from it.
  private static func publish(_ draft: String, as path: CatalogPath) throws -> Bool {
    let isMade = FileStamp(path: path.absolute) == nil
    let place = open(path.absolute, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o644)
    guard place >= 0 else { throw cannotMake(path) }
    defer { close(place) }
    try lock(place, path)
    guard let target = path.target, isEmpty(place, called: target) else { return false }
    // What an earlier database of that name has left: SQLite would play it back into the new one.
    remove(CatalogPath.journals(of: target))
    guard rename(draft, target) == 0 else {
      let error = cannotMake(path)
      if isMade { unlink(target) }
      throw error
    }
    // The name is on the disk when its folder is.
    _ = DiskSync.folder(of: target)
    return true
  }

  /// Waits for those who make the same catalog, 30 seconds at most.
  private static func lock(_ place: Int32, _ path: CatalogPath) throws {
    for _ in 0..<3000 {
      if flock(place, LOCK_EX | LOCK_NB) == 0 { return }
      guard errno == EWOULDBLOCK || errno == EINTR else { throw cannotMake(path) }
      usleep(10_000)
    }
    throw CatalogError.busy(path: path.given)
  }

  /// Whether the open file is empty and still the one of that name.
  private static func isEmpty(_ file: Int32, called path: String) -> Bool {
    guard let opened = FileStamp(descriptor: file), let named = FileStamp(path: path) else { return false }
    return opened.kind == .file && opened.size == 0 && opened.isSameFile(as: named)
  }

  static func remove(_ paths: [String]) {
    for path in paths { unlink(path) }
  }

  private static func cannotMake(_ path: CatalogPath) -> CatalogError {
    .cannotMake(path: path.given, reason: .lastSystemError)
  }
}
