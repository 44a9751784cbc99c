import CivilTime
import Hours

/// The opening state of a listing at one instant, with its reason.
public struct OpeningStatus: Hashable, Sendable {
  /// Open, closed or unknown; an event is open while it takes place.
  public var state: OpeningState
  /// The next change of state; nil when there is none, or when unknown.
  public var nextChange: Instant?
  /// The comment of the opening hours, such as "by appointment".
  public var comment: String?
  /// The rule of the opening hours that applies; nil unless requested.
  public var rule: String?

  package init(state: OpeningState, nextChange: Instant? = nil, comment: String? = nil, rule: String? = nil) {
    (self.state, self.nextChange, self.comment, self.rule) = (state, nextChange, comment, rule)
  }
}
