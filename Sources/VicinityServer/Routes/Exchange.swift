import CivilTime
import Hummingbird
import Logging
import NIOCore
import Streams
import Vicinity
import VicinityAccounts
import VicinityHTTP

/// One request on its way to its route: checked, and with what belongs to it.
struct Exchange: Sendable {
  let request: Request
  let route: Route
  /// The values in the path, decoded.
  let steps: [String]
  let parameters: ParameterValues
  let format: MediaFormat
  var client: Client
  let now: Instant
  let services: Services
  let active: ActiveRequest
  let connection: any Channel
  /// The address by which the client reaches the server, without a slash at its end.
  let base: String
  /// Identifies the request and the data of its answer; nil if each answer is computed.
  var tag: UInt64?
  /// The time when the request was complete.
  var arrival = ContinuousClock.now
  /// The bytes in memory for this request.
  let held: HeldBytes
  /// The body, unless the route reads it piece by piece.
  var body = ByteBuffer()

  /// The path of the request, as sent.
  var path: String { request.uri.path }

  /// Whether the query has many conditions, or a shape with many points.
  var isLong: Bool { request.uri.string.utf8.count + body.readableBytes > 2048 }

  /// An absolute address on this server.
  func url(_ path: String, _ query: String = "") -> String { base + path + (query.isEmpty ? "" : "?\(query)") }

  /// The path under which the server lies, without a slash at its end: empty but behind a proxy, as `public-url` says.
  var publicPath: String {
    let steps = base.split(separator: "/", maxSplits: 2)
    return steps.count == 3 ? "/\(steps[2])" : ""
  }

  /// The same request with some parameters changed.
  func url(setting changes: [(String, String?)]) -> String { url(path, parameters.text(setting: changes)) }

  /// The answer of a route that gives one list, under the name in the table of routes.
  func list(_ elements: [JSONValue]) -> Reply {
    guard let name = route.list else { preconditionFailure("\(route.path) returns no list") }
    return .json(.object(JSONObject([(name, .array(elements))])))
  }

  /// Notes a change in the audit log, on a thread: it waits for the disk. The change has been made: a note that cannot
  /// be written goes to the log of the process, and the request is answered.
  func note(_ action: String, _ subject: String, detail: String? = nil) async {
    do {
      try await services.catalog.run { _ in
        try services.audit.note(
          action, subject, by: client.name, member: client.member?.name, at: now, detail: detail)
      }
    } catch {
      services.logger.error(
        "a change is not in the audit log",
        metadata: ["action": "\(action)", "subject": "\(subject)", "error": "\(error)"])
    }
  }

  /// Runs work that grows with the size of the request; on a worker thread above 2 KiB.
  func onThreadIfLong<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    guard isLong else { return try body() }
    return try await services.gate.onThread(since: arrival) { _, _ in try body() }
  }

  /// The body as JSON.
  func json() throws -> JSONValue {
    do { return try JSONParser.parse(body.readableBytesView) } catch { throw QueryError.notJSON(error) }
  }
}

/// The sender of a request.
struct Client: Sendable {
  /// The address, behind trusted proxies that of the first untrusted one.
  var address: String
  /// The key of the request, if any.
  var key: APIKey?
  /// The session of a member who has signed in.
  var session: Session?
  /// The member in whose name a key acts; nil where it acts for itself.
  var caller: String?

  /// The member in whose name the request is made. A key acts with no more rights than all members have.
  var member: (name: String, role: Role)? { session.map { ($0.member, $0.role) } ?? caller.map { ($0, .member) } }

  /// Whether the answer may be for this client only.
  var isKnown: Bool { key != nil || session != nil }

  /// For logs and messages.
  var name: String { key.map { "key \($0.id)" } ?? session.map { "member \($0.member)" } ?? address }

  /// The name under which rate limits count the client.
  var limitKey: String { isKnown ? name : AddressRange.network(of: address) }

  /// The names under which shares count the client: a member also counts for the address, where many may have
  /// registered.
  var shareNames: [String] {
    if session != nil { return [name, AddressRange.network(of: address)] }
    return [limitKey]
  }

  func has(_ scope: Scope) -> Bool { key.map { $0.scopes.contains(scope) || $0.scopes.contains(.admin) } ?? false }
}

/// The services used by routes, made once.
struct Services: Sendable {
  let settings: ServerSettings
  /// The table, in the order of the documentation.
  let routes: [Route]
  let gate: WorkGate
  let accountsFile: AccountsFile
  let folder: MediaFolder
  /// Fetches and removes the files of media that other nodes have changed.
  let followedMedia: MediaFollower
  /// What is deleted from the log of a cluster; nil without one.
  let erasure: LogErasure?
  /// The other nodes; nil for a server of its own.
  let cluster: ClusterPassage?
  let keys: KeyStore
  let members: MemberServices
  let limiter: RateLimiter
  /// Bytes of bodies and answers in memory, and of uploads on their way to the disk.
  let held: ByteShares
  let uploads: ByteShares
  /// The accounts that are being ended.
  let endings = EndingAccounts()
  /// Rewrites the catalog after accounts were deleted.
  let rewriting = SharedRuns()
  /// Reads files of pictures and videos.
  let files = TaskThreads(limit: 4, name: "files")
  let audit: AuditLog
  let metrics: RouteMetrics
  let registry: PrometheusRegistry
  let tiles: TileCache
  let pictures: PictureStore
  let baseMap: BaseMap?
  let streets = StreetMap()
  let assets: PageAssets
  let statistics = StatisticsCache()
  let listings = ListingCount()
  let overview = OverviewCache()
  let documents = DocumentCache()
  let state: ServerState
  let readiness: Readiness
  let accessLog: AccessLog?
  let logger: Logger
  let clock: @Sendable () -> Instant
  private(set) var isFree = false

  /// The same for a request that is repeated, and has been charged.
  var uncharged: Services {
    var services = self
    services.isFree = true
    return services
  }

  var catalog: Catalog { gate.catalog }
  /// Whether this server makes changes: a node of a cluster only while it leads.
  var leads: Bool { cluster?.state.isLeader ?? true }
  var accounts: AccountStore { members.accounts }
  var sessions: SessionStore { members.sessions }

  /// Takes tokens of a client.
  /// - Throws: `Problem` when there are too few.
  func charge(_ cost: Int, _ client: Client) throws {
    guard !isFree, let wait = limiter.take(cost, of: client.limitKey) else { return }
    var problem = Problem.limit(
      .tooManyRequests, "rate", settings.rate, "Too many requests from \(client.name); try again in \(wait) s.")
    problem.retryAfter = wait
    throw problem
  }
}
