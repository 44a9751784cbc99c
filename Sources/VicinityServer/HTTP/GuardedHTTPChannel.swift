import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTPTypes

/// A connection of HTTP/1.1 that ends when the head of a request takes too long, or nothing comes.
enum GuardedHTTPChannel {
  static func builder(_ settings: ServerSettings) -> HTTPServerBuilder {
    let configuration = HTTP1Channel.Configuration(
      idleTimeout: .seconds(Int64(settings.idleSeconds)),
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

    func handle(value: HTTP1Channel.Value, logger: Logger) async { await inner.handle(value: value, logger: logger) }
  }

  /// Closes a connection whose request does not begin to be answered in time after its first byte: a client that sends
  /// its head byte by byte.
  private final class HeadTimer: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ByteBuffer

    private let limit: TimeAmount
    private var timer: Scheduled<Void>?
    /// The last bytes of the head so far.
    private var tail: [UInt8] = []
    private var isInHead = true

    init(limit: TimeAmount) { self.limit = limit }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      if isInHead {
        if timer == nil {
          let channel = context.channel
          timer = context.eventLoop.scheduleTask(in: limit) { channel.close(promise: nil) }
        }
        tail = (tail + unwrapInboundIn(data).readableBytesView.suffix(4 + 64)).suffix(68)
        if hasHeadEnd(unwrapInboundIn(data)) { endHead() }
      }
      context.fireChannelRead(data)
    }

    /// A head ends with an empty line; it may be split between two reads.
    private func hasHeadEnd(_ buffer: ByteBuffer) -> Bool {
      let end: [UInt8] = [13, 10, 13, 10]
      return buffer.readableBytesView.firstRange(of: end) != nil || tail.firstRange(of: end) != nil
    }

    private func endHead() {
      isInHead = false
      timer?.cancel()
      timer = nil
      tail = []
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
      // The next request begins after the answer.
      isInHead = true
      context.write(data, promise: promise)
    }

    func channelInactive(context: ChannelHandlerContext) {
      timer?.cancel()
      context.fireChannelInactive()
    }
  }
}
