import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Informs the timer of its connection where requests and responses begin and end, closes the connection after a
/// response that requires it, and answers unreadable heads.
package final class RequestWatcher: ChannelDuplexHandler, RemovableChannelHandler {
  package typealias InboundIn = HTTPRequestPart
  package typealias InboundOut = HTTPRequestPart
  package typealias OutboundIn = HTTPResponsePart
  package typealias OutboundOut = HTTPResponsePart

  private let maxHeaders: Int
  private var timer: ConnectionTimer?
  private var isLastAnswer = false
  private var context: ChannelHandlerContext?
  /// Whether the client waits for "100 Continue" (RFC 9110, 10.1.1).
  private var waitsToSend = false
  /// Called when the client of the current response has gone.
  private var endings: [@Sendable () -> Void] = []
  private var isClosed = false

  /// - Parameter maxHeaders: the most bytes of header fields.
  init(maxHeaders: Int) { self.maxHeaders = maxHeaders }

  package func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    timer = try? context.pipeline.syncOperations.handler(type: ConnectionTimer.self)
  }

  package func handlerRemoved(context: ChannelHandlerContext) {
    self.context = nil
    end()
  }

  package func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case ChannelEvent.inputClosed? = event as? ChannelEvent { end() }
    context.fireUserInboundEventTriggered(event)
  }

  package func channelInactive(context: ChannelHandlerContext) {
    end()
    context.fireChannelInactive()
  }

  private func end() {
    isClosed = true
    for ending in endings { ending() }
    endings = []
  }

  /// Sends "100 Continue" to a client that waits for it. To be called when the body is wanted.
  func wantBody() {
    guard waitsToSend, let context else { return }
    waitsToSend = false
    context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
  }

  /// The same for the requests of a connection, from anywhere.
  package static func wantBody(on channel: any Channel) {
    channel.eventLoop.execute {
      if let watcher = try? channel.pipeline.syncOperations.handler(type: RequestWatcher.self) { watcher.wantBody() }
    }
  }

  /// Calls `ending` when the client closes its side of the connection before it has the whole answer.
  ///
  /// An answer that is written to only now and then, such as a stream of changes, would otherwise notice that its
  /// client is gone only at the next write.
  package static func whenClosed(_ channel: any Channel, _ ending: @escaping @Sendable () -> Void) {
    channel.eventLoop.execute {
      guard let watcher = try? channel.pipeline.syncOperations.handler(type: RequestWatcher.self) else {
        return channel.closeFuture.whenComplete { _ in ending() }
      }
      if watcher.isClosed { ending() } else { watcher.endings.append(ending) }
    }
  }

  package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      waitsToSend = head.headerFields.waitsToSendBody
      timer?.beginRequest()
    case .body:
      waitsToSend = false
      // After the last response nothing takes it out of the queue of the connection.
      if isLastAnswer, timer?.answersDue == 0 { return }
    case .end:
      waitsToSend = false
      timer?.endRequest()
      closeIfLast()
    }
    context.fireChannelRead(data)
  }

  package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head(let head):
      waitsToSend = false
      isLastAnswer = isLastAnswer || head.headerFields[.connection]?.lowercased() == "close"
      context.write(data, promise: promise)
    case .body: context.write(data, promise: promise)
    case .end:
      context.write(data, promise: promise)
      endings = []
      timer?.endAnswer()
      closeIfLast()
    }
  }

  package func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // Errors in a body are reported by its reader.
    switch error {
    case let error as HTTPParserError where timer?.answersDue == 0: write(problem(of: error), to: context)
    case let error as BadHost where timer?.answersDue == 0:
      write(Problem(.badRequest, "bad-request", "The request is not HTTP/1.1: \(error.reason)."), to: context)
    default: context.fireErrorCaught(error)
    }
  }

  /// Once the last answer is written and its request read, or as much of it as the timer allows.
  private func closeIfLast() {
    guard isLastAnswer, let timer, timer.answersDue == 0, !timer.isRequestOpen else { return }
    timer.closeWhenWritten()
  }

  private func problem(of error: HTTPParserError) -> Problem {
    guard error == .headerOverflow else {
      return Problem(.badRequest, "bad-request", "The request is not HTTP/1.1: \(error).")
    }
    return .limit(.requestHeaderFieldsTooLarge, "max-headers", maxHeaders, "The header fields are too large.")
  }

  private func write(_ problem: Problem, to context: ChannelHandlerContext) {
    let reply = problem.reply
    guard case .bytes(let body) = reply.body else { return }
    let fields: HTTPFields = [
      .contentType: reply.mediaType, .contentLength: "\(body.readableBytes)", .connection: "close",
    ]
    context.write(wrapOutboundOut(.head(HTTPResponse(status: problem.status, headerFields: fields))), promise: nil)
    context.write(wrapOutboundOut(.body(body)), promise: nil)
    context.write(wrapOutboundOut(.end(nil)), promise: nil)
    timer?.closeWhenWritten()
  }
}
