import NIOCore

/// A range of IP addresses (CIDR): `10.0.0.0/8`, `2001:db8::/32`, or a single address.
public struct AddressRange: Hashable, Sendable, CustomStringConvertible {
  /// The range as written.
  public let description: String
  private let bytes: [UInt8]
  private let bits: Int

  /// Parses a range; nil for any other text.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard let first = parts.first, parts.count <= 2, let bytes = Self.bytes(String(first)) else { return nil }
    let most = bytes.count * 8
    guard let bits = parts.count == 2 ? Int(parts[1]) : most, (0...most).contains(bits) else { return nil }
    (description, self.bytes, self.bits) = (text, bytes, bits)
  }

  /// Whether an address lies in the range.
  package func contains(_ address: String) -> Bool {
    guard let other = Self.bytes(address), other.count == bytes.count else { return false }
    for bit in 0..<bits where (bytes[bit / 8] ^ other[bit / 8]) >> UInt8(7 - bit % 8) & 1 == 1 { return false }
    return true
  }

  /// The 4 or 16 bytes of an address; IPv4 inside IPv6 is treated as IPv4.
  package static func bytes(_ text: String) -> [UInt8]? {
    guard let address = try? SocketAddress(ipAddress: text, port: 0) else { return nil }
    switch address {
    case .v4(let address): return withUnsafeBytes(of: address.address.sin_addr.s_addr) { Array($0) }
    case .v6(let address):
      let bytes = withUnsafeBytes(of: address.address.sin6_addr) { Array($0) }
      let isMapped = bytes[..<10].allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
      return isMapped ? Array(bytes[12...]) : bytes
    default: return nil
    }
  }
}

extension AddressRange {
  /// The addresses that count as one client: a single IPv4 address, or an IPv6 network, whose 2⁶⁴ addresses a client
  /// may use.
  package static func network(of address: String) -> String {
    guard address.contains(":"), let bytes = bytes(address), bytes.count == 16 else { return address }
    return bytes.prefix(8).map { String($0, radix: 16) }.joined(separator: " ")
  }
}
