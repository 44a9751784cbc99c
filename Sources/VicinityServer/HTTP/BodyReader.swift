import Hummingbird
import NIOCore
import Streams

/// Reads the body of a request piece by piece, inflated if need be, up to a limit of both sizes.
struct BodyReader {
  private var iterator: RequestBody.AsyncIterator
  private let limit: Int
  private let name: String
  private let inflater: Inflater?
  private var inflating: [UInt8] = []
  private var received = 0
  private var inflated = 0

  /// - Parameter name: the name of the limit.
  init(_ request: Request, limit: Int, name: String, isCompressed: Bool) {
    iterator = request.body.makeAsyncIterator()
    (self.limit, self.name) = (limit, name)
    inflater = isCompressed ? try? Inflater(path: "the body") : nil
  }

  /// The next piece; nil at the end.
  /// - Throws: `Problem` beyond the limit, and for a body that is not gzip as it says.
  mutating func next() async throws -> [UInt8]? {
    while true {
      if let inflater, !inflating.isEmpty {
        let piece = try inflate(inflater)
        if !piece.isEmpty { return piece }
      }
      guard let buffer = try await iterator.next() else {
        if let inflater, !inflater.isBetweenMembers, received > 0 {
          throw Problem(.badRequest, "gzip-truncated", "The body ends inside of its gzip stream.")
        }
        return nil
      }
      received += buffer.readableBytes
      try check(received)
      guard inflater != nil else {
        if buffer.readableBytes > 0 { return Array(buffer.readableBytesView) }
        continue
      }
      inflating += buffer.readableBytesView
    }
  }

  private mutating func inflate(_ inflater: Inflater) throws -> [UInt8] {
    var consumed = 0
    var piece: [UInt8]
    do {
      piece = try [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
        (consumed, count) = try inflater.inflate(inflating, into: UnsafeMutableRawBufferPointer(buffer))
      }
    } catch { throw Problem(.badRequest, "gzip-corrupt", "The body is not gzip: \(error)") }
    inflating.removeFirst(consumed)
    inflated += piece.count
    try check(inflated)
    return piece
  }

  private func check(_ count: Int) throws {
    guard count > limit else { return }
    throw Problem.limit(.contentTooLarge, name, limit, "The body is larger than \(limit) bytes.")
  }
}
