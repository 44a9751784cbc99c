#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Whole lines of a file, small enough to be answered as one piece of work.
struct LineBlock: Sendable {
  /// The bytes of the lines; only the last line of a file may lack its line feed.
  var bytes: [UInt8]
  /// The number of the first line, from 1.
  var firstLine: Int
  /// Whether the block is the beginning of one line that was too long to keep.
  var isOverlong = false

  /// Hands each line, without its line feed, to `body` together with its number.
  func forEachLine(_ body: (UnsafeBufferPointer<UInt8>, Int) -> Void) {
    bytes.withUnsafeBufferPointer { buffer in
      var start = 0
      var number = firstLine
      while start < buffer.count {
        let end = Self.lineEnd(in: buffer, from: start)
        body(UnsafeBufferPointer(rebasing: buffer[start..<end]), number)
        start = end + 1
        number += 1
      }
    }
  }

  /// How many line feeds there are; without a branch, so that vectors count them.
  var lineFeeds: Int {
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
