import Foundation

/// A file whose bytes never change, read in pieces.
///
/// It is opened for each piece, so that a client that does not read holds no open file. If it is removed in the
/// meantime, the response ends.
package struct StoredFile: Sendable {
  package let path: String
  /// Its bytes.
  package let count: Int

  /// Bytes that are read at once.
  package static let piece = 64 << 10

  /// - Returns: nil when there is no such file.
  package init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    (self.path, count) = (path, Int(status.st_size))
  }

  /// Reads a part.
  /// - Throws: `CocoaError` when the file is gone or shorter.
  package func bytes(_ range: Range<Int>) throws -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw CocoaError(.fileReadNoSuchFile) }
    defer { close(file) }
    return try [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
      while count < range.count, let start = buffer.baseAddress {
        let read = pread(file, start + count, range.count - count, off_t(range.lowerBound + count))
        if read < 0, errno == EINTR { continue }
        guard read > 0 else { throw CocoaError(.fileReadUnknown) }
        count += read
      }
    }
  }
}
