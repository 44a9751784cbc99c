import Foundation
import Streams
import Synchronization

/// Held by the one server that serves a catalog and may change it.
///
/// A file next to the catalog, `NAME.gpkg.lock`, locked as a whole (flock(2)): the system unlocks it when the process
/// ends, however that happens. Other programs are not kept from changing the catalog, and servers that only read need
/// no lock.
public final class ServingLock: Sendable {
  private let path: String
  private let file: Mutex<Int32?>

  /// Takes the lock, as soon as no other server has it.
  ///
  /// - Parameters:
  ///   - catalog: the path of the catalog, which need not exist yet.
  ///   - seconds: how long to wait for another server.
  ///   - waiting: called once if it must be waited, with the process that has the lock if that is known.
  /// - Throws: `CatalogError.served` when another server has not ended in time.
  public init(catalog: String, waiting seconds: Int, onWaiting waiting: (String?) -> Void = { _ in }) throws {
    // Next to the file itself, so that a catalog with several symbolic links has one lock.
    path = CatalogPath(catalog).destination + ".lock"
    let deadline = ContinuousClock.now + .seconds(seconds)
    var hasWaited = false
    while true {
      switch Self.take(path) {
      case .taken(let taken):
        file = Mutex(taken)
        return
      case .impossible:
        file = Mutex(nil)
        return
      case .held(let holder):
        guard ContinuousClock.now < deadline else {
          throw CatalogError.served(path: catalog, process: holder)
        }
        if !hasWaited { waiting(holder) }
        hasWaited = true
        usleep(50_000)
      }
    }
  }

  deinit { release() }

  /// Whether the lock is held: not if no file can be created next to the catalog, or the file system has no locks.
  public var isHeld: Bool { file.withLock { $0 != nil } }

  /// Lets the next server begin.
  public func release() {
    file.withLock { file in
      guard let held = file else { return }
      // While it is locked: a process that has opened this file in the meantime finds that the name is gone, and opens
      // the next one.
      unlink(path)
      close(held)
      file = nil
    }
  }

  private enum Outcome {
    case taken(Int32)
    case held(by: String?)
    case impossible
  }

  private static func take(_ path: String) -> Outcome {
    while true {
      // A symbolic link of this name would let others choose which file is overwritten.
      var file = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o644)
      if file < 0, errno == EACCES {
        // A file of another user: it can be locked without writing to it.
        file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        // If it may not be read either, it is assumed to be locked.
        if file < 0, errno == EACCES, access(path, F_OK) == 0 { return .held(by: nil) }
      }
      guard file >= 0 else { return .impossible }
      guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
        defer { close(file) }
        if errno == EINTR { continue }
        guard errno == EWOULDBLOCK else { return .impossible }
        return .held(by: holder(file))
      }
      // The one before may have removed it in between.
      guard isStill(file, at: path) else {
        close(file)
        continue
      }
      let text = Array("\(getpid())\n".utf8)
      ftruncate(file, 0)
      _ = pwrite(file, text, text.count, 0)
      return .taken(file)
    }
  }

  private static func holder(_ file: Int32) -> String? {
    var bytes = [UInt8](repeating: 0, count: 32)
    let count = pread(file, &bytes, bytes.count, 0)
    let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).trimmingSpaces
    return Int32(text.filter { $0 != "\n" }).map { "\($0)" }
  }

  private static func isStill(_ file: Int32, at path: String) -> Bool {
    var (opened, named) = (stat(), stat())
    return fstat(file, &opened) == 0 && stat(path, &named) == 0 && opened.st_ino == named.st_ino
      && opened.st_dev == named.st_dev
  }
}
