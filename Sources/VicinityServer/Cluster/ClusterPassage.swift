import AsyncHTTPClient
import CodedErrors
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOHTTP1
import NIOPosix
import Streams
import Synchronization
import Vicinity
import VicinityAccounts
import VicinityHTTP

/// The part of a server that belongs to a cluster: it passes requests on to the leader, and lets clients read what they
/// have written.
final class ClusterPassage: Sendable {
  let member: any ClusterMember
  private let client: HTTPClient
  private let settings: ServerSettings
  private let logger: Logger
  /// The least entry that a client has seen, and the log has lost.
  private let lostFrom = Mutex<Int64?>(nil)
  private let complaints = Interval()
  private let mistakes = Interval()

  /// How long a read waits for an entry before it is passed on to the leader.
  private static let patience = Duration.seconds(1)
  /// Entries that others may have appended since a node has last heard from the log.
  private static let mostAhead: Int64 = 10_000
  /// How long a change waits for a leader: longer than the lease of one that has died.
  static let leaderPatience = Duration.seconds(8)
  /// After which the leader looks whether it can repeat a change that the log has not taken.
  static let leaderPause = Duration.milliseconds(200)
  /// After which the log, which a leader asks every second, is taken to be away.
  static let silence = Duration.seconds(2)
  /// How long a read waits for the answer of the leader.
  static let readPatience = Duration.seconds(2)
  /// Seconds for which what a node says of a request is valid.
  private static let validSeconds: Int64 = 60

  /// - Throws: `SettingError` for authorities that cannot be read.
  init(_ member: any ClusterMember, _ settings: ServerSettings, _ logger: Logger) throws {
    (self.member, self.settings, self.logger) = (member, settings, logger)
    var configuration = HTTPClient.Configuration()
    configuration.timeout = .init(connect: .seconds(2), read: .seconds(300))
    configuration.redirectConfiguration = .disallow
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 64
    // Shorter than that of the leader, which closes its end: a request on its way then would be in doubt.
    configuration.connectionPool.idleTimeout = .seconds(max(1, Int64(settings.idleSeconds) / 2))
    configuration.decompression = .disabled
    configuration.tlsConfiguration = try NodeEncryption.configuration(settings)
    // A request looks for the leader again itself, which may be another node by then.
    configuration.connectionPool.retryConnectionEstablishment = false
    client = HTTPClient(configuration: configuration)
  }

  func stop() async { try? await client.shutdown() }

  var state: ClusterState { member.state }

  // MARK: Trust between nodes

  /// Makes the entity tags of what clients change the same on all nodes.
  func shareTags() { EntityTag.useSecret(Array(member.signature(of: "entity tags").utf8.prefix(16))) }

  /// What another node says of a request; nil for a request that no node has passed on.
  func passedOn(_ request: Request) -> Forwarding.PassedOn? {
    guard let parts = request.headers[.passedOn]?.split(separator: " ").map(String.init), parts.count == 4,
      let time = Int64(parts[0]), abs(Int64(Date().timeIntervalSince1970) - time) <= Self.validSeconds,
      Self.isEqual(member.signature(of: Self.text(request, parts[0], parts[1], parts[2])), parts[3])
    else { return nil }
    return Forwarding.PassedOn(clientAddress: parts[1], base: parts[2])
  }

