import AsyncAlgorithms
import Hummingbird
import NIOCore
import Streams
import Vicinity
import VicinityAccounts
import VicinityHTTP

/// A member's changes, as they happen.
enum ChangeRoutes {
  static let all = [changes]

  /// Seconds after which a client that has lost its stream comes back.
  private static let retry = 2
  /// Seconds between two signs of life, and between two looks at the session.
  private static let pause = 15

  static let changes = Route(
    method: .get, path: "/v1/changes",
    summary: "A live stream of events that concern the member: messages, bookings, attendance, ratings and listings.",
    parameters: [
      Parameter(
        "after", .integer(0...Int.max),
        "The number of the last known event; without it only future events are sent."),
      Parameter(
        "Last-Event-ID", .text(), in: .header, "The same as a header field, which browsers send when they reconnect.",
        example: "17"),
    ], formats: [.events, .json], role: .member, group: .members, statuses: [.ok, .tooManyRequests]
  ) { exchange in
    // An unparsable Last-Event-ID means that the client has missed everything.
    let after =
      exchange.request.headers[.lastEventID].map { Int64($0) ?? .max }
      ?? exchange.parameters.integer("after").map(Int64.init)
    return exchange.format == .json ? try await page(exchange, after) : try stream(exchange, after)
  }

  private static func page(_ exchange: Exchange, _ after: Int64?) async throws -> Reply {
    let member = try exchange.session.member
    let page = try await exchange.services.members.run {
      try exchange.services.members.changes.pages([.init(member: member, after: after)])[0]
    }
    return .json(
      .object(
        JSONObject([
          ("changes", .array(page.changes.map(\.json))), ("missed", .bool(page.isMissed)), ("last", .int(page.last)),
        ])))
  }

  /// Why a stream goes on, or ends.
  private enum Wake { case change, tick, end }

  private static func stream(_ exchange: Exchange, _ after: Int64?) throws -> Reply {
    let session = try exchange.session
    let services = exchange.services
    let most = services.settings.maxStreams
    guard let listener = services.members.changes.signals.listen(session.member, most: most) else {
      throw Problem.limit(
        .tooManyRequests, "max-streams", most, "This member already has \(most) streams of changes; close one of them.")
    }
    // A page that is left gives its place to the next one.
    RequestWatcher.whenClosed(exchange.connection) { services.members.changes.signals.stop(listener) }
    var reply = Reply(streaming: MediaFormat.events.mediaType) { writer in
      defer { services.members.changes.signals.stop(listener) }
      try await writer.write(ByteBuffer(string: "retry: \(retry * 1000)\n\n"))
      var (last, endings) = (after, Int?.none)
      // A stream that another node has begun may be ahead of this one.
      if let number = last { try await services.waitsForChange(number) }
      let ticks = AsyncTimerSequence(interval: .seconds(pause), clock: .continuous).map { _ in Wake.tick }
      let signals = chain(listener.signals.map { Wake.change }, [Wake.end].async)
      for await wake in chain([Wake.change].async, merge(signals, ticks)) {
        if wake == .end || services.state.isStopping { return }
        // A stream ends at sign-out or suspension.
        let endingsNow = services.sessions.endings
        if wake == .tick || endingsNow != endings {
          guard try await isThere(session, services) else { return }
          endings = endingsNow
        }
        if wake == .tick { try await writer.write(ByteBuffer(string: ":\n\n")) }
        last = try await send(after: last, of: session.member, services, to: &writer)
      }
    }
    reply.isCompressible = false
    // Proxies that buffer responses would delay changes (nginx, "X-Accel-Buffering").
    reply.headers[.accelBuffering] = "no"
    return reply
  }

  /// Whether a session is still valid. This is the work of the server: all streams of an address check it at the same
  /// time.
  private static func isThere(_ session: Session, _ services: Services) async throws -> Bool {
    try await Asker.$names.withValue([]) {
      try await services.members.run { try services.sessions.isThere(session, at: services.clock()) }
    }
  }

  /// Sends what is new.
  /// - Returns: the last number that is known now.
  private static func send(
    after number: Int64?, of member: String, _ services: Services, to writer: inout any ResponseBodyWriter
  ) async throws -> Int64 {
    var number = number
    while true {
      let events = try await services.members.changeReader.events(of: member, after: number)
      if events.text.readableBytes > 0 { try await writer.write(events.text) }
      number = events.last
      if !events.isFull { return events.last }
    }
  }
}

extension Services {
  /// Waits until this node of a cluster has a change that a client has received from another one, five seconds at most.
  fileprivate func waitsForChange(_ number: Int64) async throws {
    guard cluster != nil else { return }
    for _ in 0..<50 {
      let page = try await members.run { try members.changes.pages([.init(member: "", after: nil)]) }
      if page.first.map({ $0.last >= number }) ?? true { return }
      try await Task.sleep(for: .milliseconds(100))
    }
  }
}
