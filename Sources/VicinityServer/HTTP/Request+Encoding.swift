import Hummingbird
import Streams

extension Request {
  /// Whether the client takes gzip.
  var acceptsGzip: Bool {
    for part in headers[values: .acceptEncoding].joined(separator: ",").split(separator: ",") {
      let words = part.split(separator: ";").map(\.trimmingSpaces)
      guard words.first?.lowercased() == "gzip" || words.first == "*" else { continue }
      return !words.dropFirst().contains { $0 == "q=0" || $0 == "q=0.0" }
    }
    return false
  }
}
