import CivilTime
import CodedErrors
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOHTTP1
import Streams
import Vicinity
import VicinityAccounts
import VicinityHTTP

/// The state of a connection.
struct ConnectionContext: RequestContext, Sendable {
  var coreContext: CoreRequestContextStorage
  let channel: any Channel

  var remoteAddress: SocketAddress? { channel.remoteAddress }

  init(source: ApplicationRequestContextSource) {
    coreContext = .init(source: source)
    channel = source.channel
  }
}

/// Answers requests by the route table: everything common to all routes is done here.
struct Responder: HTTPResponder {
  typealias Context = ConnectionContext

  let table: RouteTable
  let services: Services
  let logger: Logger

  func respond(to request: Request, context: ConnectionContext) async throws -> Response {
    let started = ContinuousClock.now
    let active = ActiveRequest(services.state, services.metrics)
    var route: Int?
    let passedOn = services.cluster?.passedOn(request)
    let forwarding = Forwarding(
      request, from: context.remoteAddress?.ipAddress ?? "local", services.settings, passedOn: passedOn)
    var client = Client(address: forwarding.clientAddress)
    var response: Response
    do {
      if let cluster = services.cluster {
        guard passedOn != nil || !cluster.isMistaken(request) else { throw ClusterPassage.refusal }
        response = try await answer(
          request, active, context.channel, forwarding, &client, &route, by: cluster, isPassedOn: passedOn != nil)
      } else {
        response = try await answer(request, active, context.channel, forwarding, &client, &route)
      }
    } catch let error {
      response = failure(error, of: request, route: route)
      // Errors for lack of space in the catalog's limits are a `Problem` already.
      if let member = client.session?.member, !(error is Problem), Problem(error)?.code == RefusedWrite.noRoom(nil).code
      {
        await count(member)
      }
    }
    finish(&response, to: request)
    services.cluster?.finish(&response, to: request)
    services.metrics.count(route, response.status, .now - started)
    log(request, response, client, .now - started)
    services.accessLog?.note(
      request, response, address: client.address, name: client.isKnown ? client.name : nil,
      seconds: Double(seconds: .now - started), at: services.clock())
    return response
  }

  /// Recounts the catalog data of a refused member: removals by others make space from the next request on.
  private func count(_ member: String) async {
    do { try await services.members.run { try services.members.shares.count(member) } } catch {
      logger.error("a member's stored data cannot be counted", metadata: ["error": "\(error)"])
    }
  }

  // MARK: In a cluster

  /// Answers a request as a node: changes are passed on to the leader, and so is what depends on an entry that this
  /// node does not get in time.
  private func answer(
    _ request: Request, _ active: ActiveRequest, _ connection: any Channel, _ forwarding: Forwarding,
    _ client: inout Client, _ number: inout Int?, by cluster: ClusterPassage, isPassedOn: Bool
  ) async throws -> Response {
    if case .route(let index, _) = table.find(request.method, request.uri.path) { number = index }
    let route = number.map { table.routes[$0] }
    let hasEntry = await cluster.waits(for: request)
    if route?.changes == true || !hasEntry && route?.isStreamed != true, !cluster.state.isLeader {
      return try await passOn(
        request, active, connection, forwarding, &client, &number, by: cluster, isPassedOn, isRead: false)
    }
    if route?.changes == true {
      return try await lead(request, active, connection, forwarding, &client, &number, by: cluster, isPassedOn)
    }
    do { return try await answer(request, active, connection, forwarding, &client, &number) } catch let error
      as ClusterError
    {
      // A read that brings something up to date, or for which this node does not know who may see what.
      guard !isPassedOn, route?.isStreamed != true else { throw error }
      switch error {
      case .notLeader where request.isSafe:
        return try await passOn(
          request, active, connection, forwarding, &client, &number, by: cluster, isPassedOn, isRead: false)
      case .cutOff where route?.changes == false:
        // Nothing of its body has been read.
        do {
          return try await passOn(
            request, active, connection, forwarding, &client, &number, by: cluster, isPassedOn, isRead: true)
        } catch is ClusterError { throw error }
      default: throw error
      }
    }
  }

