import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Tells the timer of its connection where requests and answers begin and end, closes the connection after an answer
/// that says so, and answers heads that cannot be read.
final class RequestWatcher: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let maxHeaders: Int
  private var timer: ConnectionTimer?
  private var isLastAnswer = false

  /// - Parameter maxHeaders: the most bytes of header fields.
  init(maxHeaders: Int) { self.maxHeaders = maxHeaders }

  func handlerAdded(context: ChannelHandlerContext) {
    timer = try? context.pipeline.syncOperations.handler(type: ConnectionTimer.self)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head: timer?.beginRequest()
    case .body: break
    case .end:
      timer?.endRequest()
      closeIfLast()
    }
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head(let head):
      isLastAnswer = isLastAnswer || head.headerFields[.connection]?.lowercased() == "close"
      context.write(data, promise: promise)
    case .body: context.write(data, promise: promise)
    case .end:
      context.write(data, promise: promise)
      timer?.endAnswer()
      closeIfLast()
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // Of a body its reader tells what is wrong.
    guard let error = error as? HTTPParserError, timer?.answersDue == 0 else { return context.fireErrorCaught(error) }
    write(problem(of: error), to: context)
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
