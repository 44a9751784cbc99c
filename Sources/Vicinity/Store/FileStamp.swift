#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The file system's attributes of a file: equal stamps mean that it has not been replaced or written in between.
///
/// File times advance in ticks of some milliseconds. Two changes within one tick may leave the same stamp, which
/// `settled` waits out.
struct FileStamp: Hashable, Sendable {
  /// The type of a file.
  enum Kind: Hashable, Sendable {
    case file, folder, device, pipe, socket, other
  }

  let kind: Kind
  /// The number of hard links.
  let links: Int
  /// The size in bytes.
  let size: Int
  private let device: UInt64
  private let inode: UInt64
  private let written: Int
  private let changed: Int

  /// The stamp of the file at a path, following symbolic links; nil when there is none.
  init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  private init(_ status: stat) {
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      case S_IFCHR, S_IFBLK: .device
      case S_IFIFO: .pipe
      case S_IFSOCK: .socket
      default: .other
      }
    links = Int(status.st_nlink)
    size = Int(status.st_size)
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(truncatingIfNeeded: status.st_ino)
    #if canImport(Darwin)
      (written, changed) = (Self.nanoseconds(status.st_mtimespec), Self.nanoseconds(status.st_ctimespec))
    #else
      (written, changed) = (Self.nanoseconds(status.st_mtim), Self.nanoseconds(status.st_ctim))
    #endif
  }

  private static func nanoseconds(_ time: timespec) -> Int { Int(time.tv_sec) &* 1_000_000_000 &+ Int(time.tv_nsec) }

  /// Whether both are stamps of the same file, regardless of changes.
  func isSameFile(as other: FileStamp) -> Bool { device == other.device && inode == other.inode }

  /// Whether the last write was before `other` replaced this file, which changes the status of `other`, or in the same
  /// tick: opening the new file and committing to it takes longer.
  /// tick: to open the new file and to commit takes longer.
  func isWrittenBefore(placing other: FileStamp) -> Bool { written <= other.changed }

  /// The time since the last change in nanoseconds; negative if the clocks of file system and computer differ.
  fileprivate var age: Int {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return Self.nanoseconds(now) - max(written, changed)
  }
}

/// The stamps of a database and its auxiliary files.
struct CatalogStamp: Hashable, Sendable {
  let main: FileStamp
  /// The write-ahead log, `-wal`.
  let log: FileStamp?
  /// The index of the log, `-shm`.
  let index: FileStamp?

  /// Longer than a clock tick of any common file system.
  private static let tick = 20_000_000

  /// - Parameter target: the path without symbolic links, where SQLite keeps its journals.
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

/// The log of an open file whose name now belongs to another file.
///
/// SQLite finds the log of a file by name alone, and would replay it into the new one
/// (https://sqlite.org/howtocorrupt.html, 2.4).
struct LeftLog: Sendable {
  private let target: String
  private let stamp: FileStamp

  /// - Parameter target: the path of the database without symbolic links; a connection has its log open.
  init?(of target: String) {
    guard let stamp = FileStamp(path: target + "-wal") else { return nil }
    (self.target, self.stamp) = (target, stamp)
  }

  /// Removes the log if it still exists and has not been written since the file was replaced.
  func remove() {
    guard let log = FileStamp(path: target + "-wal"), log.isSameFile(as: stamp), log.size > 0,
      let main = FileStamp(path: target), log.isWrittenBefore(placing: main)
    else { return }
    CatalogFile.remove([target + "-wal", target + "-shm"])
  }
}
