/// A rule for the members of a catalog that is off unless it is turned on.
public enum CatalogSetting: String, Hashable, Sendable, CaseIterable {
  /// All listings of a host have different names, ignoring case and diacritics.
  case uniqueNames
  /// Only guests whose confirmed stay has started can rate a couch.
  case guestRatings
  /// Members who have signed in to a server can rate any couch, also without a stay.
  case openRatings
  /// News for members about the actions of others is stored until a server has delivered it; see ``MemberNews``.
  case news

  /// The setting explained on one line.
  public var summary: String {
    switch self {
    case .uniqueNames: "the listings of a host have different names"
    case .guestRatings: "only guests whose confirmed stay has started can rate a couch"
    case .openRatings: "members can rate any couch through a server; otherwise only its guests can"
    case .news: "news for members is stored until a server has delivered it"
    }
  }
}
