/// One change to a catalog that is in its file.
public struct CatalogChange: Hashable, Sendable {
  /// What has happened.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A listing has become a member's favourite.
    case favourited
    /// A listing is no longer a member's favourite.
    case unfavourited
    /// A member has a place at an event.
    case joined
    /// A member has come to the end of an event's waiting list.
    case waiting
    /// A member has moved up from the waiting list and has a place.
    case movedUp
    /// A member has given up a place, or has stopped waiting.
    case left
    /// A member has rated a listing; its mean is another one.
    case rated
    /// A member has taken a rating back.
    case unrated
    /// A member has visited a listing.
    case visited
    /// A guest has asked for nights.
    case requested
    /// The nights of a guest are settled.
    case confirmed
    /// A host has turned a request down.
    case declined
    /// A stay has been called off.
    case cancelled
    /// A host keeps nights.
    case blocked
    /// A host gives nights back.
    case unblocked
    /// A listing is gone, with all that hung on it.
    case removed
    /// Listings have been added, replaced or removed, by an import or by `save`; look at your list again.
    case imported
    /// Somebody else, another process or another `Catalog` of this file, has changed something; look at your list again.
    case other
    /// The listener was too slow, and changes are not told one by one any more; look at your list again.
    case missed
  }

  /// What has happened.
  public var kind: Kind
  /// The id of the listing; nil when there are several, or when nobody knows.
  public var listing: String?
  /// The member; nil when it is nobody's doing in particular.
  public var member: String?

  /// Makes a change.
  public init(_ kind: Kind, listing: String? = nil, member: String? = nil) {
    self.kind = kind
    self.listing = listing
    self.member = member
  }
}
