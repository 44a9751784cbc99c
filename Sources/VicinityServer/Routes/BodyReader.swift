import Hummingbird
import NIOCore
import NIOPosix
import Streams
import VicinityHTTP

/// Reads the body of a request piece by piece, inflated if need be, up to a limit of both sizes and of their ratio, and
/// of the time it takes.
struct BodyReader {
  private var iterator: RequestBody.AsyncIterator
  private let limit: Int
  private let mostInflation: Int
  private let name: String
  /// Nil for a client that may take its time.
  private let time: BodyTime?
  private let connection: any Channel
  private let inflater: Inflater?
  /// The announced size of the body; nil once the client was asked for it, and for a client that does not wait.
  private var announced: Int??
  private var inflating: [UInt8] = []
  private var received = 0
  private var inflated = 0

  /// - Parameters:
  ///   - limit: of both sizes; bytes.
  ///   - name: the name of the limit.
  ///   - isPatient: whether the client may take its time: it sends lines as it has read the answers to earlier ones.
  init(_ exchange: Exchange, limit: Int, name: String, isPatient: Bool = false) {
    time = isPatient ? nil : BodyTime(seconds: exchange.services.settings.bodySeconds)
    iterator = exchange.request.body.makeAsyncIterator()
    (self.limit, self.name, connection) = (limit, name, exchange.connection)
    mostInflation = exchange.services.settings.maxInflation
    if exchange.request.headers.waitsToSendBody {
      announced = .some(exchange.request.headers[.contentLength].flatMap { Int($0) })
    }
    let isCompressed = exchange.request.headers[.contentEncoding]?.lowercased() == "gzip"
    inflater = isCompressed ? try? Inflater(path: "the body") : nil
  }

  /// The next piece; nil at the end.
  /// - Throws: `Problem` beyond the limit, and for a body that is not gzip as it says.
  mutating func next() async throws -> [UInt8]? {
    if let announced {
      try check(announced ?? 0)
      self.announced = nil
      RequestWatcher.wantBody(on: connection)
    }
    while true {
      if let inflater, !inflating.isEmpty {
        let piece = try inflate(inflater)
        // A small body can decompress to very much. The event loop does not read from any connection while a task waits
        // for it, so that a yield is not enough to give others their turn.
        try await NIOThreadPool.singleton.runIfActive {}
        guard connection.isActive else { throw CancellationError() }
        if !piece.isEmpty { return piece }
      }
      guard let buffer = try await iterator.next() else {
        if let inflater, !inflater.isBetweenMembers, received > 0 {
          throw Problem(.badRequest, "gzip-truncated", "The body ends within its gzip stream.")
        }
        return nil
      }
      received += buffer.readableBytes
      try check(received)
      try time?.check(received)
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
    guard inflated <= Self.harmless || inflated / mostInflation <= received else {
      throw Problem.limit(
        .contentTooLarge, "max-inflation", mostInflation,
        "The body becomes more than \(mostInflation) times larger when it is inflated.")
    }
    return piece
  }

  /// A body of this size is read whatever its ratio.
  private static let harmless = 16 << 20

  private func check(_ count: Int) throws {
    guard count > limit else { return }
    throw Problem.limit(.contentTooLarge, name, limit, "The body is larger than \(limit) bytes.")
  }
}
