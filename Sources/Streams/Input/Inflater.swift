import CZlib

/// Decompresses a gzip stream (RFC 1952) in pieces; concatenated members form one stream.
package final class Inflater {
  private var stream = z_stream()
  private let path: String
  /// Whether the input may end here: no member is incomplete.
  package private(set) var isBetweenMembers = false

  /// Window bits of 15, plus 16 for the gzip wrapper (zlib manual, inflateInit2).
  private static let gzipWindowBits: Int32 = 15 + 16

  /// - Parameter path: the name of the file in messages.
  package init(path: String) throws(InputError) {
    self.path = path
    let version = ZLIB_VERSION
    let code = inflateInit2_(&stream, Self.gzipWindowBits, version, Int32(MemoryLayout<z_stream>.size))
    guard code == Z_OK else { throw InputError.gzipCorrupt(path: path, reason: "zlib could not start (code \(code))") }
  }

  deinit { inflateEnd(&stream) }

  /// Decompresses as much of `input` as fits into `output`.
  package func inflate(
    _ input: [UInt8], into output: UnsafeMutableRawBufferPointer
  ) throws(InputError) -> (consumed: Int, produced: Int) {
    var code = Z_OK
    let consumed = input.withUnsafeBufferPointer { bytes -> Int in
      // zlib takes a mutable pointer for historical reasons; it does not write through it.
      stream.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress)
      stream.avail_in = UInt32(bytes.count)
      stream.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
      stream.avail_out = UInt32(output.count)
      code = run()
      return bytes.count - Int(stream.avail_in)
    }
    guard code == Z_OK || code == Z_BUF_ERROR else { throw InputError.gzipCorrupt(path: path, reason: reason(code)) }
    return (consumed, output.count - Int(stream.avail_out))
  }

  /// Decompresses the members of the input; a member may be followed by another one or zero padding, as for `gzip -d`.
  private func run() -> Int32 {
    while true {
      if isBetweenMembers {
        skipPadding()
        guard stream.avail_in > 0 else { return Z_OK }
        inflateReset(&stream)
        isBetweenMembers = false
      }
      let code = CZlib.inflate(&stream, Z_NO_FLUSH)
      guard code == Z_STREAM_END else { return code }
      isBetweenMembers = true
    }
  }

  private func skipPadding() {
    while stream.avail_in > 0, stream.next_in?.pointee == 0 {
      stream.next_in? += 1
      stream.avail_in -= 1
    }
  }

  private func reason(_ code: Int32) -> String {
    stream.msg.map { String(cString: $0) } ?? "zlib code \(code)"
  }
}