  /// Compares in a time that does not depend on where they differ.
  private static func isEqual(_ signature: String, _ given: String) -> Bool {
    guard signature.utf8.count == given.utf8.count else { return false }
    return zip(signature.utf8, given.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  /// Whether another node has passed a request on, with a signature that is not accepted: it is not the client's then.
  func isMistaken(_ request: Request) -> Bool {
    guard request.headers[.passedOn] != nil else { return false }
    if mistakes.isDue {
      logger.warning("what another node has passed on is refused: its clock or its cluster is another one")
    }
    return true
  }

  private func passage(_ request: Request, _ forwarding: Forwarding) -> String {
    let time = "\(Int64(Date().timeIntervalSince1970))"
    let (address, base) = (forwarding.clientAddress, forwarding.base)
    return "\(time) \(address) \(base) \(member.signature(of: Self.text(request, time, address, base)))"
  }

  private static func text(_ request: Request, _ time: String, _ address: String, _ base: String) -> String {
    "\(time) \(address) \(base) \(request.method.rawValue) \(request.uri.string)"
  }

  /// The answer to a node that has passed a request on to one that does not lead: nothing of it was begun.
  static var refusal: Problem {
    var problem = Problem(.serviceUnavailable, ClusterError.notLeader.code, ClusterError.notLeader.description)
    problem.headers[.refusedPassage] = ClusterError.notLeader.code
    problem.retryAfter = 1
    return problem
  }

  // MARK: Reading one's own writes

  /// Waits for the entry that a client has seen.
  /// - Returns: whether this node has it.
  func waits(for request: Request) async -> Bool {
    let state = state
    // No entry is far beyond those that the node has heard of.
    guard let seen = PositionCookie.entry(in: request), case let entry = min(seen, state.head + Self.mostAhead),
      entry > state.applied, !state.isLeader
    else { return true }
    let lost = lostFrom.withLock { lost in
      if let known = lost, state.head >= known { lost = nil }
      return lost
    }
    if let lost, entry >= lost { return true }
    let arrived = ContinuousClock.now
    if await member.reaches(entry, within: Self.patience) { return true }
    let later = member.state
    guard later.heard > arrived, later.head < entry else { return false }
    // PostgreSQL was restored to an earlier state: there is no such entry any more.
    lostFrom.withLock { $0 = min($0 ?? entry, entry) }
    return true
  }

  /// Notes in a response which entry it is based on.
  func finish(_ response: inout Response, to request: Request) {
    let state = state
    if response.headers[.position] == nil { response.headers[.position] = "\(state.applied)" }
    if state.lag >= 2 || !state.hasCaughtUp { response.headers[.lag] = "\(max(1, Int(state.lag)))" }
    guard !request.isSafe, request.headers[.cookie] != nil || response.headers[.setCookie] != nil,
      let entry = response.headers[.position].flatMap({ Int64($0) })
    else { return }
    response.headers[values: .setCookie] = response.headers[values: .setCookie] + [PositionCookie.field(entry)]
  }

  // MARK: Passing on

  /// Whether an error says that the log could not be reached, that others wait for it, or that another node leads:
  /// nothing was changed then.
  static func isOfOutage(_ error: any Error) -> Bool {
    guard !(error is Problem), let code = (error as? any CodedError)?.code else { return false }
    return ["busy", "no-leader", "not-leader"].contains(code)
  }

  /// Reads a body into memory, so that the request can be sent again to the next leader.
  /// - Returns: false for one that is too large for that, which can be read once.
  /// - Throws: `Problem` for a body that arrives too slowly; `ByteShares.Refusal`.
  func hold(_ request: inout Request, _ connection: any Channel, _ held: HeldBytes) async throws -> Bool {
    guard !request.mayHaveLongBody else { return false }
    guard let length = request.headers[.contentLength].flatMap({ Int($0) }), length > 0 else { return true }
    if length > HeldBytes.uncounted { try held.take(length) }
    if request.headers.waitsToSendBody { RequestWatcher.wantBody(on: connection) }
    let time = BodyTime(seconds: settings.bodySeconds)
    var body = ByteBuffer()
    for try await piece in request.body {
      body.writeImmutableBuffer(piece)
      try time.check(body.readableBytes)
    }
    request.body = .init(buffer: body)
    return true
  }

  /// Passes a request on to the leader.
  ///
  /// - Parameters:
  ///   - hasKey: whether requests of the route with the same `Idempotency-Key` make one change.
  ///   - held: counts a body that is in memory.
  ///   - patience: how long to look for a leader.
  ///   - limit: how long to wait for the head of its answer; nil waits until another node leads.
  /// - Returns: its response; nil if this node leads meanwhile. The body is then in the request again.
  /// - Throws: `ClusterError.noLeader` when there is none in time; `unknownOutcome` when it is lost before it answers.
  func passOn(
    _ request: inout Request, _ forwarding: Forwarding, _ connection: any Channel, hasKey: Bool, _ held: HeldBytes,
    patience: Duration, limit: Duration?
  ) async throws -> Response? {
    let length = request.headers[.contentLength].flatMap { Int($0) }
    let hasBody = length.map { $0 > 0 } ?? (request.headers[.transferEncoding] != nil)
    let isRepeatable = try await hold(&request, connection, held)
    if !isRepeatable, request.headers.waitsToSendBody { RequestWatcher.wantBody(on: connection) }
    let deadline = ContinuousClock.now + patience
    var reason = "no node answers for the leader"
    while true {
      let state = state
      if state.isLeader { return nil }
      do {
        if let url = state.leaderURL, url != settings.nodeURL || settings.nodeURL == nil {
          return try await send(
            request, to: url, forwarding, hasBody ? length.map { .known(Int64($0)) } ?? .unknown : nil, limit)
        }
      } catch let lost as LostLeader {
        if !lost.wasSent { complain(lost.reason, state.leaderURL) }
        guard isRepeatable, !lost.wasSent || request.isRepeatable(hasKey: hasKey) else {
          throw lost.wasSent
            ? ClusterError.unknownOutcome(reason: lost.reason) : ClusterError.noLeader(reason: lost.reason)
        }
        reason = lost.wasSent ? reason : lost.reason
      }
      guard ContinuousClock.now < deadline else {
        throw ClusterError.noLeader(reason: reason)
      }
      try await Task.sleep(for: .milliseconds(100))
    }
  }

  /// Logs once a minute that the leader cannot be reached: its `node-url` may be wrong.
  private func complain(_ reason: String, _ url: String?) {
    guard complaints.isDue else { return }
    logger.warning(
      "changes cannot be passed on to the leader", metadata: ["node-url": "\(url ?? "none")", "reason": "\(reason)"])
  }

  /// Lets one message through in a minute.
  private final class Interval: Sendable {
    private let last = Mutex<ContinuousClock.Instant?>(nil)

    var isDue: Bool {
      last.withLock { last in
        if let last, .now - last < .seconds(60) { return false }
        last = .now
        return true
      }
    }
  }

  /// The leader has not answered.
  private struct LostLeader: Error {
    var wasSent: Bool
    var reason: String
  }

  /// Whether a request was sent: certain once its body is asked for, which is after its head.
  private final class Sending: Sendable {
    private let isBegun: Atomic<Bool>
    private let time: BodyTime
    private let sent = Atomic<Int>(0)

    init(hasBody: Bool, _ time: BodyTime) {
      isBegun = Atomic(!hasBody)
      self.time = time
    }

    /// Counts a piece of the body.
    /// - Throws: `Problem` for a body that arrives too slowly.
    func send(_ piece: ByteBuffer) throws -> ByteBuffer {
      isBegun.store(true, ordering: .relaxed)
      try time.check(sent.add(piece.readableBytes, ordering: .relaxed).newValue)
      return piece
    }

    var mayHaveArrived: Bool { isBegun.load(ordering: .relaxed) }
  }

  /// Whether an error says that there was no connection.
  private static func isUnconnected(_ error: any Error) -> Bool {
    switch error {
    case let error as HTTPClientError: error == .connectTimeout || error == .getConnectionFromPoolTimeout
    case let error as IOError: [ECONNREFUSED, EHOSTUNREACH, ENETUNREACH].contains(error.errnoCode)
    default: error is NIOConnectionError
    }
  }

  private func send(
    _ request: Request, to url: String, _ forwarding: Forwarding, _ length: HTTPClientRequest.Body.Length?,
    _ limit: Duration?
  ) async throws -> Response {
    var passed = HTTPClientRequest(url: url + request.uri.string)
    passed.method = HTTPMethod(rawValue: request.method.rawValue)
    for field in request.headers where !Self.isOfConnection(field.name) {
      passed.headers.add(name: field.name.rawName, value: field.value)
    }
    passed.headers.add(name: HTTPField.Name.passedOn.rawName, value: passage(request, forwarding))
    let sending = Sending(hasBody: length != nil, BodyTime(seconds: settings.bodySeconds))
    if let length { passed.body = .stream(request.body.map { try sending.send($0) }, length: length) }
    let response = try await withThrowingTaskGroup(of: HTTPClientResponse?.self) { [client, passed] group in
      group.addTask {
        do { return try await client.execute(passed, deadline: .distantFuture) } catch let error as CancellationError {
          throw error
        } catch let slow as Problem { throw slow } catch {
          if let problem = NodeEncryption.problem(error) {
            throw LostLeader(wasSent: false, reason: "the leader cannot be reached: \(problem)")
          }
          guard !Self.isUnconnected(error) else {
            throw LostLeader(wasSent: false, reason: "the leader cannot be reached")
          }
          throw LostLeader(wasSent: sending.mayHaveArrived, reason: "the leader was lost before it answered")
        }
      }
      // One that is stopped neither answers nor closes its connections.
      group.addTask {
        let began = ContinuousClock.now
        while self.state.leaderURL == url, limit.map({ .now - began < $0 }) ?? true {
          try await Task.sleep(for: .milliseconds(200))
        }
        return nil
      }
      defer { group.cancelAll() }
      guard let first = try await group.next(), let response = first else {
        throw LostLeader(wasSent: sending.mayHaveArrived, reason: "another node leads now")
      }
      return response
    }
    if response.headers.contains(name: HTTPField.Name.refusedPassage.rawName) {
      throw LostLeader(wasSent: false, reason: "the node does not lead")
    }
    return Self.response(response)
  }

  private static func response(_ response: HTTPClientResponse) -> Response {
    var passed = Response(status: .init(code: Int(response.status.code), reasonPhrase: response.status.reasonPhrase))
    for field in response.headers {
      guard let name = HTTPField.Name(field.name), !isOfConnection(name) else { continue }
      passed.headers.append(HTTPField(name: name, value: field.value))
    }
    let length = response.headers.first(name: "content-length").flatMap { Int($0) }
    passed.body = ResponseBody(contentLength: length) { writer in
      for try await piece in response.body { try await writer.write(piece) }
      try await writer.finish(nil)
    }
    return passed
  }

  /// Whether a field is about one connection (RFC 9110, 7.6.1), or set by the sender of each request.
  private static func isOfConnection(_ name: HTTPField.Name) -> Bool {
    connectionFields.contains(name.canonicalName)
  }

  private static let connectionFields: Set<String> = [
    "connection", "keep-alive", "proxy-authenticate", "proxy-authorization", "te", "trailer", "transfer-encoding",
    "upgrade", "host", "content-length", "expect", "vicinity-passed-on", "vicinity-refused",
  ]
}

extension Request {
  /// Whether a request that may have arrived can be sent again (RFC 9110, 9.2.2).
  ///
  /// - Parameter hasKey: whether its route makes one change of requests with the same `Idempotency-Key`.
  func isRepeatable(hasKey: Bool) -> Bool {
    if isSafe || hasKey && headers[.idempotencyKey] != nil { return true }
    // With a condition, the second one would be refused because of the first.
    return method == .put && headers[.ifMatch] == nil && headers[.ifNoneMatch] == nil
  }
}

/// The cookie by which the page reads what it has written, from any node.
enum PositionCookie {
  private static let name = "vicinity-position"
  /// Longer than a node that is used falls behind.
  private static let seconds = 60

  static func field(_ entry: Int64) -> String {
    "\(name)=\(entry); Path=/; Max-Age=\(seconds); HttpOnly; SameSite=Lax"
  }

  /// The greatest entry in the field or cookies of a request; nil without any.
  static func entry(in request: Request) -> Int64? {
    let cookies = request.headers[values: .cookie].flatMap { $0.split(separator: ";") }.compactMap { cookie in
      let parts = cookie.split(separator: "=", maxSplits: 1).map(\.trimmingSpaces)
      return parts.count == 2 && parts[0] == name ? Int64(parts[1]) : nil
    }
    let field = request.headers[.position].flatMap { Int64($0) }
    return (cookies + [field].compactMap(\.self)).max()
  }
}