  private func passOn(
    _ request: Request, _ active: ActiveRequest, _ connection: any Channel, _ forwarding: Forwarding,
    _ client: inout Client, _ number: inout Int?, by cluster: ClusterPassage, _ isPassedOn: Bool,
    isRead: Bool
  ) async throws -> Response {
    // Not again: the node that has passed it on looks for the leader.
    guard !isPassedOn else { throw ClusterPassage.refusal }
    try services.charge(1, client)
    var request = request
    let held = HeldBytes(services.held, of: client.shareNames)
    let passed = try await cluster.passOn(
      &request, forwarding, connection, hasKey: takesKey(number), held,
      patience: isRead ? ClusterPassage.readPatience : ClusterPassage.leaderPatience,
      limit: isRead ? ClusterPassage.readPatience : nil)
    if var passed {
      // As for problems of this node: the rest of the body is not read.
      if request.mayHaveLongBody, passed.status.code >= 400 { passed.headers[.connection] = "close" }
      return passed
    }
    return try await answer(request, active, connection, forwarding, &client, &number)
  }

  /// Whether requests of a route with the same `Idempotency-Key` make one change.
  private func takesKey(_ number: Int?) -> Bool {
    number.map { table.routes[$0].parameters.contains { $0.name == HTTPField.Name.idempotencyKey.rawName } } ?? false
  }

  /// Makes a change as the leader. While the log cannot be reached, such as before a standby is promoted, one that can
  /// be repeated waits for it.
  private func lead(
    _ request: Request, _ active: ActiveRequest, _ connection: any Channel, _ forwarding: Forwarding,
    _ client: inout Client, _ number: inout Int?, by cluster: ClusterPassage, _ isPassedOn: Bool
  ) async throws -> Response {
    // A client that waits for "100 Continue" is first told whether it may send its body.
    guard request.isRepeatable(hasKey: takesKey(number)), !request.headers.waitsToSendBody else {
      return try await answer(request, active, connection, forwarding, &client, &number)
    }
    var request = request
    let held = HeldBytes(services.held, of: client.shareNames)
    let isInMemory = try await cluster.hold(&request, connection, held)
    var deadline: ContinuousClock.Instant?
    var responder = self
    while true {
      do { return try await responder.answer(request, active, connection, forwarding, &client, &number) } catch {
        let last = deadline ?? .now + ClusterPassage.leaderPatience
        guard isInMemory, ClusterPassage.isOfOutage(error), .now < last else {
          // Changes that wait for the log keep all threads: its absence is the cause.
          guard error is FairTurns.Refusal, cluster.state.heard + ClusterPassage.silence < .now else { throw error }
          throw ClusterError.noLeader(reason: "the log does not answer")
        }
        deadline = last
      }
      let failed = ContinuousClock.now
      repeat {
        try await Task.sleep(for: ClusterPassage.leaderPause)
        guard cluster.state.isLeader else {
          return try await passOn(
            request, active, connection, forwarding, &client, &number, by: cluster, isPassedOn, isRead: false)
        }
      } while cluster.state.heard < failed && .now < deadline ?? failed
      // The request has been charged.
      responder = Responder(table: table, services: services.uncharged, logger: logger)
    }
  }

  // MARK: From the request to its route

  private func answer(
    _ request: Request, _ active: ActiveRequest, _ connection: any Channel, _ forwarding: Forwarding,
    _ client: inout Client, _ number: inout Int?
  ) async throws -> Response {
    let steps: [String]
    do {
      (number, steps) = try find(request)
      // For all callers: accounts, which would identify them, may not exist.
      if !services.catalog.isWritable, number.map({ table.routes[$0].changes }) == true {
        throw AccountsFileError.readOnly
      }
      try await identify(&client, by: request, base: forwarding.base)
    } catch {
      // Unknown paths are charged too.
      try services.charge(1, client)
      throw error
    }
    let names = client.shareNames
    let (known, found) = (client, number ?? 0)
    return try await Asker.$names.withValue(names) {
      try await answer(request, active, connection, forwarding, known, found, steps, names)
    }
  }

  private func answer(
    _ request: Request, _ active: ActiveRequest, _ connection: any Channel, _ forwarding: Forwarding,
    _ client: Client, _ number: Int, _ steps: [String], _ names: [String]
  ) async throws -> Response {
    let route = table.routes[number]
    try services.charge(route.cost, client)
    if let expectation = request.headers[.expect], !request.headers.waitsToSendBody {
      throw Problem(
        .expectationFailed, "expectation-failed",
        "Expect is \"\(expectation.shortened)\"; only 100-continue is known.")
    }
    try authorize(client, for: route)
    let parameters = try ParameterValues(
      route.leavesQueryToPage ? nil : request.uri.query.map { $0[...] }, of: route.parameters)
    guard let format = self.format(of: request, parameters["f"], route.formats) else {
      throw Problem(
        .notAcceptable, "not-acceptable",
        "Accept contains none of \(route.formats.map(\.essence).joined(separator: ", ")).")
    }
    var exchange = Exchange(
      request: request, route: route, steps: steps, parameters: parameters, format: format, client: client,
      now: services.clock(), services: services, active: active, connection: connection,
      base: forwarding.base, held: HeldBytes(services.held, of: names))
    let validator = try Validator(exchange)
    exchange.tag = validator?.tag
    if let validator, validator.matches(request.headers[.ifNoneMatch]) {
      return try await response(.notModified, to: exchange, validator)
    }
    if let body = route.body { try await read(body, into: &exchange) }
    let reply = try await route.handle(exchange)
    assert(route.describes(reply), "\(route.path) answers \(reply.status) \(reply.mediaType)")
    return try await response(reply, to: exchange, validator)
  }

