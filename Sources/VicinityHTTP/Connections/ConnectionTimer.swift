import NIOCore

/// Ends a connection whose client is too slow when it is the client's turn: an incomplete head, nothing sent or
/// received for a while, or the rest of an unread body. The server's own time is never limited.
///
/// Sees the bytes of a connection of HTTP/1.1; `RequestWatcher` marks where requests and responses begin and end.
final class ConnectionTimer: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundIn = IOData
  typealias OutboundOut = IOData

  private let headLimit: TimeAmount
  private let idleLimit: TimeAmount
  private var context: ChannelHandlerContext?
  private var deadline: Scheduled<Void>?
  private var nextCheck: Scheduled<Void>?

  /// Whether the head of a request has arrived, but not its end.
  private(set) var isRequestOpen = false
  /// The number of requests whose responses have not ended.
  private(set) var answersDue = 0
  /// Whether available bytes would be read: nothing is read while earlier ones wait for their reader.
  private var isReadWanted = false
  /// When the client last sent or received something.
  private var lastMoved = NIODeadline.uptimeNanoseconds(0)
  /// Bytes of answers, and how many of them the client had taken when it last took enough.
  private var (written, taken) = (0, 0)
  private var lastTaken = NIODeadline.uptimeNanoseconds(0)
  /// Bytes of a body that came after its answer had ended.
  private var unread = 0

  /// Within the time limit, a client receives this much or everything available: otherwise it could hold responses in
  /// memory by reading a byte now and then.
  private static let leastTaken = 64 << 10
  /// The number of bytes of an answered body that are read and discarded, for clients that send all of it before they
  /// read the response. Beyond that, reading stops: a client that can no longer send reads the response, which an
  /// immediate close would discard.
  static let mostUnread = 256 << 10

  /// - Parameters:
  ///   - headLimit: from the first byte of a head to its last, and for the rest of an unread body.
  ///   - idleLimit: without a byte that the client sends or takes.
  init(headLimit: TimeAmount, idleLimit: TimeAmount) { (self.headLimit, self.idleLimit) = (headLimit, idleLimit) }

  // MARK: Where requests and answers begin and end

  func beginRequest() {
    setDeadline(nil)
    isRequestOpen = true
    answersDue += 1
  }

  func endRequest() {
    setDeadline(nil)
    (isRequestOpen, unread) = (false, 0)
  }

  func endAnswer() {
    answersDue -= 1
    if let context { lastMoved = context.eventLoop.now }
    if isRequestOpen, answersDue == 0 { setDeadline(close(after: headLimit)) }
  }

  /// Closes the connection once the client has been sent everything.
  func closeWhenWritten() {
    guard let context else { return }
    let written = context.eventLoop.makePromise(of: Void.self)
    written.futureResult.whenComplete { [channel = context.channel] _ in channel.close(promise: nil) }
    context.writeAndFlush(wrapOutboundOut(.byteBuffer(ByteBuffer())), promise: written)
  }

  // MARK: Bytes

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    (lastMoved, lastTaken) = (context.eventLoop.now, context.eventLoop.now)
    scheduleCheck(context)
  }

  func handlerRemoved(context: ChannelHandlerContext) { stop() }

  func channelInactive(context: ChannelHandlerContext) {
    stop()
    context.fireChannelInactive()
  }

  func read(context: ChannelHandlerContext) {
    isReadWanted = true
    if unread <= Self.mostUnread { context.read() }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    isReadWanted = false
    lastMoved = context.eventLoop.now
    if answersDue == 0 {
      if isRequestOpen {
        unread += unwrapInboundIn(data).readableBytes
      } else if deadline == nil {
        setDeadline(close(after: headLimit))
      }
    }
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    written += unwrapOutboundIn(data).readableBytes
    context.write(data, promise: promise)
  }

  // MARK: Limits

  private func setDeadline(_ new: Scheduled<Void>?) {
    deadline?.cancel()
    deadline = new
  }

  private func close(after limit: TimeAmount) -> Scheduled<Void>? {
    context.map { context in
      context.eventLoop.scheduleTask(in: limit) { [channel = context.channel] in channel.close(promise: nil) }
    }
  }

  private func scheduleCheck(_ context: ChannelHandlerContext) {
    let pause = TimeAmount.nanoseconds(idleLimit.nanoseconds / 4)
    nextCheck = context.eventLoop.assumeIsolated().scheduleTask(in: pause) { [weak self] in self?.check(context) }
  }

  private func check(_ context: ChannelHandlerContext) {
    let waiting = (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
    let now = context.eventLoop.now
    // Bytes in the system's buffer have not been received by the client.
    let system = SentBytes(context.channel)
    let isAllTaken = waiting == 0 && system?.isAllTaken ?? true
    let takenNow = system?.taken ?? written - waiting
    if isAllTaken || takenNow - taken >= Self.leastTaken {
      if takenNow > taken { lastMoved = now }
      (taken, lastTaken) = (takenNow, now)
    }
    let isClientsTurn = answersDue == 0 || isRequestOpen && isReadWanted
    let isSilent = isAllTaken && isClientsTurn && now - lastMoved >= idleLimit
    if isSilent || now - lastTaken >= idleLimit { return context.close(promise: nil) }
    scheduleCheck(context)
  }

  private func stop() {
    context = nil
    setDeadline(nil)
    nextCheck?.cancel()
    nextCheck = nil
  }
}
