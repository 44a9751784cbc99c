import NIOCore

/// Answers a connection of a client that has too many, and ends it.
///
/// It precedes the decoder, which receives nothing.
final class RefusedConnection: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let most: Int
  private var hasAnswered = false
  /// For a client that sends no request, or does not read the response.
  private static let patience = TimeAmount.seconds(1)
  /// Connections of one address that are answered at a time; more are closed at once.
  static let mostAnswered = 16

  init(most: Int) { self.most = most }

  func channelActive(context: ChannelHandlerContext) {
    let channel = context.channel
    context.eventLoop.scheduleTask(in: Self.patience) { channel.close(promise: nil) }
    context.fireChannelActive()
  }

  /// It is read to its end, for the system takes back the answer of a connection that is closed before.
  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !hasAnswered else { return }
    hasAnswered = true
    var problem = Problem.limit(
      .tooManyRequests, "client-connections", most, "You have too many connections open; close some.")
    problem.retryAfter = 1
    let body = problem.json.text + "\n"
    let head = [
      "HTTP/1.1 429 Too Many Requests", "Content-Type: \(Problem.mediaType)", "Content-Length: \(body.utf8.count)",
      "Retry-After: 1", "Connection: close",
    ]
    context.writeAndFlush(
      wrapOutboundOut(ByteBuffer(string: head.joined(separator: "\r\n") + "\r\n\r\n" + body)), promise: nil)
    context.close(mode: .output, promise: nil)
  }
}
