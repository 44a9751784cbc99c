#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Whole lines of a file, few enough to be processed as one unit of work.
package struct LineBlock: Sendable {
  /// The bytes of the lines; only the last line of a file may lack its line feed.
  package var bytes: [UInt8]
  /// The number of the first line in the file, from 1.
  package var firstLine: Int
  /// Whether the block is the beginning of one line that exceeds the maximum length.
  package var isOverlong = false

  /// Makes a block.
  package init(bytes: [UInt8], firstLine: Int, isOverlong: Bool = false) {
    (self.bytes, self.firstLine, self.isOverlong) = (bytes, firstLine, isOverlong)
  }

  /// Passes each line, without its line feed, and its number to `body` until it returns false.
  package func forEachLine(_ body: (UnsafeBufferPointer<UInt8>, Int) -> Bool) {
    bytes.withUnsafeBufferPointer { buffer in
      var start = 0
      var number = firstLine
      while start < buffer.count {
        let end = Self.lineEnd(in: buffer, from: start)
        guard body(UnsafeBufferPointer(rebasing: buffer[start..<end]), number) else { return }
        start = end + 1
        number += 1
      }
    }
  }

  /// Whether a line has only spaces, tabs, and carriage returns.
  package static func isBlank(_ line: some Sequence<UInt8>) -> Bool {
    line.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
  }

  /// The number of line feeds; branch-free, so that it vectorizes.
  package var lineFeeds: Int {
    bytes.withUnsafeBufferPointer { buffer in
      var count = 0
      for byte in buffer { count &+= byte == UInt8(ascii: "\n") ? 1 : 0 }
      return count
    }
  }

  private static func lineEnd(in buffer: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    guard let base = buffer.baseAddress,
      let lineFeed = memchr(base + start, Int32(UInt8(ascii: "\n")), buffer.count - start)
    else { return buffer.count }
    return UnsafeRawPointer(lineFeed) - UnsafeRawPointer(base)
  }
}
