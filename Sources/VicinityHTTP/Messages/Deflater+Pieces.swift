import NIOCore
import NIOPosix
import Streams

extension Deflater {
  /// Compresses the next piece of a body: on a thread when it takes longer than a millisecond.
  package func gzip(_ piece: ByteBuffer, isLast: Bool) async throws -> ByteBuffer {
    guard piece.readableBytes > Self.mostAtOnce else { return deflated(piece, isLast) }
    // The writer of a body waits for each piece.
    nonisolated(unsafe) let deflater = self
    return try await NIOThreadPool.singleton.runIfActive { deflater.deflated(piece, isLast) }
  }

  private func deflated(_ piece: ByteBuffer, _ isLast: Bool) -> ByteBuffer {
    ByteBuffer(bytes: deflate(piece.readableBytesView, isLast: isLast))
  }

  private static let mostAtOnce = 32 << 10
}
