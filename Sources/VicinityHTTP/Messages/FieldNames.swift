import HTTPTypes

extension HTTPField.Name {
  /// Typed links (RFC 8288).
  package static let links = named("Link")
  /// The reference system of coordinates (OGC API – Features, part 2).
  package static let contentCRS = named("Content-Crs")
  /// The permissions of a page (W3C, "Permissions Policy").
  package static let permissionsPolicy = named("Permissions-Policy")
  package static let openerPolicy = named("Cross-Origin-Opener-Policy")
  package static let referrerPolicy = named("Referrer-Policy")
  /// The pages that a service worker may serve.
  package static let serviceWorkerAllowed = named("Service-Worker-Allowed")
  package static let contentTypeOptions = named("X-Content-Type-Options")
  /// Whether the requesting page belongs to this server (W3C, "Fetch Metadata").
  package static let secFetchSite = named("Sec-Fetch-Site")
  /// The position at which a client resumes an event stream (WHATWG HTML, "Server-sent events").
  package static let lastEventID = named("Last-Event-ID")
  package static let idempotencyKey = named("Idempotency-Key")
  package static let apiKey = named("X-Api-Key")
  /// Fields of the Model Context Protocol, which repeat parts of a message.
  package static let protocolVersion = named("MCP-Protocol-Version")
  package static let protocolMethod = named("Mcp-Method")
  package static let protocolName = named("Mcp-Name")
  /// The entry of the log of a cluster that a client has seen, or that an answer is based on.
  package static let position = named("Vicinity-Position")
  /// Seconds for which a node has not had the newest entry.
  package static let lag = named("Vicinity-Lag")
  /// What a node says of a request that it passes on to the leader.
  package static let passedOn = named("Vicinity-Passed-On")
  /// Why the leader has not begun with a request that was passed on to it.
  package static let refusedPassage = named("Vicinity-Refused")
  static let forwardedFor = named("X-Forwarded-For")
  static let forwardedProtocol = named("X-Forwarded-Proto")
  static let forwardedHost = named("X-Forwarded-Host")
  /// Makes nginx pass on data immediately.
  package static let accelBuffering = named("X-Accel-Buffering")

  static func named(_ name: String) -> Self {
    guard let field = Self(name) else { preconditionFailure("\(name) is not a field name") }
    return field
  }
}
