import CivilTime

/// The rows of the members' lists.
///
/// All lists are read from the catalog file alone and need no network.
public enum MemberList {
  /// A favorite.
  public struct Favorite: Hashable, Sendable {
    /// The current listing.
    public var listing: Listing
    /// The start of the event: of the current or next occurrence, or of the last one when all are over.
    public var starts: Instant?
    /// The end; nil when unknown.
    public var ends: Instant?
    /// When it was added.
    public var since: Instant
    /// The distance from the member in meters; nil without an origin.
    public var distanceMeters: Double?
  }

  /// A favorite that can be visited today, by the local date of its place.
  public struct Today: Hashable, Sendable {
    /// The event or bar.
    public var listing: Listing
    /// Its start or opening today; before midnight if it has been on since yesterday.
    public var from: Instant
    /// Its end or closing; nil when unknown.
    public var to: Instant?
    /// The distance from the member in meters; nil without an origin.
    public var distanceMeters: Double?
  }

  /// An event that the member has joined.
  public struct Joined: Hashable, Sendable {
    /// The current event.
    public var listing: Listing
    /// The place or the position on the waiting list, with cost and capacity.
    public var attendance: Attendance
    /// The end; nil when unknown.
    public var ends: Instant?
    /// Whether it is over.
    public var isOver: Bool
    /// Whether it has been cancelled.
    public var isCancelled: Bool
  }

  /// A listing that the member hosts.
  public struct Hosted: Hashable, Sendable {
    /// The listing.
    public var listing: Listing
    /// The number of members who have it as a favorite.
    public var favorites: Int
    /// The number of places taken at its occurrences that are not over.
    public var joined: Int
    /// The number of members on their waiting lists.
    public var waiting: Int
    /// The number of unanswered requests for nights.
    public var requests: Int
  }

  /// An event that the member attended and has not rated.
  public struct ToRate: Hashable, Sendable {
    /// The event.
    public var listing: Listing
    /// The start of the last occurrence that the member attended.
    public var starts: Instant
  }

  /// A listing that the member has rated.
  public struct Rated: Hashable, Sendable {
    /// The listing.
    public var listing: Listing
    /// The member's review.
    public var review: Review
  }

  /// A member's review of a listing.
  public struct Review: Hashable, Sendable {
    /// The member.
    public var member: String
    /// The rating.
    public var stars: Stars
    /// The text.
    public var text: String?
    /// The time of the review.
    public var at: Instant
  }
}

/// The reviews of a listing with their summary.
public struct Reviews: Hashable, Sendable {
  /// Mean, number of votes and distribution.
  public var summary: RatingSummary
  /// The newest first.
  public var reviews: [MemberList.Review]
}

/// The rating of a host.
public struct HostRating: Hashable, Sendable {
  /// The host.
  public var member: String
  /// The number of the host's listings.
  public var listings: Int
  /// The number of votes for all of them.
  public var votes: Int
  /// The mean of all votes; nil without any.
  public var mean: Double?
  /// The mean weighted by the number of votes, as in orders by rating: (votes × mean + 10 × the catalog's mean) /
  /// (votes + 10); nil without votes.
  public var voteAwareMean: Double?
}
