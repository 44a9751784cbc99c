import Hummingbird

/// The origin of a request, and the address by which its client reached the server: from the connection or, behind
/// trusted proxies, from their header fields. These fields are ignored from anyone else.
package struct Forwarding {
  private let request: Request
  private let peer: String
  private let settings: ServerSettings
  private let isForwarded: Bool
  private let passedOn: PassedOn?

  /// What another node of the cluster knows of a request that it has passed on.
  package struct PassedOn: Sendable {
    package var clientAddress: String
    package var base: String

    package init(clientAddress: String, base: String) { (self.clientAddress, self.base) = (clientAddress, base) }
  }

  /// - Parameters:
  ///   - peer: the address at the other end of the connection.
  ///   - passedOn: what the node says that has passed the request on; nil for one from a client or a proxy.
  package init(_ request: Request, from peer: String, _ settings: ServerSettings, passedOn: PassedOn? = nil) {
    (self.request, self.peer, self.settings, self.passedOn) = (request, peer, settings, passedOn)
    isForwarded = settings.isTrusted(peer)
  }

  /// The address of the client: the last one in `X-Forwarded-For` that is no trusted proxy.
  package var clientAddress: String {
    if let passedOn { return passedOn.clientAddress }
    guard isForwarded else { return peer }
    let forwarded = request.headers[values: .forwardedFor].joined(separator: ",").split(separator: ",")
    for address in forwarded.reversed().map(\.trimmingSpaces) where !settings.isTrusted(address) {
      return AddressRange.bytes(address) == nil ? peer : address
    }
    return peer
  }

  /// The address of the server for links, without a slash at its end.
  package var base: String {
    if let passedOn { return passedOn.base }
    if let url = settings.publicURL { return url.hasSuffix("/") ? String(url.dropLast()) : url }
    var scheme = settings.tlsCertificate == nil ? "http" : "https"
    var host = request.head.authority ?? "\(settings.host):\(settings.port)"
    if isForwarded {
      if let given = request.headers[.forwardedProtocol], given == "https" || given == "http" { scheme = given }
      if let given = request.headers[.forwardedHost] { host = given }
    }
    return "\(scheme)://\(host.utf8.allSatisfy(\.isHostByte) ? host : settings.host)"
  }
}

extension ServerSettings {
  /// Whether an address is that of a trusted proxy.
  func isTrusted(_ address: String) -> Bool {
    !trustedProxies.isEmpty && trustedProxies.contains { $0.contains(address) }
  }
}

extension UInt8 {
  /// Whether it may occur in a host with its port.
  fileprivate var isHostByte: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default:
      [UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]")].contains(self)
    }
  }
}
