import Hummingbird
import Streams
import Vicinity
import VicinityAccounts
import VicinityHTTP

/// The routes by which members sign in and out.
enum SessionRoutes {
  static let all = [begin, list, end]

  static let begin = Route(
    method: .post, path: "/v1/sessions", summary: "Signs in: starts a session.",
    body: .init(
      mediaTypes: ["application/json"],
      description: "login, a name or an address; password; keep, true for a session that outlasts the browser; cookie, "
        + "true to get the session as a cookie, for web pages.",
      example: try? JSONParser.parse(#"{"login":"ana","password":"three words or more","keep":true}"#.utf8)),
    group: .accounts, statuses: [.created, .forbidden], cost: 5
  ) { exchange in
    var form = try await exchange.jsonObject(example: #"{"login":"ana","password":"three words or more"}"#)
    let wantsCookie = form["cookie"] == .bool(true)
    form["cookie"] = nil
    if wantsCookie { try exchange.checkOwnPage() }
    let (account, session, secret) = try await exchange.services.accounts.signIn(
      SignIn(json: .object(form)), from: exchange.client.limitKey, agent: exchange.request.headers[.userAgent],
      at: exchange.now)
    var json = session.json(isCurrent: true).object ?? JSONObject()
    json["member"] = account.ownJSON(pictureURL: exchange.pictureURL(of: account))
    if !wantsCookie { json["token"] = .string(secret) }
    var reply = Reply.json(.object(json), status: .created)
    if wantsCookie { reply.headers[.setCookie] = exchange.sessionCookie(secret, isKept: session.isKept) }
    return reply
  }

  static let list = Route(
    method: .get, path: "/v1/sessions", summary: "The member's sessions, most recently used first.", list: "sessions",
    role: .member,
    group: .accounts
  ) { exchange in
    let session = try exchange.session
    let sessions = try await exchange.services.accounts.threads.run {
      try exchange.services.sessions.sessions(of: session.member, at: exchange.now)
    }
    return exchange.list(sessions.map { $0.json(isCurrent: $0.id == session.id) })
  }

  static let end = Route(
    method: .delete, path: "/v1/sessions/{id}",
    summary: "Signs out: ends one session by its id, the `current` one, or all `others`.",
    parameters: [Parameter("id", .text(), in: .path, "The id of a session, `current` or `others`.")], formats: [],
    role: .member, group: .accounts, statuses: [.noContent, .notFound]
  ) { exchange in
    let session = try exchange.session
    let id = exchange.steps[0]
    let isCurrent = id == "current" || id == session.id
    let ended = try await exchange.services.accounts.threads.run {
      try exchange.services.sessions.end(
        isCurrent || id == "others" ? session.id : id, ofAllOthers: id == "others", of: session.member)
    }
    guard ended > 0 || id == "others" else {
      throw Problem(.notFound, "unknown-session", "No session has the id \(id.shortened); GET /v1/sessions lists them.")
    }
    var reply = Reply.noContent
    if isCurrent { reply.headers[.setCookie] = exchange.sessionCookie(nil, isKept: false) }
    return reply
  }
}
