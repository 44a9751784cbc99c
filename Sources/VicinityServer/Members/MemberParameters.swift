import VicinityHTTP

/// Parts that routes of members share.
enum Members {
  static let name = Parameter("name", .text(), in: .path, "The name of a member.", example: "ana")

  /// The header field by which a request is done once.
  /// - Parameter rule: what a repeated request means.
  static func idempotencyKey(_ rule: String) -> Parameter {
    Parameter("Idempotency-Key", .text(), in: .header, "Chosen by the client: \(rule)", example: "7f3a")
  }
}
