import Streams

/// Entity tags of single things (RFC 9110, 8.8.3): a hash with the seed of the process, from which nothing can be
/// learned about what is not shown.
package enum EntityTag {
  package static func hash(_ contents: some Hashable) -> String {
    var hasher = Hasher()
    hasher.combine(contents)
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
