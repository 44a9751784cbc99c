import HTTPTypes

extension HTTPField.Name {
  /// Typed links (RFC 8288).
  static let links = named("Link")
  /// The reference system of coordinates (OGC API – Features, part 2).
  static let contentCRS = named("Content-Crs")
  /// What a page may do (W3C, "Permissions Policy").
  static let permissionsPolicy = named("Permissions-Policy")
  static let openerPolicy = named("Cross-Origin-Opener-Policy")
  static let referrerPolicy = named("Referrer-Policy")
  /// The pages that a service worker may serve.
  static let serviceWorkerAllowed = named("Service-Worker-Allowed")
  static let contentTypeOptions = named("X-Content-Type-Options")
  /// Whether the page that asks is one of this server (W3C, "Fetch Metadata").
  static let secFetchSite = named("Sec-Fetch-Site")
  /// Where a client of an event stream goes on (WHATWG HTML, "Server-sent events").
  static let lastEventID = named("Last-Event-ID")
  static let idempotencyKey = named("Idempotency-Key")
  static let apiKey = named("X-Api-Key")
  static let forwardedFor = named("X-Forwarded-For")
  static let forwardedProtocol = named("X-Forwarded-Proto")
  static let forwardedHost = named("X-Forwarded-Host")
  /// Asks nginx to pass on what comes at once.
  static let accelBuffering = named("X-Accel-Buffering")

  static func named(_ name: String) -> Self {
    guard let field = Self(name) else { preconditionFailure("\(name) is no name of a field") }
    return field
  }
}
