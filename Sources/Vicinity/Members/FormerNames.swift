import CivilTime
import Geography

// The British spelling of favorites, and the former label of `perform(all:as:at:)`.

extension Catalog {
  /// Performs actions in one transaction.
  ///
  /// Generic, so that the compiler does not try a wrong argument of ``perform(_:as:at:)`` as an array: it would crash.
  @available(*, deprecated, renamed: "perform(all:as:at:)", message: "The former name will be removed in 0.3.")
  @discardableResult
  public func perform(
    _ actions: some Collection<Action>, as principal: Principal = .owner, at now: Instant
  ) throws -> [ActionOutcome] {
    try perform(all: Array(actions), as: principal, at: now)
  }

  /// A member's favorites: nearest first with an `origin`, else newest first.
  @available(*, deprecated, renamed: "favorites(of:from:at:)", message: "The former name will be removed in 0.3.")
  public func favourites(
    of member: String, from origin: Coordinate? = nil, at now: Instant
  ) throws -> [MemberList.Favorite] {
    try favorites(of: member, from: origin, at: now)
  }

  /// The favorites of a member that can be visited today.
  @available(*, deprecated, renamed: "favoritesToday(of:from:at:)", message: "The former name will be removed in 0.3.")
  public func favouritesToday(
    of member: String, from origin: Coordinate? = nil, at now: Instant
  ) throws -> [MemberList.Today] {
    try favoritesToday(of: member, from: origin, at: now)
  }
}

extension Action {
  /// Add a listing to the member's favorites.
  @available(*, deprecated, renamed: "favorite(listing:member:)", message: "The former name will be removed in 0.3.")
  public static func favourite(listing: String, member: String) -> Action {
    .favorite(listing: listing, member: member)
  }

  /// Remove a listing from the member's favorites.
  @available(*, deprecated, renamed: "unfavorite(listing:member:)", message: "The former name will be removed in 0.3.")
  public static func unfavourite(listing: String, member: String) -> Action {
    .unfavorite(listing: listing, member: member)
  }
}

extension CatalogChange.Kind {
  /// A member has added a listing to the favorites.
  @available(*, deprecated, renamed: "favorited", message: "The former name will be removed in 0.3.")
  public static var favourited: Self { .favorited }
  /// A member has removed a listing from the favorites.
  @available(*, deprecated, renamed: "unfavorited", message: "The former name will be removed in 0.3.")
  public static var unfavourited: Self { .unfavorited }
}

extension MemberList {
  /// A favorite.
  @available(*, deprecated, renamed: "Favorite", message: "The former name will be removed in 0.3.")
  public typealias Favourite = Favorite
}

extension MemberList.Hosted {
  /// The number of members who have it as a favorite.
  @available(*, deprecated, renamed: "favorites", message: "The former name will be removed in 0.3.")
  public var favourites: Int {
    get { favorites }
    set { favorites = newValue }
  }
}

extension Dependents {
  /// Members who have it as a favorite.
  @available(*, deprecated, renamed: "favorites", message: "The former name will be removed in 0.3.")
  public var favourites: Int {
    get { favorites }
    set { favorites = newValue }
  }
}

extension ForgottenMember {
  /// Favorites.
  @available(*, deprecated, renamed: "favorites", message: "The former name will be removed in 0.3.")
  public var favourites: Int {
    get { favorites }
    set { favorites = newValue }
  }
}

extension SignalWeights {
  /// The weight of a favorite.
  @available(*, deprecated, renamed: "favorite", message: "The former name will be removed in 0.3.")
  public var favourite: Double {
    get { favorite }
    set { favorite = newValue }
  }
}

extension SignalKind {
  /// The member keeps the listing among the favorites.
  @available(*, deprecated, renamed: "favorite", message: "The former name will be removed in 0.3.")
  public static var favourite: Self { .favorite }
}
