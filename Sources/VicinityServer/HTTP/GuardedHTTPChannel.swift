import HummingbirdCore
import Logging
import NIOCore
import NIOHTTPTypes

/// A connection of HTTP/1.1 that ends when its client is too slow.
enum GuardedHTTPChannel {
  static func builder(_ settings: ServerSettings) -> HTTPServerBuilder {
    let configuration = HTTP1Channel.Configuration(
      additionalChannelHandlers: [RequestWatcher(maxHeaders: settings.maxHeaders)],
      httpDecoderConfiguration: .init(
        maxHeaderFieldSize: settings.maxHeaders, maxHeaderListSize: settings.maxHeaders, maxHeaderFieldCount: 200))
    return HTTPServerBuilder { responder in
      Channel(
        inner: HTTP1Channel(responder: responder, configuration: configuration),
        headLimit: .seconds(Int64(settings.headSeconds)), idleLimit: .seconds(Int64(settings.idleSeconds)))
    }
  }

  private struct Channel: ServerChildChannel {
    let inner: HTTP1Channel
    let headLimit: TimeAmount
    let idleLimit: TimeAmount

    func setup(channel: any NIOCore.Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
      channel.eventLoop.makeCompletedFuture {
        try channel.pipeline.syncOperations.addHandler(ConnectionTimer(headLimit: headLimit, idleLimit: idleLimit))
      }.flatMap { inner.setup(channel: channel, logger: logger) }
    }

    func handle(value: HTTP1Channel.Value, logger: Logger) async {
      await withTaskExecutorPreference(EventLoopExecutor(value.channel.eventLoop)) {
        await inner.handle(value: value, logger: logger)
      }
    }
  }
}
