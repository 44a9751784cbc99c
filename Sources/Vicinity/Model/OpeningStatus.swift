import CivilTime
import Hours

/// The opening state of a listing at one instant, with its reason.
public struct OpeningStatus: Hashable, Sendable {
  /// Open, closed or unknown; an event is open while it runs.
  public var state: OpeningState
  /// When that changes next; nil when it never does, or nobody knows.
  public var nextChange: Instant?
  /// What the hours say beside the state, such as "by appointment".
  public var comment: String?
  /// The part of the opening hours that decides; nil unless asked for.
  public var rule: String?

  package init(state: OpeningState, nextChange: Instant? = nil, comment: String? = nil, rule: String? = nil) {
    (self.state, self.nextChange, self.comment, self.rule) = (state, nextChange, comment, rule)
  }
}
