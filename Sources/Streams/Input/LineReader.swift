#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Splits a source into lines at LF or CRLF.
package final class LineReader {
  private let buffer: InputBuffer
  private var consumed = 0
  /// The number of the last line returned, from 1; 0 before the first.
  package private(set) var lineNumber = 0

  package init(_ buffer: InputBuffer) { self.buffer = buffer }

  /// The next line without its line ending, valid until the next call; nil after the last.
  package func next() throws(InputError) -> UnsafeBufferPointer<UInt8>? {
    buffer.consume(consumed)
    consumed = 0
    var searched = 0
    while true {
      let bytes = buffer.bytes
      if let length = Self.lineLength(bytes, from: searched) {
        consumed = length + 1
        return line(bytes, length)
      }
      searched = bytes.count
      guard searched <= InputBuffer.maximumRow else {
        throw InputError.rowTooLong(path: buffer.source.path, line: lineNumber + 1)
      }
      if try buffer.fill() { continue }
      consumed = bytes.count
      return bytes.isEmpty ? nil : line(bytes, bytes.count)
    }
  }

  private func line(_ bytes: UnsafeBufferPointer<UInt8>, _ length: Int) -> UnsafeBufferPointer<UInt8> {
    lineNumber += 1
    let endsWithReturn = length > 0 && bytes[length - 1] == UInt8(ascii: "\r")
    return UnsafeBufferPointer(rebasing: bytes[..<(endsWithReturn ? length - 1 : length)])
  }

  private static func lineLength(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    guard start < bytes.count, let base = bytes.baseAddress else { return nil }
    guard let found = memchr(base + start, 0x0A, bytes.count - start) else { return nil }
    return found - UnsafeMutableRawPointer(mutating: base)
  }
}
