import CivilTime
import CodedErrors
import Streams

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
  public var total: Int { counts.reduce(0) { $0 + $1.count } }

  /// The counts by their JSON keys, with the words for one.
  private var counts: [(name: String, count: Int, singular: String)] {
    [
      ("favourites", favorites, "favorite"), ("ratings", ratings, "rating"),
      ("attendances", attendances, "attendance"), ("visits", visits, "visit"), ("bookings", bookings, "booking"),
      ("guestRatings", guestRatings, "guest rating"),
      ("imported", imported, "imported record"), ("friendships", friendships, "friendship"),
    ]
  }

  /// The step that removes the member from the affinities as well, if needed.
  public var remedy: Remedy? { isModelRebuilt || total == 0 ? nil : .rebuildRecommendations }

  /// The report on one line.
  public var text: String {
    guard total > 0 else { return "no records of \(member)" }
    let parts = counts.filter { $0.count > 0 }.map { $0.count.counted($0.singular) }
    let model =
      isModelRebuilt ? "affinities have been rebuilt" : "affinities still include the member until they are rebuilt"
    return "forgot \(member): \(parts.joined(separator: ", ")); \(model)"
  }

  /// One JSON object.
  public var json: JSONValue {
    var object = JSONObject([("member", .string(member))])
    for (name, count, _) in counts { object[name] = .int(Int64(count)) }
    object["rebuilt"] = .bool(isModelRebuilt)
    return .object(object)
  }
}
