/// Cuts a source into blocks of whole lines, to be parsed beside one another.
package struct LineBlocks {
  private let buffer: InputBuffer
  private let size: Int

  /// - Parameter size: bytes that a block should have; a mebibyte are some thousand listings, so that handing a block over costs nothing.
  package init(_ buffer: InputBuffer, size: Int = 1 << 20) {
    self.buffer = buffer
    self.size = size
  }

  /// The next block, with the line feed of every line but perhaps the last of the file; nil at the end.
  ///
  /// - Throws: `rowTooLong` counts its line from the beginning of the block, from 1.
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
