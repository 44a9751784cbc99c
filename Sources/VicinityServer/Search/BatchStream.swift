import AsyncAlgorithms
import CodedErrors
import Hummingbird
import NIOCore
import Streams
import Vicinity
import VicinityFormats
import VicinityHTTP

/// Answers the lines of a body while it is sent: one block of lines is answered while the next is read, and reading
/// stops while the client does not read the answers.
struct BatchStream: Sendable {
  private let exchange: Exchange
  private let batch: Batch

  /// The most bytes of lines that are answered in one go: a few milliseconds.
  private static let blockSize = 16 << 10
  /// The time after which others have their turn on the thread.
  private static let turn = Duration.milliseconds(20)

  init(_ exchange: Exchange) {
    self.exchange = exchange
    let (client, services) = (exchange.client, exchange.services)
    var budget = WorkBudget.usual
    budget.bytes = services.settings.maxAnswer
    batch = Batch(
      catalog: services.catalog, threads: 1, budget: budget,
      message: { error in
        guard let error = error as? any CodedError else { return "the server failed" }
        let problem = Problem(error) ?? Problem(.internalServerError, error.code, error.description)
        return problem.without(path: services.catalog.path).detail
      },
      clock: services.clock, for: client.session?.member
    ) { form in
      try MemberNames.check(form, by: client)
      if let limit = form.object?["limit"]?.integer { try QueryReply.check(limit: limit, services.settings) }
    }
  }

  func reply() -> Reply {
    var reply = Reply(streaming: MediaFormat.ndjson.mediaType) { writer in try await write(to: &writer) }
    // A buffering proxy would block a client that sends the next line after each answer.
    reply.headers[.accelBuffering] = "no"
    return reply
  }

  private typealias Started = Task<(LineBlock, Batch.Piece), any Error>

  private func write(to writer: inout any ResponseBodyWriter) async throws {
    let started = AsyncThrowingChannel<Started, any Error>()
    let reading = Task {
      do {
        var lines = LineAssembler(longest: exchange.services.settings.maxLine, blockSize: Self.blockSize)
        var body = BodyReader(exchange, limit: exchange.services.settings.maxBatch, name: "max-batch", isPatient: true)
        while let bytes = try await body.next() {
          for block in lines.add(bytes) { await started.send(start(block)) }
        }
        for block in lines.finish() { await started.send(start(block)) }
        started.finish()
      } catch { started.fail(error) }
    }
    defer { reading.cancel() }
    do {
      for try await task in started {
        var (block, piece) = try await task.value
        while true {
          if !piece.bytes.isEmpty { try await writer.write(ByteBuffer(bytes: piece.bytes)) }
          guard let next = piece.next else { break }
          (block, piece) = try await self.piece(of: block, from: next)
        }
      }
    } catch let problem as Problem {
      // The head of the response is sent already: an error in the body becomes the last line.
      var json = JSONWriter()
      json.object { json in
        json.key("error")
        json.object { json in
          json.member("code", problem.code)
          json.member("message", problem.detail)
        }
      }
      json.newline()
      try await writer.write(ByteBuffer(bytes: json.bytes))
    }
  }

  private func start(_ block: LineBlock) -> Started { Task { try await piece(of: block, from: block.firstLine) } }

  private func piece(of block: LineBlock, from line: Int) async throws -> (LineBlock, Batch.Piece) {
    let deadline = Duration.milliseconds(exchange.services.settings.deadlineMilliseconds)
    return try await exchange.services.gate.batch { [batch, connection = exchange.connection] in
      // A client that has gone while others had their turn needs no answer.
      guard connection.isActive else { throw CancellationError() }
      return (block, batch.piece(of: block, from: line, for: Self.turn, deadline: deadline))
    }
  }
}

/// Cuts bytes that come in any pieces into blocks of whole lines.
struct LineAssembler {
  private let longest: Int
  private let blockSize: Int
  private var rest: [UInt8] = []
  private var line = 1
  /// Whether the rest is the beginning of a line that is too long and has been refused.
  private var isSkipping = false

  /// - Parameters:
  ///   - longest: the most bytes of a line.
  ///   - blockSize: a block ends with the first line beyond it.
  init(longest: Int, blockSize: Int) { (self.longest, self.blockSize) = (longest, blockSize) }

  /// The blocks that are complete with these bytes.
  mutating func add(_ bytes: [UInt8]) -> [LineBlock] {
    let feed = UInt8(ascii: "\n")
    var bytes = bytes[...]
    if isSkipping {
      guard let end = bytes.firstIndex(of: feed) else { return [] }
      bytes = bytes[(end + 1)...]
      (isSkipping, line) = (false, line + 1)
    }
    // The rest has no whole line: without a line feed in the new bytes it has none now.
    let hasLine = bytes.contains(feed)
    rest += bytes
    var blocks: [LineBlock] = []
    while hasLine, let end = blockEnd(feed) {
      take(Array(rest[..<end]), into: &blocks)
      rest.removeFirst(end)
    }
    if rest.count > longest {
      blocks.append(LineBlock(bytes: Array(rest.prefix(64)), firstLine: line, isOverlong: true))
      (rest, isSkipping) = ([], true)
    }
    return blocks
  }

  /// The last line, if it lacks its line feed.
  mutating func finish() -> [LineBlock] {
    defer { rest = [] }
    return rest.isEmpty ? [] : [LineBlock(bytes: rest, firstLine: line)]
  }

  /// After the last whole line of the next block; nil without a whole line.
  private func blockEnd(_ feed: UInt8) -> Int? {
    let window = rest.prefix(blockSize)
    if let last = window.lastIndex(of: feed) { return last + 1 }
    return rest[window.endIndex...].firstIndex(of: feed).map { $0 + 1 }
  }

  private mutating func take(_ bytes: [UInt8], into blocks: inout [LineBlock]) {
    let isOverlong = bytes.count > longest && bytes.firstIndex(of: UInt8(ascii: "\n")) == bytes.count - 1
    let block = LineBlock(bytes: isOverlong ? Array(bytes.prefix(64)) : bytes, firstLine: line, isOverlong: isOverlong)
    line += isOverlong ? 1 : block.lineFeeds
    blocks.append(block)
  }
}
