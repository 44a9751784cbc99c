import NIOCore
import NIOHTTP1
import NIOPosix

/// Requests that are sent when they are due, each over a connection that is free.
///
/// Everything happens on one event loop.
final class ConstantRate: @unchecked Sendable {
  private let paths: [String]
  private let host: String
  private let interval: Double
  private let warmup: Int
  private let count: Int
  private let loop: any EventLoop
  private let finished: EventLoopPromise<LoadReport>

  private var start = NIODeadline.now()
  /// The number of the next request to become due.
  private var next = 0
  private var answered = 0
  /// The numbers of requests that are due and wait for a connection.
  private var waiting = CircularBuffer<Int>()
  /// In turn, so that none is idle for long.
  private var free = CircularBuffer<Connection>()
  private var report = LoadReport(times: [], statuses: [:], bytes: 0)

  /// - Parameters:
  ///   - rate: requests a second.
  ///   - warmup: the number of requests that are not counted.
  ///   - count: the number of those after them.
  init(paths: [String], host: String, rate: Double, warmup: Int, count: Int, on loop: any EventLoop) {
    (self.paths, self.host, self.warmup, self.count, self.loop) = (paths, host, warmup, count, loop)
    interval = 1e9 / rate
    finished = loop.makePromise()
  }

  /// Opens a connection.
  func connect(_ host: String, _ port: Int) async throws {
    _ = try await ClientBootstrap(group: loop)
      .channelOption(.tcpOption(.tcp_nodelay), value: 1)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHTTPClientHandlers()
          try channel.pipeline.syncOperations.addHandler(Connection(self))
        }
      }
      .connect(host: host, port: port).get()
  }

  /// Sends all requests, and waits for their answers.
  func run() async throws -> LoadReport {
    loop.execute {
      self.start = .now()
      self.sendDue()
    }
    return try await finished.futureResult.get()
  }

  private func due(_ number: Int) -> NIODeadline { start + .nanoseconds(Int64(Double(number) * interval)) }

  private func sendDue() {
    let now = NIODeadline.now()
    while next < warmup + count, due(next) <= now {
      waiting.append(next)
      next += 1
    }
    send()
    guard next < warmup + count else { return }
    loop.scheduleTask(deadline: due(next)) { self.sendDue() }
  }

  private func send() {
    while !waiting.isEmpty, let connection = free.popFirst() {
      let number = waiting.removeFirst()
      connection.ask(paths[number % paths.count], of: host, number)
    }
  }

  fileprivate func becomesFree(_ connection: Connection) { free.append(connection) }

  fileprivate func isAnswered(_ number: Int, status: Int, bytes: Int) {
    answered += 1
    if number >= warmup {
      report.times.append((NIODeadline.now() - due(number)).nanoseconds)
      report.statuses[status, default: 0] += 1
      report.bytes += bytes
    }
    if answered == warmup + count {
      report.times.sort()
      finished.succeed(report)
    } else {
      send()
    }
  }

  fileprivate func breaks(_ connection: Connection) {
    free.removeAll { $0 === connection }
    if answered < warmup + count { finished.fail(ConnectionEnded()) }
  }
}

/// The server has closed a connection.
struct ConnectionEnded: Error, CustomStringConvertible {
  var description: String { "the server has closed a connection" }
}

/// A connection, with at most one request at a time.
final class Connection: ChannelInboundHandler {
  typealias InboundIn = HTTPClientResponsePart
  typealias OutboundOut = HTTPClientRequestPart

  private let load: ConstantRate
  private var context: ChannelHandlerContext?
  private var number = 0
  private var status = 0
  private var bytes = 0

  init(_ load: ConstantRate) { self.load = load }

  func ask(_ path: String, of host: String, _ number: Int) {
    guard let context else { return }
    (self.number, status, bytes) = (number, 0, 0)
    let head = HTTPRequestHead(version: .http1_1, method: .GET, uri: path, headers: ["Host": host])
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
  }

  func channelActive(context: ChannelHandlerContext) {
    self.context = context
    load.becomesFree(self)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head): status = Int(head.status.code)
    case .body(let buffer): bytes += buffer.readableBytes
    case .end:
      load.becomesFree(self)
      load.isAnswered(number, status: status, bytes: bytes)
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    self.context = nil
    load.breaks(self)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
