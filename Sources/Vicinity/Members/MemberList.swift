import CivilTime

/// The rows of the lists that members look at.
///
/// All lists are read from the file of the catalog alone, so they need no network.
public enum MemberList {
  /// A favourite.
  public struct Favourite: Hashable, Sendable {
    /// The listing as it is today.
    public var listing: Listing
    /// When the event begins: of one that recurs the occurrence that is on or comes next, and when all are over the last.
    public var starts: Instant?
    /// When it ends; nil when nobody knows.
    public var ends: Instant?
    /// Since when it is one.
    public var since: Instant
    /// How far it is from where the member is, in meters; nil when that was not said.
    public var distanceMeters: Double?
  }

  /// A favourite that is worth going to today, by the calendar of its own place.
  public struct Today: Hashable, Sendable {
    /// The event or bar.
    public var listing: Listing
    /// When it begins or opens today; before midnight when it is still on from yesterday.
    public var from: Instant
    /// When it ends or closes; nil when nobody knows.
    public var to: Instant?
    /// How far it is from where the member is, in meters; nil when that was not said.
    public var distanceMeters: Double?
  }

  /// An event that the member has joined.
  public struct Joined: Hashable, Sendable {
    /// The event as it is today.
    public var listing: Listing
    /// The place, or the place in the waiting list, with cost and capacity.
    public var attendance: Attendance
    /// When it ends; nil when nobody knows.
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
    /// Members who keep it among their favourites.
    public var favourites: Int
    /// Places taken at its occurrences that are not over.
    public var joined: Int
    /// Those who wait for one.
    public var waiting: Int
    /// Requests for nights that wait for an answer.
    public var requests: Int
  }

  /// An event that the member was at and has not rated.
  public struct ToRate: Hashable, Sendable {
    /// The event.
    public var listing: Listing
    /// When the last occurrence began that the member was at.
    public var starts: Instant
  }

  /// A stay: as the guest sees it, or as the host who is asked for it.
  public struct Stay: Hashable, Sendable {
    /// `booking-7`.
    public var id: String
    /// The id of the couch.
    public var listing: String
    /// Its name.
    public var name: String?
    /// The guest.
    public var member: String
    /// From the day of arrival to the day of departure.
    public var nights: Nights
    /// How many sleep there.
    public var guests: Int
    /// `requested`, `confirmed`, `cancelled` or `declined`.
    public var status: String
    /// What the whole stay costs; nil when nobody knows.
    public var price: Price?
    /// When it was asked for.
    public var made: Instant
  }

  /// What a member says of a listing.
  public struct Review: Hashable, Sendable {
    /// Who says it.
    public var member: String
    /// How many stars.
    public var stars: Stars
    /// Why.
    public var text: String?
    /// When it was said.
    public var at: Instant
  }
}

/// What members say of a listing, and in numbers.
public struct Reviews: Hashable, Sendable {
  /// Mean, votes and distribution.
  public var summary: RatingSummary
  /// The newest first.
  public var reviews: [MemberList.Review]
}

/// How a member does as a host.
public struct HostRating: Hashable, Sendable {
  /// The host.
  public var member: String
  /// How many listings are the host's.
  public var listings: Int
  /// All votes for them.
  public var votes: Int
  /// The mean of all votes; nil without any.
  public var mean: Double?
  /// The mean that takes the number of votes into account: (votes × mean + 10 × the catalog's mean) / (votes + 10), as orders by rating
  /// do; nil without votes.
  public var voteAwareMean: Double?
}
