import CoreMetrics
import Hummingbird
import NIOCore
import Streams

/// Writes a body piece by piece, compressed if the client takes that: each piece can be read as it comes.
package struct StreamWriter: ResponseBodyWriter {
  private var inner: any ResponseBodyWriter
  private let deflater: Deflater?
  private let sent: Counter

  package init(_ inner: any ResponseBodyWriter, isCompressed: Bool, _ sent: Counter) {
    (self.inner, deflater, self.sent) = (inner, isCompressed ? Deflater() : nil, sent)
  }

  package mutating func write(_ buffer: ByteBuffer) async throws {
    let piece = try await deflater?.gzip(buffer, isLast: false) ?? buffer
    sent.increment(by: piece.readableBytes)
    try await inner.write(piece)
  }

  package consuming func finish(_ trailingHeaders: HTTPFields?) async throws {
    if let deflater { try await inner.write(deflater.gzip(ByteBuffer(), isLast: true)) }
    try await inner.finish(trailingHeaders)
  }
}
