import HTTPTypes
import Hummingbird
import Streams

extension Request {
  /// Whether it changes nothing (RFC 9110, 9.2.1).
  package var isSafe: Bool { method == .get || method == .head || method == .options }

  /// The client's first language that is available: `pt-BR` matches itself, else `pt`. Browsers send the preferred one
  /// first.
  package func language(of known: [String]) -> String? {
    headers[values: .acceptLanguage].joined(separator: ",").split(separator: ",").lazy
      .map { $0.prefix { $0 != ";" }.trimmingSpaces }
      .flatMap { [$0, String($0.prefix { $0 != "-" })] }
      .first(where: known.contains)
  }

  /// Whether the client takes gzip.
  package var acceptsGzip: Bool {
    let codings = headers[values: .acceptEncoding].joined(separator: ",").split(separator: ",").map {
      $0.split(separator: ";").map(\.trimmingSpaces)
    }
    // `*` stands for what is not named.
    let named = codings.first { $0.first?.lowercased() == "gzip" } ?? codings.first { $0.first == "*" }
    guard let parameters = named?.dropFirst() else { return false }
    return !parameters.contains { ["q=0", "q=0.0", "q=0.00", "q=0.000"].contains($0.lowercased()) }
  }
}

extension HTTPFields {
  /// Whether the client sends its body only after "100 Continue" (RFC 9110, 10.1.1).
  package var waitsToSendBody: Bool { self[.expect]?.lowercased() == "100-continue" }
}
