import NIOCore
import NIOHTTP1

/// Refuses requests of HTTP/1.1 that do not name one host (RFC 9112, 3.2).
///
/// Comes after the decoder: further on, the version and the number of fields are no longer known.
final class HostCheck: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart

  private var isRefused = false

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    // The connection ends with the answer to the refused one.
    guard !isRefused else { return }
    if case .head(let head) = unwrapInboundIn(data), let problem = Self.problem(of: head) {
      isRefused = true
      return context.fireErrorCaught(problem)
    }
    context.fireChannelRead(data)
  }

  private static func problem(of head: HTTPRequestHead) -> BadHost? {
    let hosts = head.headers[canonicalForm: "host"].map(String.init)
    let given = head.headers["host"]
    if given.count > 1 { return BadHost(reason: "there is more than one Host field") }
    guard let host = given.first else {
      let isOld = head.version.major == 1 && head.version.minor == 0 || head.version.major == 0
      return isOld ? nil : BadHost(reason: "the field Host is missing")
    }
    return hosts.count == 1 && isHost(host) ? nil : BadHost(reason: "the field Host contains no host")
  }

  /// A host with or without a port (RFC 3986, 3.2.2), which the scheme does not let be empty.
  static func isHost(_ text: String) -> Bool {
    var rest = Array(text.utf8)[...]
    if rest.first == UInt8(ascii: "[") {
      guard let end = rest.firstIndex(of: UInt8(ascii: "]")), end > rest.startIndex + 1 else { return false }
      let address = String(decoding: rest[(rest.startIndex + 1)..<end], as: UTF8.self)
      guard address.contains(":"), AddressRange.bytes(address) != nil else { return false }
      rest = rest[(end + 1)...]
    } else {
      let name = rest.prefix { $0 != UInt8(ascii: ":") }
      guard !name.isEmpty, name.allSatisfy(\.isNameByte) else { return false }
      rest = rest[name.endIndex...]
    }
    guard let colon = rest.first else { return true }
    let port = rest.dropFirst()
    guard colon == UInt8(ascii: ":"), port.count <= 5,
      port.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return false }
    return port.isEmpty || Int(String(decoding: port, as: UTF8.self)).map { $0 <= 65_535 } ?? false
  }
}

/// Why a request was refused for its host.
struct BadHost: Error {
  var reason: String
}

extension UInt8 {
  /// Whether it may occur in a host name.
  fileprivate var isNameByte: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "-._~!$&'()*+,;=%".utf8.contains(self)
    }
  }
}
