import CivilTime

extension Schedule {
  /// How far ahead an opening is searched: every rule that opens in an ordinary year does so within one.
  package static let horizon: Int64 = 366 * 86_400

  /// The first instant at or after `instant` at which the place is open.
  ///
  /// - Returns: nil when it does not certainly open within 366 days.
  public func nextOpening(atOrAfter instant: Instant) -> Instant? {
    intervals(in: instant..<(instant + Self.horizon)).first { $0.state == .open }?.range.lowerBound
  }

  /// The first instant after `instant` at which the state itself changes; a change of comment alone does not count.
  ///
  /// - Returns: nil when it never changes, or not within 64 changes of the comment.
  public func nextStateChange(after instant: Instant) -> Instant? {
    let state = state(at: instant)
    var next = nextChange(after: instant)
    for _ in 0..<64 {
      guard let change = next else { return nil }
      if self.state(at: change) != state { return change }
      next = nextChange(after: change)
    }
    return nil
  }
}
