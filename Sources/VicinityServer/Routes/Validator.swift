import Hummingbird
import Streams
import Vicinity
import VicinityHTTP

/// The entity tag of an answer (RFC 9110, 8.8.3), made without a query: it identifies the version of the catalog, the
/// request, and, if the answer depends on the time, the minute.
///
/// All are weak: the same answer may be compressed. Tags are comparable while the process runs; after a restart
/// everything is queried once more.
struct Validator: Sendable {
  /// Stands for the answer.
  let tag: UInt64
  private let maxAge: Int?

  /// Nil when the answers of the route are computed each time.
  init?(_ exchange: Exchange) throws {
    var hasher = Hasher()
    switch exchange.route.freshness {
    case .never: return nil
    case .version: maxAge = nil
    case .names:
      maxAge = nil
      // For a while after a change, the former completions are returned.
      hasher.combine(exchange.services.catalog.completionsVersion)
      hasher.combine(exchange.services.streets.names == nil)
    case .minute:
      // Opening states change at the full minute, as all opening hours do: until then the answer is the same.
      let seconds = exchange.now.secondsSince1970
      hasher.combine(seconds / 60)
      maxAge = exchange.parameters["open"] != nil && !exchange.client.isKnown ? Int(60 - seconds % 60) : nil
    }
    hasher.combine(try exchange.services.catalog.contentVersion())
    hasher.combine(exchange.request.uri.string)
    hasher.combine(exchange.base)
    hasher.combine(exchange.format)
    hasher.combine(exchange.client.key?.id)
    hasher.combine(exchange.client.session?.member)
    tag = UInt64(truncatingIfNeeded: hasher.finalize())
  }

  private var text: String { "W/\"\(String(tag, radix: 36))\"" }

  /// Whether the header field `If-None-Match` names it, by the weak comparison. `*` is left to the answer: whether
  /// there is anything is not known here.
  func matches(_ field: String?) -> Bool {
    guard let field else { return false }
    let opaque = text.drop { $0 != "\"" }
    return EntityTag.matches(field, allowingWildcard: false) { $0 == opaque }
  }

  func write(to headers: inout HTTPFields) {
    headers[.eTag] = text
    headers[.cacheControl] = maxAge.map { "public, max-age=\($0)" } ?? "no-cache"
  }
}