  /// The number of the route in the table, and the values in the path.
  private func find(_ request: Request) throws -> (Int, [String]) {
    let limit = services.settings.maxURL
    guard request.uri.string.utf8.count <= limit else {
      throw Problem.limit(.uriTooLong, "max-url", limit, "The address is too long; use POST /v1/query.")
    }
    switch table.find(request.method, request.uri.path) {
    case .route(let number, let values): return (number, values)
    case .otherMethods(let methods):
      let allowed = methods.map(\.rawValue).joined(separator: ", ")
      var problem = Problem(
        .methodNotAllowed, "method-not-allowed", "\(request.method) is not allowed here; allowed are \(allowed).")
      problem.headers[.allow] = allowed
      throw problem
    case .nothing:
      var problem = Problem(
        .notFound, "no-such-path", "There is no resource at \(request.uri.path.shortened); /api.html lists all paths.")
      problem.suggestion = table.suggestion(for: request.uri.path)
      throw problem
    }
  }

  private func format(of request: Request, _ word: String?, _ formats: [MediaFormat]) -> MediaFormat? {
    guard !formats.isEmpty else { return .json }
    if let word { return formats.first { $0.word == word } }
    let accept = request.headers[values: .accept].joined(separator: ",")
    return MediaFormat.preferred(accept, among: formats)
  }

  private func read(_ body: Route.RequestBody, into exchange: inout Exchange) async throws {
    let headers = exchange.request.headers
    let type = headers[.contentType].map { String($0.prefix { $0 != ";" }).trimmingSpaces.lowercased() }
    if let type, !body.mediaTypes.contains(type), !body.mediaTypes.contains("*/*") {
      throw Problem(
        .unsupportedMediaType, "unsupported-media-type",
        "The body is \(type.shortened); this request takes \(body.mediaTypes.joined(separator: " or ")).")
    }
    let encoding = headers[.contentEncoding]?.lowercased() ?? "identity"
    guard encoding == "identity" || encoding == "gzip" else {
      throw Problem(
        .unsupportedMediaType, "unsupported-encoding",
        "The body is encoded as \(encoding.shortened); gzip and none are known.")
    }
    guard !body.isStreamed else { return }
    let limit = services.settings.maxBody
    var reader = BodyReader(exchange, limit: limit, name: "max-body")
    while let piece = try await reader.next() {
      // Less is within what each connection may take.
      if exchange.body.readableBytes >= HeldBytes.uncounted { try exchange.held.take(piece.count) }
      exchange.body.writeBytes(piece)
    }
    exchange.arrival = .now
  }

  // MARK: The caller

  /// Finds the key or the session of a request: in a field of its head, or in the cookie of the map page.
  private func identify(_ client: inout Client, by request: Request, base: String) async throws {
    let now = services.clock()
    let given: String
    if let header = request.headers[.authorization] {
      guard header.lowercased().hasPrefix("bearer ") else {
        throw Problem.unauthorized("Authorization must be \"Bearer KEY\".")
      }
      given = String(header.dropFirst(7)).trimmingSpaces
    } else if let header = request.headers[.apiKey] {
      given = header
    } else {
      let isSecure = base.hasPrefix("https:")
      if !SessionCookie.sessions(in: request, isSecure: isSecure).isEmpty {
        try services.cluster?.state.checkAuthority()
      }
      // An ended session is treated as no session: the page can continue to send requests.
      for secret in SessionCookie.sessions(in: request, isSecure: isSecure) where client.session == nil {
        client.session = try await services.sessions.session(secret, at: now)
      }
      if client.session != nil, !request.isSafe, !SessionCookie.isFromOwnPage(request, base: base) {
        throw Problem(
          .forbidden, "cross-site",
          "The cookie authorizes changes only from pages of this server; use a token elsewhere.")
      }
      return
    }
    try services.cluster?.state.checkAuthority()
    if given.hasPrefix(Session.prefix) {
      client.session = try await services.sessions.session(given, at: now)
      guard client.session != nil else {
        throw Problem.unauthorized("The session is unknown or has ended; sign in again.")
      }
    } else {
      client.key = try await services.keys.key(given, at: now)
      guard client.key != nil else { throw Problem.unauthorized("The key is unknown or has expired.") }
    }
  }

