/// A listing that a member will probably like, with the reasons.
public struct Recommendation: Hashable, Sendable {
  /// The id of the listing.
  public var listing: String
  /// The sum of the reasons' scores.
  public var score: Double
  /// The reasons, strongest first.
  public var reasons: [Reason]

  /// A reason with its part of the score.
  public struct Reason: Hashable, Sendable {
    /// The source of the reason.
    public var source: Source
    /// Its share of the score.
    public var score: Double
  }

  /// The source of a reason.
  public enum Source: Hashable, Sendable {
    /// A listing that the member likes.
    case listing(id: String)
    /// The number of the member's friends who like it.
    case friends(count: Int)
    /// The member likes its categories.
    case category
    /// Many members like it near the member's location, or anywhere; used if nothing is known about the member, or too
    /// few listings remain.
    case popularity
  }
}
