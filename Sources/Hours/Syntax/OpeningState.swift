/// Whether a place is open.
public enum OpeningState: String, Sendable, Codable, CaseIterable {
  /// Open.
  case open
  /// Closed.
  case closed
  /// It cannot be told: the value says so, or needs something that is not known.
  case unknown
}
