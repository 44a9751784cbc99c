/// A listing that a member will probably like, with what speaks for it.
public struct Recommendation: Hashable, Sendable {
  /// The id of the listing.
  public var listing: String
  /// The sum of the parts below.
  public var score: Double
  /// What speaks for it, the most first.
  public var reasons: [Reason]

  /// A part of a score.
  public struct Reason: Hashable, Sendable {
    /// What it comes from.
    public var source: Source
    /// Its share of the score.
    public var score: Double
  }

  /// Where a part of a score comes from.
  public enum Source: Hashable, Sendable {
    /// A listing that the member likes.
    case listing(id: String)
    /// Members whom the member knows like it.
    case friends(count: Int)
    /// The member likes its categories.
    case category
    /// Many like it near where the member is, or anywhere; for members of whom nothing is known, and where nothing else is left.
    case popularity
  }
}
