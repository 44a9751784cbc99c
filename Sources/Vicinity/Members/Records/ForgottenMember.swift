import CivilTime
import CodedErrors

/// The records of a member that were deleted, counted.
public struct ForgottenMember: Hashable, Sendable {
  /// The member.
  public var member: String
  /// Favorites.
  public var favorites = 0
  /// Ratings with their texts; the means of the listings no longer include them.
  public var ratings = 0
  /// Places at events, including waiting lists.
  public var attendances = 0
  /// Visits.
  public var visits = 0
  /// Past or cancelled bookings.
  public var bookings = 0
  /// Signals of other systems.
  public var imported = 0
  /// Ratings of and by the member as a guest and a host.
  public var guestRatings = 0
  /// Friendships, in both directions.
  public var friendships = 0
  /// Whether the affinities were rebuilt without the member; if false, the old ones stay until the next build.
  public var isModelRebuilt = false

  /// Makes the report of a member without records.
  public init(member: String) { self.member = member }

  /// The total number of records.
  public var total: Int {
    favorites + ratings + attendances + visits + bookings + imported + guestRatings + friendships
  }

  /// The step that removes the member from the affinities as well, if needed.
  public var remedy: Remedy? { isModelRebuilt || total == 0 ? nil : .rebuildRecommendations }
}
