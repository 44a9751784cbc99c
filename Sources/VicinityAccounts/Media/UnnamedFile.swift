import Foundation

/// A file without a name: it disappears with the process, however that ends.
package final class UnnamedFile: Sendable {
  private let descriptor: Int32

  /// Makes an empty file.
  ///
  /// - Parameter folder: a folder on the same disk.
  /// - Throws: `StorageError` when the folder cannot be written.
  package init(in folder: String) throws {
    let path = "\(folder)/.upload-\(UUID().uuidString)"
    let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw StorageError(errno: errno) }
    unlink(path)
    descriptor = file
  }

  deinit { close(descriptor) }

  /// Opens it from its beginning, for the lifetime of this object.
  package var path: String { "/dev/fd/\(descriptor)" }

  /// Writes behind what was written before.
  /// - Throws: `StorageError` when the disk takes no more.
  package func append(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw StorageError(errno: errno) }
      rest = rest.dropFirst(count)
    }
  }

  /// Copies all of it into a new file.
  /// - Throws: `StorageError` when the disk takes no more.
  func copy(to path: String) throws {
    let target = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard target >= 0 else { throw StorageError(errno: errno) }
    defer { close(target) }
    var offset = 0
    try withUnsafeTemporaryAllocation(byteCount: 1 << 18, alignment: 8) { piece in
      while true {
        let count = pread(descriptor, piece.baseAddress, piece.count, off_t(offset))
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { throw StorageError(errno: errno) }
        if count == 0 { return }
        var done = 0
        while done < count {
          let written = write(target, piece.baseAddress.map { $0 + done }, count - done)
          if written < 0, errno == EINTR { continue }
          guard written >= 0 else { throw StorageError(errno: errno) }
          done += written
        }
        offset += count
      }
    }
  }

  /// Goes back to the beginning: on some systems, opening `path` starts at the current position of this file.
  package func rewind() { lseek(descriptor, 0, SEEK_SET) }
}
