import Streams
import Synchronization
import Vicinity

/// Entity tags of single things (RFC 9110, 8.8.3): a hash with a secret of the process or of its cluster, from which
/// nothing can be learned about what is not shown.
package enum EntityTag {
  private static let keyed = Mutex(SipHash(key: (0..<16).map { _ in UInt8.random(in: 0...255) }))

  /// Makes the tags of texts the same on all nodes of a cluster.
  /// - Parameter secret: 16 bytes.
  package static func useSecret(_ secret: [UInt8]) { keyed.withLock { $0 = SipHash(key: secret) } }

  /// The hash of something that clients change, the same on all nodes.
  package static func hash(_ text: String) -> String { String(keyed.withLock { $0 }.hash(text), radix: 36) }

  /// The hash of something that is only read; another process has another one.
  package static func hash(ofBytes bytes: [UInt8]) -> String {
    var hasher = Hasher()
    hasher.combine(bytes)
    return String(UInt64(bitPattern: Int64(hasher.finalize())), radix: 36)
  }

  /// Whether a header field such as `If-Match` has a tag that passes a test.
  ///
  /// A tag that a proxy has marked as weak, because it compressed the answer, still counts: it was made of the thing
  /// itself.
  /// - Parameter allowingWildcard: whether `*` passes, too.
  package static func matches(
    _ field: String?, allowingWildcard: Bool = true, where test: (Substring) -> Bool
  ) -> Bool {
    guard let field else { return false }
    if allowingWildcard, field == "*" { return true }
    return field.split(separator: ",").contains { test($0.trimmingSpaces.drop { $0 != "\"" }) }
  }
}
