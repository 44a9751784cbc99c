/// One committed change of a catalog.
public struct CatalogChange: Hashable, Sendable {
  /// The kind of a change.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A member has added a listing to the favourites.
    case favourited
    /// A member has removed a listing from the favourites.
    case unfavourited
    /// A member has a place at an event.
    case joined
    /// A member is on an event's waiting list.
    case waiting
    /// A member has moved up from the waiting list to a place.
    case movedUp
    /// A member has given up a place or left the waiting list.
    case left
    /// A member has rated a listing, which changes its mean rating.
    case rated
    /// A member has withdrawn a rating.
    case unrated
    /// A member has visited a listing.
    case visited
    /// A guest has requested nights.
    case requested
    /// The nights of a guest are confirmed.
    case confirmed
    /// A host has declined a request.
    case declined
    /// A stay has been cancelled.
    case cancelled
    /// A host has blocked nights.
    case blocked
    /// A host has unblocked nights.
    case unblocked
    /// Values of a listing have been changed.
    case edited
    /// A listing has been removed, with everything that belongs to it.
    case removed
    /// Listings have been added, replaced or removed, by an import or by `save`; reload.
    case imported
    /// Another process, or another `Catalog` of this file, has changed something; reload.
    case other
    /// The listener was too slow and single changes were dropped; reload.
    case missed
  }

  /// The kind of the change.
  public var kind: Kind
  /// The id of the listing; nil when there are several, or when it is unknown.
  public var listing: String?
  /// The member; nil when no particular member made the change.
  public var member: String?

  /// Makes a change.
  public init(_ kind: Kind, listing: String? = nil, member: String? = nil) {
    self.kind = kind
    self.listing = listing
    self.member = member
  }
}
