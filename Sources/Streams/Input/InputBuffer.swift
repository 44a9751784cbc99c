/// A sliding window over the bytes of a source, grown on demand.
///
/// Shared by the readers of lines, tables and JSON: they examine `bytes`, `fill` when these do not suffice, and
/// `consume` what they have read.
package final class InputBuffer {
  /// The source of the bytes.
  package let source: ByteSource
  private var storage: UnsafeMutableRawBufferPointer
  private var start = 0
  private var end = 0
  private var isAtEnd = false
  /// Whether lines end with CR only, as those of old Mac programs: it is read as LF.
  private var hasReturnsOnly = false

  /// The maximum size of a single row; a longer one means a file of another kind, or hostile input.
  package static let maximumRow = 64 << 20

  /// Reads the beginning of `source`, drops a UTF-8 byte order mark and rejects UTF-16 and UTF-32.
  package init(_ source: ByteSource) throws(InputError) {
    self.source = source
    storage = .allocate(byteCount: 2 * ByteSource.chunkSize, alignment: 16)
    while end < 4, try fill() {}
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { consume(3) }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0, 0, 0xFE, 0xFF]) {
      throw InputError.wrongEncoding(path: source.path, found: "UTF-16")
    }
    hasReturnsOnly = Self.hasReturnsOnly(bytes)
    if hasReturnsOnly { replaceReturns(from: start) }
  }

  /// Whether there is a CR before other text, and no LF, or a single one after a header.
  private static func hasReturnsOnly(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var (returns, newlines) = (0, 0)
    for (index, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: "\n") { newlines += 1 }
      if byte == UInt8(ascii: "\r"), index + 1 < bytes.count, bytes[index + 1] != UInt8(ascii: "\n") { returns += 1 }
      guard newlines <= 1 else { return false }
    }
    return returns > newlines
  }

  private func replaceReturns(from first: Int) {
    for index in first..<end where storage[index] == UInt8(ascii: "\r") { storage[index] = UInt8(ascii: "\n") }
  }

  deinit { storage.deallocate() }

  /// The bytes read and not yet consumed; valid until the next call of `fill`.
  package var bytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: UnsafeBufferPointer(storage.bindMemory(to: UInt8.self))[start..<end])
  }

  /// Reads more bytes after those in the window; false at the end of the source.
  package func fill() throws(InputError) -> Bool {
    guard !isAtEnd else { return false }
    makeRoom()
    let count = try source.read(into: UnsafeMutableRawBufferPointer(rebasing: storage[end...]))
    end += count
    if hasReturnsOnly { replaceReturns(from: end - count) }
    isAtEnd = count == 0
    return count > 0
  }

  /// Reads until the window holds `count` bytes or the source ends.
  package func fill(atLeast count: Int) throws(InputError) {
    while end - start < count, try fill() {}
  }

  /// Drops the first `count` bytes of the window.
  package func consume(_ count: Int) { start += count }

  /// Moves the window to the start of the storage, and doubles the storage when it is full.
  private func makeRoom() {
    if start > 0 {
      storage.copyMemory(from: UnsafeRawBufferPointer(rebasing: storage[start..<end]))
      (start, end) = (0, end - start)
    }
    guard end == storage.count else { return }
    let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: 2 * storage.count, alignment: 16)
    larger.copyMemory(from: UnsafeRawBufferPointer(storage))
    storage.deallocate()
    storage = larger
  }
}
