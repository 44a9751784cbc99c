import NIOCore

/// Ends a connection of a client that has too many, and tells it so.
final class RefusedConnection: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let most: Int
  /// For a client that does not take the answer.
  private static let patience = TimeAmount.seconds(2)

  init(most: Int) { self.most = most }

  func handlerAdded(context: ChannelHandlerContext) {
    let channel = context.channel
    context.eventLoop.scheduleTask(in: Self.patience) { channel.close(promise: nil) }
    if channel.isActive { refuse(context) }
  }

  func channelActive(context: ChannelHandlerContext) { refuse(context) }

  /// What it asks is read in vain.
  func channelRead(context: ChannelHandlerContext, data: NIOAny) {}

  private func refuse(_ context: ChannelHandlerContext) {
    var problem = Problem.limit(
      .tooManyRequests, "client-connections", most, "You have too many connections open; close some.")
    problem.retryAfter = 1
    let body = problem.json.text + "\n"
    let head = [
      "HTTP/1.1 429 Too Many Requests", "Content-Type: \(Problem.mediaType)", "Content-Length: \(body.utf8.count)",
      "Retry-After: 1", "Connection: close",
    ]
    let bytes = ByteBuffer(string: head.joined(separator: "\r\n") + "\r\n\r\n" + body)
    let channel = context.channel
    context.writeAndFlush(wrapOutboundOut(bytes)).whenComplete { _ in channel.close(promise: nil) }
  }
}
