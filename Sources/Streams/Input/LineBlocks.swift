/// Splits a source into blocks of whole lines to be parsed in parallel.
package struct LineBlocks {
  private let buffer: InputBuffer
  private let size: Int

  /// - Parameter size: approximate bytes per block; a mebibyte holds thousands of listings, so that the cost per block
  ///   is negligible.
  package init(_ buffer: InputBuffer, size: Int = 1 << 20) {
    self.buffer = buffer
    self.size = size
  }

  /// The next block; only the last line of the file may lack its line feed. Nil at the end.
  ///
  /// - Throws: `rowTooLong` with its line counted from the beginning of the block, from 1.
  package func next() throws(InputError) -> [UInt8]? {
    try buffer.fill(atLeast: size)
    while true {
      let bytes = buffer.bytes
      if let end = bytes.lastIndex(of: UInt8(ascii: "\n")) { return take(end + 1) }
      guard bytes.count <= InputBuffer.maximumRow else { throw .rowTooLong(path: buffer.source.path, line: 1) }
      if try buffer.fill() { continue }
      return bytes.isEmpty ? nil : take(bytes.count)
    }
  }

  private func take(_ count: Int) -> [UInt8] {
    defer { buffer.consume(count) }
    return Array(buffer.bytes[..<count])
  }
}
