import AsyncHTTPClient
import CodedErrors
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTP1
import NIOPosix
import Streams
import Vicinity
import VicinityAccounts
import VicinityHTTP

/// The part of a server that belongs to a cluster: it passes requests on to the leader, and lets clients read what they
/// have written.
final class ClusterPassage: Sendable {
  let member: any ClusterMember
  private let client: HTTPClient
  private let settings: ServerSettings

  /// How long a read waits for an entry before it is passed on to the leader.
  private static let patience = Duration.seconds(1)
  /// Entries that others may have appended since a node has last heard from the log.
  private static let mostAhead: Int64 = 10_000
  /// How long a change waits for a leader: longer than the lease of one that has died.
  private static let leaderPatience = Duration.seconds(8)
  /// Bodies up to this size are in memory, so that they can be sent again to the next leader.
  private static let mostRepeated = 256 << 10
  /// Seconds for which what a node says of a request is valid.
  private static let validSeconds: Int64 = 60

  init(_ member: any ClusterMember, _ settings: ServerSettings) {
    (self.member, self.settings) = (member, settings)
    var configuration = HTTPClient.Configuration()
    configuration.timeout = .init(connect: .seconds(2), read: .seconds(300))
    configuration.redirectConfiguration = .disallow
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 64
    // Certificates of nodes name other hosts than the addresses by which they reach each other.
    configuration.decompression = .disabled
    client = HTTPClient(configuration: configuration)
  }

  func stop() async { try? await client.shutdown() }

  var state: ClusterState { member.state }

  // MARK: Trust between nodes

  /// What another node says of a request; nil for a request that no node has passed on.
  func passedOn(_ request: Request) -> Forwarding.PassedOn? {
    guard let parts = request.headers[.passedOn]?.split(separator: " ").map(String.init), parts.count == 4,
      let time = Int64(parts[0]), abs(Int64(Date().timeIntervalSince1970) - time) <= Self.validSeconds,
      member.signature(of: Self.text(request, parts[0], parts[1], parts[2])) == parts[3]
    else { return nil }
    return Forwarding.PassedOn(clientAddress: parts[1], base: parts[2])
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
      entry > state.applied
    else { return true }
    return await member.reaches(entry, within: Self.patience)
  }

  /// Notes in a response which entry it is based on.
  func finish(_ response: inout Response, to request: Request) {
    let state = state
    if response.headers[.position] == nil { response.headers[.position] = "\(state.applied)" }
    if state.lag >= 2 { response.headers[.lag] = "\(Int(state.lag))" }
    guard !request.isSafe, request.headers[.cookie] != nil || response.headers[.setCookie] != nil,
      let entry = response.headers[.position].flatMap({ Int64($0) })
    else { return }
    response.headers[values: .setCookie] = response.headers[values: .setCookie] + [PositionCookie.field(entry)]
  }

  // MARK: Passing on

  /// Passes a request on to the leader.
  ///
  /// - Parameter hasKey: whether requests of the route with the same `Idempotency-Key` make one change.
  /// - Returns: its response; nil if this node leads meanwhile. The body is then in the request again.
  /// - Throws: `ClusterError.noLeader` when there is none in time; `unknownOutcome` when it is lost before it answers.
  func passOn(
    _ request: inout Request, _ forwarding: Forwarding, _ connection: any Channel, hasKey: Bool
  ) async throws -> Response? {
    if request.headers.waitsToSendBody { RequestWatcher.wantBody(on: connection) }
    let length = request.headers[.contentLength].flatMap { Int($0) }
    let hasBody = length.map { $0 > 0 } ?? (request.headers[.transferEncoding] != nil)
    var isRepeatable = !hasBody
    if hasBody, let length, length <= Self.mostRepeated {
      request.body = .init(buffer: try await request.body.collect(upTo: Self.mostRepeated))
      isRepeatable = true
    }
    let deadline = ContinuousClock.now + Self.leaderPatience
    while true {
      let state = state
      if state.isLeader { return nil }
      do {
        if let url = state.leaderURL, url != settings.nodeURL || settings.nodeURL == nil {
          return try await send(
            request, to: url, forwarding, hasBody ? length.map { .known(Int64($0)) } ?? .unknown : nil)
        }
      } catch let lost as LostLeader {
        let mayRepeat = !lost.wasSent || request.isSafe || hasKey && request.headers[.idempotencyKey] != nil
        guard isRepeatable, mayRepeat else {
          throw lost.wasSent
            ? ClusterError.unknownOutcome(reason: lost.reason) : ClusterError.noLeader(reason: lost.reason)
        }
      }
      guard ContinuousClock.now < deadline else {
        throw ClusterError.noLeader(reason: "no node answers for the leader")
      }
      try await Task.sleep(for: .milliseconds(100))
    }
  }

  /// The leader has not answered.
  private struct LostLeader: Error {
    var wasSent: Bool
    var reason: String
  }

  private func send(
    _ request: Request, to url: String, _ forwarding: Forwarding, _ length: HTTPClientRequest.Body.Length?
  ) async throws -> Response {
    var passed = HTTPClientRequest(url: url + request.uri.string)
    passed.method = HTTPMethod(rawValue: request.method.rawValue)
    for field in request.headers where !Self.isOfConnection(field.name) {
      passed.headers.add(name: field.name.rawName, value: field.value)
    }
    passed.headers.add(name: HTTPField.Name.passedOn.rawName, value: passage(request, forwarding))
    if let length { passed.body = .stream(request.body, length: length) }
    let response = try await withThrowingTaskGroup(of: HTTPClientResponse?.self) { [client, passed] group in
      group.addTask {
        do { return try await client.execute(passed, deadline: .distantFuture) } catch let error as HTTPClientError
          where error == .connectTimeout || error == .getConnectionFromPoolTimeout
        {
          throw LostLeader(wasSent: false, reason: "the leader cannot be reached")
        } catch let error as CancellationError { throw error } catch {
          throw LostLeader(wasSent: !(error is NIOConnectionError), reason: "the leader was lost before it answered")
        }
      }
      // One that is stopped neither answers nor closes its connections.
      group.addTask {
        while self.state.leaderURL == url { try await Task.sleep(for: .milliseconds(200)) }
        return nil
      }
      defer { group.cancelAll() }
      guard let first = try await group.next(), let response = first else {
        throw LostLeader(wasSent: true, reason: "another node leads now")
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
