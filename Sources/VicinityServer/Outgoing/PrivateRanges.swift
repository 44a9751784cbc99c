import VicinityHTTP

/// The addresses that are not of the public Internet: of this machine, of the operator's own networks, and those with a
/// special meaning.
///
/// Source: IANA, "IPv4 Special-Purpose Address Registry" and "IPv6 Special-Purpose Address Registry" (RFC 6890).
enum PrivateRanges {
  private static let all = [
    "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
    "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
    "224.0.0.0/4", "240.0.0.0/4",
    // Only 2000::/3 of IPv6 is assigned to networks, and some of it leads back to IPv4.
    "::/3", "4000::/2", "8000::/1", "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20",
  ].compactMap(AddressRange.init)

  /// Whether an address belongs to the public Internet. IPv4 inside IPv6 is treated as IPv4.
  static func isPublic(_ address: String) -> Bool {
    AddressRange.bytes(address) != nil && !all.contains { $0.contains(address) }
  }
}
