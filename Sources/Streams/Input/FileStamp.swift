#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The file system's attributes of a file: equal stamps mean that it has not been replaced or written in between.
///
/// File times advance in ticks of a few milliseconds. Two changes within one tick may leave the same stamp, whose
/// `age` is then less than a tick.
package struct FileStamp: Hashable, Sendable {
  /// The type of a file.
  package enum Kind: Hashable, Sendable {
    case file, folder, device, pipe, socket, other
  }

  package let kind: Kind
  /// The number of hard links.
  package let links: Int
  /// The size in bytes.
  package let size: Int
  /// When the file was last written, in nanoseconds since 1970.
  package let written: Int
  private let device: UInt64
  private let inode: UInt64
  private let changed: Int

  /// The stamp of the file at a path, following symbolic links; nil when there is none.
  package init?(path: String) {
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
  package func isSameFile(as other: FileStamp) -> Bool { device == other.device && inode == other.inode }

  /// Whether the last write was before `other` replaced this file, which changes the status of `other`, or in the same
  /// tick: opening the new file and committing to it takes longer.
  package func isWrittenBefore(placing other: FileStamp) -> Bool { written <= other.changed }

  /// The time since the last change in nanoseconds; negative if the clocks of file system and computer differ.
  package var age: Int {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return Self.nanoseconds(now) - max(written, changed)
  }
}
