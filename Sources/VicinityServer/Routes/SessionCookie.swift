import HTTPTypes
import Hummingbird
import VicinityAccounts

/// The cookie by which the map page stays signed in.
///
/// Scripts cannot read it, other sites do not send it with changes, and over TLS its name restricts it to this host
/// (RFC 6265bis, "__Host-").
enum SessionCookie {
  private static func name(isSecure: Bool) -> String { isSecure ? "__Host-vicinity" : "vicinity" }

  /// The sessions in a request: each may be valid, since a page of a subdomain can set a cookie of the same name,
  /// which comes first or last. Only the first few are read.
  static func sessions(in request: Request, isSecure: Bool) -> [String] {
    let name = name(isSecure: isSecure) + "="
    let parts = request.headers[values: .cookie].flatMap { $0.split(separator: ";") }
    return Array(
      parts.lazy.map { String($0).trimmingSpaces }.filter { $0.hasPrefix(name) }.map {
        String($0.dropFirst(name.count))
      }
      .prefix(mostInRequest))
  }

  private static let mostInRequest = 8

  /// The field that sets it; without a session the field that ends it.
  static func field(_ secret: String?, isKept: Bool, isSecure: Bool) -> String {
    var parts = ["\(name(isSecure: isSecure))=\(secret ?? "")", "Path=/", "HttpOnly", "SameSite=Lax"]
    if isSecure { parts.append("Secure") }
    if secret == nil {
      parts.append("Max-Age=0")
    } else if isKept {
      parts.append("Max-Age=\(Session.lifetime(isKept: true))")
    }
    return parts.joined(separator: "; ")
  }

  /// Whether a change with the cookie comes from a page of this server: browsers say so, and other sites cannot make
  /// them lie.
  static func isFromOwnPage(_ request: Request, base: String) -> Bool {
    if let site = request.headers[.secFetchSite] { return site == "same-origin" }
    return request.headers[.origin].map { isOwn($0, base: base) } ?? false
  }

  /// Whether an origin is that of this server.
  static func isOwn(_ origin: String, base: String) -> Bool {
    let own = base.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
    guard own.count == 3 else { return false }
    return origin == "\(own[0])//\(own[2].prefix { $0 != "/" })"
  }
}
