import CivilTime
import Streams

/// A query for a single listing: whether it is free, open, or on.
public enum AvailabilityRequest: Hashable, Sendable {
  /// Is this couch free for the stay?
  case stay(Query.Stay)
  /// Is this bar open, or is this event on?
  case opening(Query.Opening)
  /// Does this event take place in the window?
  case window(Query.Window)

  /// The kinds that the request applies to.
  var kinds: Set<Kind> {
    switch self {
    case .stay: [.couch]
    case .opening: [.bar, .event]
    case .window: [.event]
    }
  }
}

/// The reply: yes, no or unknown, and the obstacles.
public struct Availability: Hashable, Sendable {
  /// The listing.
  public var listing: Listing
  /// Whether it is free, open or on; nil when unknown.
  public var isAvailable: Bool?
  /// All reasons against it; empty when it is available.
  public var obstacles: [Obstacle]
  /// The opening state, of bars and events.
  public var opening: OpeningStatus?
  /// The free nights around the stay, of couches that are free for it.
  public var free: FreeWindow?
  /// The price of the stay, of couches that are free for it; nil if it is unknown.
  public var price: Price?
}
