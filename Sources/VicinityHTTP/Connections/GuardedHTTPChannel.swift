import HummingbirdCore
import Logging
import NIOCore
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// A connection of HTTP/1.1 that ends when its client is too slow.
package enum GuardedHTTPChannel {
  /// - Parameters:
  ///   - encryption: nil for plain HTTP.
  ///   - onRefusal: called for each connection beyond the limit of its address.
  package static func builder(
    _ settings: ServerSettings, _ encryption: Encryption?, onRefusal: @escaping @Sendable () -> Void = {}
  ) -> HTTPServerBuilder {
    let configuration = HTTP1Channel.Configuration(
      additionalChannelHandlers: [RequestWatcher(maxHeaders: settings.maxHeaders)],
      httpDecoderConfiguration: .init(
        maxHeaderFieldSize: settings.maxHeaders, maxHeaderListSize: settings.maxHeaders, maxHeaderFieldCount: 200))
    let shares = ConnectionShares(most: settings.clientConnections)
    let refusals = ConnectionShares(most: RefusedConnection.mostAnswered)
    return HTTPServerBuilder { responder in
      let inner = HTTP1Channel(responder: gated(responder), configuration: configuration)
      return Channel(
        inner: inner, shares: shares, refusals: refusals, onRefusal: onRefusal, settings: settings,
        encryption: encryption, headLimit: .seconds(Int64(settings.headSeconds)),
        idleLimit: .seconds(Int64(settings.idleSeconds)))
    }
  }

  /// A responder whose requests have no reader left once they are answered.
  ///
  /// A shorter body is held whole by the task that answers, which is its only reader.
  private static func gated(_ responder: @escaping HTTPChannelHandler.Responder) -> HTTPChannelHandler.Responder {
    { request, writer, channel in
      guard request.mayHaveLongBody else { return try await responder(request, writer, channel) }
      let gate = BodyGate(request.body)
      var request = request
      request.body = RequestBody(asyncSequence: gate)
      try await responder(request, writer, channel)
      await gate.close()
    }
  }

  private struct Channel: ServerChildChannel {
    let inner: HTTP1Channel
    let shares: ConnectionShares
    /// The refused connections.
    let refusals: ConnectionShares
    let onRefusal: @Sendable () -> Void
    let settings: ServerSettings
    let encryption: Encryption?
    let headLimit: TimeAmount
    let idleLimit: TimeAmount

    func setup(channel: any NIOCore.Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
      let peer = channel.remoteAddress?.ipAddress ?? "local"
      let address = AddressRange.network(of: peer)
      if !settings.isTrusted(peer) {
        guard shares.begin(address) else { return refuse(channel, of: address, logger) }
        channel.closeFuture.whenComplete { [shares] _ in shares.end(address) }
      }
      // The system's send buffer for a client that does not read.
      _ = channel.setOption(.socketOption(.so_sndbuf), value: Self.sendBuffer)
      // At most ten unread pieces of a body wait for their reader (NIOAsyncChannel).
      _ = channel.setOption(
        .recvAllocator, value: AdaptiveRecvByteBufferAllocator(minimum: 64, initial: 2048, maximum: Self.bodyPiece))
      return channel.eventLoop.makeCompletedFuture {
        if let encryption { try channel.pipeline.syncOperations.addHandler(encryption.handler()) }
        try channel.pipeline.syncOperations.addHandler(ConnectionTimer(headLimit: headLimit, idleLimit: idleLimit))
      }.flatMap { inner.setup(channel: channel, logger: logger) }.flatMapThrowing { value in
        let pipeline = channel.pipeline.syncOperations
        let codec = try pipeline.handler(type: HTTP1ToHTTPServerCodec.self)
        try pipeline.addHandler(HostCheck(), position: .before(codec))
        return value
      }
    }

    /// Bytes; the system takes twice as much.
    private static var sendBuffer: Int { 128 << 10 }
    /// Bytes of a body that are read at once.
    private static var bodyPiece: Int { 8 << 10 }

    /// Answers with the error for too many connections, and closes; closes at once if many are being answered already.
    private func refuse(
      _ channel: any NIOCore.Channel, of address: String, _ logger: Logger
    ) -> EventLoopFuture<HTTP1Channel.Value> {
      onRefusal()
      guard refusals.begin(address) else {
        channel.close(promise: nil)
        return channel.eventLoop.makeFailedFuture(ChannelError.alreadyClosed)
      }
      channel.closeFuture.whenComplete { [refusals] _ in refusals.end(address) }
      return channel.eventLoop.makeCompletedFuture {
        if let encryption { try channel.pipeline.syncOperations.addHandler(encryption.handler()) }
        try channel.pipeline.syncOperations.addHandler(RefusedConnection(most: settings.clientConnections))
      }.flatMap { inner.setup(channel: channel, logger: logger) }
    }

    func handle(value: HTTP1Channel.Value, logger: Logger) async {
      await withTaskExecutorPreference(EventLoopExecutor(value.channel.eventLoop)) {
        await inner.handle(value: value, logger: logger)
      }
    }
  }
}