  private func authorize(_ client: Client, for route: Route) throws {
    guard route.scope != nil || route.role != nil else { return }
    if let scope = route.scope {
      if client.has(scope) { return }
      // A key never grants less than anonymous access, and members may do what anonymous callers may.
      if scope == .search || scope == .batch, services.settings.isPublic || client.session != nil { return }
    }
    if let role = route.role, let session = client.session, session.role >= role { return }
    if client.session != nil {
      if let role = route.role { throw Problem.needsRole(role) }
      throw Problem(.forbidden, "forbidden", "This requires an API key.")
    }
    guard let scope = route.scope else {
      if client.key == nil { throw Problem.unauthorized("Sign in first: POST /v1/sessions.") }
      throw Problem(.forbidden, "forbidden", "This requires a signed-in member; an API key does not identify one.")
    }
    guard client.key != nil else {
      let way = route.role == nil ? "" : " Members sign in: POST /v1/sessions."
      throw Problem.unauthorized(
        "This request needs a key with the scope \(scope.rawValue), sent as \"Authorization: Bearer KEY\".\(way)")
    }
    throw Problem(.forbidden, "forbidden", "The key lacks the scope \(scope.rawValue).")
  }

  // MARK: From the reply to the response

  private func response(
    _ reply: Reply, to exchange: Exchange, _ validator: Validator?
  ) async throws -> Response {
    var response = Response(status: reply.status, headers: reply.headers)
    if !reply.mediaType.isEmpty { response.headers[.contentType] = reply.mediaType }
    if reply.status == .ok || reply.status == .notModified { validator?.write(to: &response.headers) }
    setCaching(&response.headers, exchange)
    let takesGzip = reply.isCompressible && exchange.request.acceptsGzip
    switch reply.body {
    case .bytes(let buffer):
      var buffer = buffer
      if takesGzip, reply.compressed != nil || buffer.readableBytes >= Reply.leastCompressed {
        buffer = if let known = reply.compressed { known } else { try await Deflater().gzip(buffer, isLast: true) }
        setGzip(&response.headers)
      }
      services.metrics.bytesSent.increment(by: buffer.readableBytes)
      if buffer.readableBytes > HeldBytes.uncounted {
        // In memory until the client has received it.
        if reply.isOfChange {
          exchange.held.add(buffer.readableBytes)
        } else {
          try exchange.held.take(buffer.readableBytes)
        }
        response.body = ResponseBody(contentLength: buffer.readableBytes) { [buffer, held = exchange.held] writer in
          var rest = buffer
          while let piece = rest.readSlice(length: min(StoredFile.piece, rest.readableBytes)), piece.readableBytes > 0 {
            try await writer.write(piece)
          }
          try await writer.finish(nil)
          _ = held
        }
      } else {
        response.body = ResponseBody(byteBuffer: buffer)
      }
    case .file(let file, let range):
      response.body = ResponseBody(contentLength: range.count) {
        [files = services.files, sent = services.metrics.bytesSent] writer in
        for start in stride(from: range.lowerBound, to: range.upperBound, by: StoredFile.piece) {
          let bytes = try await files.run {
            try file.bytes(start..<min(range.upperBound, start + StoredFile.piece))
          }
          sent.increment(by: bytes.count)
          try await writer.write(ByteBuffer(bytes: bytes))
        }
        try await writer.finish(nil)
      }
    case .stream(let write):
      if takesGzip { setGzip(&response.headers) }
      response.body = ResponseBody { [sent = services.metrics.bytesSent, names = exchange.client.shareNames] writer in
        let inner = writer
        try await Asker.$names.withValue(names) {
          var counting: any ResponseBodyWriter = StreamWriter(inner, isCompressed: takesGzip, sent)
          try await write(&counting)
          try await counting.finish(nil)
        }
      }
    }
    return response
  }

  /// The caching rules of the response, and the headers it depends on.
  private func setCaching(_ headers: inout HTTPFields, _ exchange: Exchange) {
    let caching = headers[.cacheControl] ?? "no-store"
    headers[.cacheControl] = caching
    if exchange.client.isKnown, caching != "no-store" {
      headers[.cacheControl] = "private, " + caching.replacing("public, ", with: "")
    }
    guard headers[.vary] == nil else { return }
    let accept = exchange.route.formats.count > 1 ? "Accept, " : ""
    headers[.vary] = accept + "Accept-Encoding, Authorization, Cookie, X-Api-Key"
  }

