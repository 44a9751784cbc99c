#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

import Streams

/// The stamps of a database and its auxiliary files.
struct CatalogStamp: Hashable, Sendable {
  let main: FileStamp
  /// The write-ahead log, `-wal`.
  let log: FileStamp?
  /// The index of the log, `-shm`.
  let index: FileStamp?

  /// Longer than a clock tick of any common file system.
  private static let tick = 20_000_000

  /// - Parameter target: the path without symbolic links, where SQLite puts its journals.
  init?(path: String, target: String) {
    guard let main = FileStamp(path: path) else { return nil }
    self.main = main
    log = FileStamp(path: target + "-wal")
    index = FileStamp(path: target + "-shm")
  }

  /// The stamp, once the last change is old enough for the next one to be visible.
  static func settled(path: String, target: String) -> CatalogStamp? {
    // One wait suffices for a file that is not being written; otherwise the stamp would not last anyway.
    guard let stamp = CatalogStamp(path: path, target: target), stamp.isFresh else {
      return CatalogStamp(path: path, target: target)
    }
    usleep(UInt32(tick / 1000))
    return CatalogStamp(path: path, target: target)
  }

  private var isFresh: Bool {
    [main, log, index].contains { stamp in stamp.map { 0..<Self.tick ~= $0.age } ?? false }
  }
}
