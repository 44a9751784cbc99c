import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTPTypes

/// A connection of HTTP/1.1 that ends when the head of a request takes too long, or nothing comes.
enum GuardedHTTPChannel {
  static func builder(_ settings: ServerSettings) -> HTTPServerBuilder {
    let configuration = HTTP1Channel.Configuration(
      additionalChannelHandlers: [HeadWatcher()], idleTimeout: .seconds(Int64(settings.idleSeconds)),
      httpDecoderConfiguration: .init(
        maxHeaderFieldSize: settings.maxHeaders, maxHeaderListSize: settings.maxHeaders, maxHeaderFieldCount: 200))
    let seconds = Int64(settings.headSeconds)
    return HTTPServerBuilder { responder in
      Channel(inner: HTTP1Channel(responder: responder, configuration: configuration), headTimeout: .seconds(seconds))
    }
  }

  private struct Channel: ServerChildChannel {
    let inner: HTTP1Channel
    let headTimeout: TimeAmount

    func setup(channel: any NIOCore.Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
      channel.eventLoop.makeCompletedFuture {
        try channel.pipeline.syncOperations.addHandler(HeadTimer(limit: headTimeout))
      }.flatMap { inner.setup(channel: channel, logger: logger) }
    }

    func handle(value: HTTP1Channel.Value, logger: Logger) async {
      await withTaskExecutorPreference(EventLoopExecutor(value.channel.eventLoop)) {
        await inner.handle(value: value, logger: logger)
      }
    }
  }

  /// Closes a connection whose request has not brought its whole head in time after its first byte: a client that sends
  /// it byte by byte.
  private final class HeadTimer: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let limit: TimeAmount
    private var timer: Scheduled<Void>?
    /// Whether the next byte begins a head.
    private var isArmed = true

    init(limit: TimeAmount) { self.limit = limit }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      if isArmed, timer == nil {
        let channel = context.channel
        timer = context.eventLoop.scheduleTask(in: limit) { channel.close(promise: nil) }
      }
      context.fireChannelRead(data)
    }

    func endHead() {
      isArmed = false
      timer?.cancel()
      timer = nil
    }

    func endRequest() { isArmed = true }

    func channelInactive(context: ChannelHandlerContext) {
      endHead()
      context.fireChannelInactive()
    }
  }

  /// Tells the timer of its connection where heads and requests end.
  private final class HeadWatcher: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart

    private var timer: HeadTimer?

    func handlerAdded(context: ChannelHandlerContext) {
      timer = try? context.pipeline.syncOperations.handler(type: HeadTimer.self)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      switch unwrapInboundIn(data) {
      case .head: timer?.endHead()
      case .end: timer?.endRequest()
      case .body: break
      }
      context.fireChannelRead(data)
    }
  }
}
