/// The ratings of a listing in numbers.
public struct RatingSummary: Hashable, Sendable {
  /// The id of the listing.
  public var listing: String
  /// The mean of all votes, 0 to 5; nil without any.
  public var mean: Double?
  /// The total number of votes, of the source and of members.
  public var votes: Int
  /// The mean reported by the listing's source, 0 to 5.
  public var sourceMean: Double?
  /// The votes behind the source's mean; a mean without a count has one vote.
  public var sourceVotes: Int
  /// The number of members who gave 1, 1.5, … 5 stars: nine counts.
  public var distribution: [Int]

  /// The number of members who gave this rating.
  public func count(of stars: Stars) -> Int { distribution[stars.halves - 2] }

  /// The total number of members' votes.
  public var memberVotes: Int { distribution.reduce(0, +) }
}

extension RatingSummary {
  init(of listing: RecordedListing, in statements: some StatementSource) throws {
    let own = try statements.first("SELECT rating, rating_count FROM listing WHERE fid = ?1", listing.fid) {
      RatingSums.SourceRating(rating: $0.optionalDouble(0), count: $0.optionalInt(1))
    }
    let effective = own ?? RatingSums.SourceRating()
    let told = try RatingSums(statements: statements).sourceRating(of: listing.fid) ?? effective
    self.init(
      listing: listing.id, mean: effective.rating, votes: effective.votes, sourceMean: told.rating,
      sourceVotes: told.votes, distribution: [Int](repeating: 0, count: 9))
    let counts = try statements.rows(
      "SELECT half_stars, count(*) FROM rating WHERE fid = ?1 GROUP BY half_stars", listing.fid
    ) { (halves: $0.int(0), count: $0.int(1)) }
    for (halves, count) in counts where (2...10).contains(halves) { distribution[halves - 2] = count }
  }
}
