/// One committed change of a catalog.
public struct CatalogChange: Hashable, Sendable {
  /// The kind of a change.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A member has added a listing to the favorites.
    case favorited = "favourited"
    /// A member has removed a listing from the favorites.
    case unfavorited = "unfavourited"
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
    /// Listings have been added, replaced or removed, by an import or by `save`, or something that all listings depend
    /// on has changed: custom fields, synonyms, public points.
    case imported
    /// Another process, or another `Catalog` of this file, has changed something.
    case other
    /// The listener was too slow and single changes were dropped.
    case missed
  }

  /// The kind of the change.
  public var kind: Kind
  /// The listings that the change concerns.
  public var extent: Extent
  /// The member; nil when no particular member made the change.
  public var member: String?

  /// Makes a change of one listing, or of all with nil.
  public init(_ kind: Kind, listing: String? = nil, member: String? = nil) {
    let ids = Set([listing].compactMap(\.self))
    let extent: Extent = kind == .removed ? .listings(removed: ids) : .listings(changed: ids)
    self.init(kind, extent: ids.isEmpty ? .everything : extent, member: member)
  }

  /// Makes a change.
  public init(_ kind: Kind, extent: Extent, member: String? = nil) {
    (self.kind, self.extent, self.member) = (kind, extent, member)
  }

  /// The id of the listing; nil when the change concerns several, or everything.
  public var listing: String? {
    guard case .listings(let added, let changed, let removed) = extent,
      added.count + changed.count + removed.count == 1
    else { return nil }
    return added.first ?? changed.first ?? removed.first
  }
}
