import CZlib

/// Compresses bytes as a gzip stream (RFC 1952), in pieces that a reader can inflate as they come.
package final class Deflater {
  private var stream = z_stream()

  /// Window bits of 15, plus 16 for the gzip wrapper (zlib manual, deflateInit2).
  private static let gzipWindowBits: Int32 = 15 + 16
  /// A third of the time of the usual level, for some percent more bytes.
  package static let usualLevel: Int32 = 3

  /// Makes a stream.
  /// - Parameter level: 1 to 9; more take longer and give fewer bytes.
  package init(level: Int32 = usualLevel) {
    deflateInit2_(
      &stream, level, Z_DEFLATED, Self.gzipWindowBits, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
  }

  deinit { deflateEnd(&stream) }

  /// The compressed bytes of a piece, all of it.
  /// - Parameter isLast: whether the stream ends here.
  package func deflate(_ bytes: some Collection<UInt8>, isLast: Bool) -> [UInt8] {
    var input = Array(bytes)
    var output: [UInt8] = []
    let flush = isLast ? Z_FINISH : Z_SYNC_FLUSH
    input.withUnsafeMutableBufferPointer { input in
      (stream.next_in, stream.avail_in) = (input.baseAddress, UInt32(input.count))
      repeat {
        output += [UInt8](unsafeUninitializedCapacity: max(1024, input.count / 2)) { buffer, count in
          (stream.next_out, stream.avail_out) = (buffer.baseAddress, UInt32(buffer.count))
          CZlib.deflate(&stream, flush)
          count = buffer.count - Int(stream.avail_out)
        }
      } while stream.avail_out == 0
    }
    return output
  }
}
