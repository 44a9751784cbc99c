import CivilTime
import Streams

/// What one asks of a single listing: is it free, open, or on?
public enum AvailabilityRequest: Hashable, Sendable {
  /// Is this couch free for the stay?
  case stay(Query.Stay)
  /// Is this bar open, or does this event run?
  case opening(Query.Opening)
  /// Does this event take place in the window?
  case window(Query.Window)

  /// The kinds that the question fits.
  var kinds: Set<Kind> {
    switch self {
    case .stay: [.couch]
    case .opening: [.bar, .event]
    case .window: [.event]
    }
  }
}

/// The reply: yes, no or unknown, and what is in the way.
public struct Availability: Hashable, Sendable {
  /// The listing asked about.
  public var listing: Listing
  /// Whether it is free, open or on; nil when nobody knows.
  public var isAvailable: Bool?
  /// Everything that speaks against it; empty when it is available.
  public var obstacles: [Obstacle]
  /// The opening state, of bars and events.
  public var opening: OpeningStatus?
  /// The free nights around the stay, of couches that are free for it.
  public var free: FreeWindow?
  /// What the stay costs, of couches that are free for it; nil where that is not known.
  public var price: Price?
}
