import CivilTime

/// A listing that an editor has taken out of sight, with everything that belongs to it.
public struct HiddenListing: Hashable, Sendable, Identifiable {
  /// The id of the listing, which no other listing can have in the meantime.
  public var id: String
  /// The listing in the form of its source.
  public var listing: Listing
  /// Why.
  public var reason: String
  /// When.
  public var at: Instant
}