  /// A strong entity tag stands for bytes, which are others now.
  private func setGzip(_ headers: inout HTTPFields) {
    headers[.contentEncoding] = "gzip"
    if let tag = headers[.eTag], tag.hasPrefix("\"") { headers[.eTag] = "W/" + tag }
  }

  private func failure(_ error: any Error, of request: Request, route: Int?) -> Response {
    let names = route.map { table.routes[$0].queryParameters } ?? []
    let naming: ((String) -> String)? = names.isEmpty ? nil : { names.parameterName(ofPath: $0) }
    let problem: Problem
    if let error = error as? AccountsFileError, error.isForOperator {
      logger.error("the accounts file cannot be used", metadata: ["path": "\(request.uri.path)", "error": "\(error)"])
    }
    if let known = Problem(error, naming: naming) {
      problem = known.without(path: services.catalog.path)
    } else if let error = error as? HTTPParserError {
      problem = Problem(.badRequest, "bad-encoding", "The body cannot be read: \(error).")
    } else if error is CancellationError {
      problem = Problem(.serviceUnavailable, "stopping", "The server is stopping; try again in a moment.")
    } else {
      logger.error("request failed", metadata: ["path": "\(request.uri.path)", "error": "\(error)"])
      problem = Problem(.internalServerError, "internal", "The server failed; its log has the details.")
    }
    services.metrics.count(problem)
    if request.method == .options, problem.status == .methodNotAllowed {
      return Response(status: .noContent, headers: problem.headers)
    }
    // The parameters may be what is wrong: only the one that names the format is looked at.
    let formats = route.map { table.routes[$0].formats } ?? [.json, .html]
    let format = self.format(of: request, request.uri.queryParameters.get("f"), formats)
    let home = services.settings.title
    let page = route.flatMap { table.routes[$0].queryParameters.isEmpty ? nil : request.uri.path }
    let reply = format == .html ? Pages.problem(problem, at: page, home: home) : problem.reply
    var response = Response(status: problem.status, headers: reply.headers)
    for field in problem.headers { response.headers.append(field) }
    if case .bytes(let buffer) = reply.body { response.body = .init(byteBuffer: buffer) }
    response.headers[.contentType] = reply.mediaType
    response.headers[.cacheControl] = "no-store"
    if let seconds = problem.retryAfter { response.headers[.retryAfter] = "\(seconds)" }
    // The rest of the body may be long, and is not read (RFC 9112, 9.3).
    if request.mayHaveLongBody || request.headers[.expect] != nil || error is HTTPParserError {
      response.headers[.connection] = "close"
    }
    return response
  }

  private func finish(_ response: inout Response, to request: Request) {
    response.headers[.contentTypeOptions] = "nosniff"
    allowOrigin(request, &response)
    if request.method == .head {
      let count = response.body.contentLength
      response.body = ResponseBody()
      // Setting the body has set its length.
      response.headers[.contentLength] = count.map { "\($0)" }
    }
    if services.state.isStopping { response.headers[.connection] = "close" }
  }

  private func allowOrigin(_ request: Request, _ response: inout Response) {
    let origins = services.settings.corsOrigins
    guard !origins.isEmpty else { return }
    if !origins.contains("*") { response.headers[values: .vary].append("Origin") }
    guard let origin = request.headers[.origin] else { return }
    guard origins.contains("*") || origins.contains(origin) else { return }
    response.headers[.accessControlAllowOrigin] = origins.contains("*") ? "*" : origin
    response.headers[.accessControlExposeHeaders] = "ETag, Link, Location, Retry-After, Content-Crs, Content-Range"
    guard request.method == .options else { return }
    response.headers[.accessControlAllowMethods] = response.headers[.allow] ?? "GET, HEAD, OPTIONS"
    response.headers[.accessControlAllowHeaders] =
      "Authorization, Content-Encoding, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, "
      + "MCP-Protocol-Version, Mcp-Method, Mcp-Name, X-Api-Key"
    response.headers[.accessControlMaxAge] = "86400"
  }

  private func log(_ request: Request, _ response: Response, _ client: Client, _ duration: Duration) {
    // The query string may contain search words and positions: it is not logged.
    logger.debug(
      "request",
      metadata: [
        "method": "\(request.method)", "path": "\(request.uri.path)", "status": "\(response.status.code)",
        "client": "\(client.name)", "ms": "\((Double(seconds: duration) * 1e5).rounded() / 100)",
      ])
  }
}
