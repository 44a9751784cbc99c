import Streams

/// A file that may be read more than once; standard input and other pipes are then copied to a temporary file first.
final class RepeatedInput {
  private let path: String
  private let buffer: InputBuffer
  private var spooled: SpooledInput?
  private var isRead = false

  /// - Parameters:
  ///   - buffer: the file at its beginning.
  ///   - path: the path of the file.
  init(_ buffer: InputBuffer, path: String) { (self.buffer, self.path) = (buffer, path) }

  /// The beginning of the file, which stays unread.
  var head: UnsafeBufferPointer<UInt8> { buffer.bytes }

  /// The file at its beginning, for a pass before ``read()``.
  /// - Throws: `ImportError.notWritable` when a pipe cannot be copied.
  func look() throws -> InputBuffer {
    if buffer.source.totalBytes == nil, spooled == nil { spooled = try SpooledInput(buffer) }
    return try InputBuffer(ByteSource(path: spooled?.path ?? path, calledAs: path))
  }

  /// The file at its beginning, for the pass that reads the listings, whose progress is counted.
  func read() throws -> InputBuffer {
    guard spooled == nil, !isRead else { return try look() }
    isRead = true
    return buffer
  }
}
