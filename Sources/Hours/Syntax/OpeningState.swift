/// Whether a place is open.
public enum OpeningState: String, Sendable, Codable, CaseIterable {
  /// Open.
  case open
  /// Closed.
  case closed
  /// Undetermined: the value itself says unknown, or depends on missing information.
  case unknown
}
