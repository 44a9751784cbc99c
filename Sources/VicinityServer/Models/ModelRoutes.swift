import HTTPTypes
import Hummingbird
import Streams
import Vicinity
import VicinityAccounts
import VicinityHTTP
import VicinityMCP

/// The route for language models.
enum ModelRoutes {
  static let all = [mcp]

  static let mcp = Route(
    method: .post, path: "/mcp",
    summary: "The Model Context Protocol: the tools of language models, as JSON-RPC; see docs/mcp.md.",
    parameters: [
      Parameter(
        "caller", .text(), "The member in whose name the client acts: only with a key of the scope `members:act-as`.",
        example: "ana")
    ], errorFormats: [.json],
    body: .init(
      mediaTypes: ["application/json"], name: "message", description: "One message of JSON-RPC 2.0.",
      example: try? JSONParser.parse(
        #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"suggest","arguments":{"text":"jaz"}}}"#.utf8)),
    scope: .search, group: .models,
    statuses: [.ok, .accepted, .badRequest, .notFound, .forbidden], onlyReads: true
  ) { request in
    try request.checkOrigin()
    let exchange = try await request.inNameOfCaller()
    let fields = exchange.request.headers
    let endpoint = MCPEndpoint(tools: exchange.tools, advice: exchange.advice)
    let reaction = try await exchange.onThreadIfLong {
      endpoint.reaction(
        to: exchange.body.readableBytesView,
        RoutingFields(
          version: fields[.protocolVersion], method: fields[.protocolMethod], name: fields[.protocolName]))
    }
    switch reaction {
    case .nothing:
      var reply = Reply.noContent
      reply.status = .accepted
      return reply
    case .reply(let reply): return Reply(reply)
    case .call(let call):
      let (answer, isOfChange) = await exchange.answer(to: call)
      var reply = Reply(call.reply(answer))
      reply.isOfChange = isOfChange
      return reply
    }
  }

  /// The route that does the same as a tool: a client needs what it needs, and the call costs as much.
  static let equivalents: [String: Route] = [
    "search": SearchRoutes.query, "details": ListingRoutes.get, "hours": ListingTimeRoutes.hours,
    "availability": ListingTimeRoutes.availability, "plan": SearchRoutes.plan, "why": SearchRoutes.why,
    "why_not": SearchRoutes.whyNot, "suggest": SearchRoutes.suggest, "my_bookings": ListRoutes.bookings,
    "add_favorite": ActionRoutes.addFavorite, "remove_favorite": ActionRoutes.removeFavorite,
    "rate": ActionRoutes.rate, "join_event": ActionRoutes.join, "leave_event": ActionRoutes.leave,
    "book": BookingRoutes.book, "cancel_booking": BookingRoutes.cancel,
  ]

  /// Whether the host of an origin is an address, or that of the machine itself.
  static func isAddress(_ origin: String) -> Bool {
    let place = origin.split(separator: "/", omittingEmptySubsequences: true).last ?? ""
    let host = place.hasPrefix("[") ? place.dropFirst().prefix { $0 != "]" } : place.prefix { $0 != ":" }
    return host == "localhost" || AddressRange.bytes(String(host)) != nil
  }
}

extension Exchange {
  /// The tools that the client may use: those whose equivalent route would let it in.
  fileprivate var tools: [Tool] {
    Tool.offered(to: client.member?.name, mayWrite: services.catalog.isWritable).filter { tool in
      guard let route = ModelRoutes.equivalents[tool.name] else { return false }
      // The caller of this route may search.
      return route.scope == .search || client.member.map { $0.role >= route.role ?? .admin } ?? false
    }
  }

  /// What the client has to do before it may call another tool.
  fileprivate func advice(for tool: Tool) -> String {
    if tool.changes, !services.catalog.isWritable { return "This server only reads its catalog." }
    if client.has(.actAs) { return "It acts for a member: name one in the address, /mcp?caller=NAME." }
    return "It acts for a member: send the token of a member's session, or a key with the scope "
      + "\(Scope.actAs.rawValue) and the member in the address, /mcp?caller=NAME."
  }

  /// The same request in the name of the member in its address. Clients name the member there and not in arguments,
  /// which a model writes.
  fileprivate func inNameOfCaller() async throws -> Exchange {
    guard let name = parameters["caller"] else { return self }
    guard client.has(.actAs) else { throw MemberNames.refusal("caller") }
    let account = try await services.accounts.threads.run { try services.accounts.account(name) }
    guard let account, account.suspension == nil else {
      let error = AccountError.unknownMember(name)
      // Clients take 404 for the end of their session.
      throw Problem(.forbidden, error.code, error.description)
    }
    var exchange = self
    exchange.client.caller = account.name
    return exchange
  }

  /// Refuses the pages of other sites, except those of `cors-origins`; other clients send no origin.
  ///
  /// The name of another site may lead to this server (DNS rebinding): the host that a request names is the server's own
  /// only if it is an address, or that of `public-url`.
  fileprivate func checkOrigin() throws {
    guard let origin = request.headers[.origin] else { return }
    let settings = services.settings
    if settings.corsOrigins.contains("*") || settings.corsOrigins.contains(origin) { return }
    let isKnown = settings.publicURL != nil || ModelRoutes.isAddress(origin)
    guard isKnown, SessionCookie.isOwn(origin, base: base) else {
      throw Problem(.forbidden, "cross-site", "Pages of \(origin.shortened) may not use this server.")
    }
  }

  /// Does the work of a call, under the limits of its equivalent route. Errors are answers, for the model.
  fileprivate func answer(to call: PendingCall) async -> (ToolAnswer, isOfChange: Bool) {
    do {
      if let cost = ModelRoutes.equivalents[call.tool.name]?.cost, cost > 1 { try services.charge(cost - 1, client) }
      guard call.tool.changes, let member = client.member?.name else {
        let answer = try await services.gate.onThread(since: arrival) { catalog, budget in
          var context = ToolContext(catalog, at: now, for: client.member?.name)
          context.budget = budget
          (context.mostResults, context.mostBytes) = (
            min(context.mostResults, services.settings.maxLimit), min(context.mostBytes, services.settings.maxAnswer)
          )
          return try call.tool.read(call.arguments, context)
        }
        return (answer, false)
      }
      let action = try call.tool.action(call.arguments, by: member)
      let outcome = try await perform(action) {
        try $0.perform(action, as: principal, at: now, checkingHosts: $1)
      }
      return (ToolAnswer(outcome), true)
    } catch {
      return (failure(error, of: call.tool), false)
    }
  }

  private func failure(_ error: any Error, of tool: Tool) -> ToolAnswer {
    guard var problem = Problem(error)?.without(path: services.catalog.path) else {
      services.logger.error("a tool failed", metadata: ["tool": "\(tool.name)", "error": "\(error)"])
      return ToolAnswer(failing: "The server failed; its log has the details. (internal)")
    }
    if let wait = problem.retryAfter, problem.status == .tooManyRequests { problem.detail += " Wait \(wait) s." }
    return ToolAnswer(failing: error, worded: problem)
  }
}

extension Reply {
  fileprivate init(_ reply: RPCReply) {
    self = .json(reply.json, status: HTTPResponse.Status(code: reply.status))
  }
}
