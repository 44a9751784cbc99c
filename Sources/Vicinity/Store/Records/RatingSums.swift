/// Updates the mean rating of a listing from its source's rating and members' ratings.
///
/// (source mean × source votes + sum of the members' stars) / (source votes + members), recomputed from the table of
/// ratings at every change, so that rounding does not accumulate. The source's rating is stored in `rating_base` from
/// the first member's rating to the removal of the last.
struct RatingSums {
  let statements: any StatementSource

  /// A mean and its votes as reported by a source.
  struct SourceRating: Hashable {
    var rating: Double?
    var count: Int?

    /// A mean without a count has one vote, as in `VoteAwareMean`; without a mean there are no votes.
    var votes: Int { rating == nil ? 0 : max(count ?? 1, 1) }

    /// The mean and the votes including those of members.
    func adding(halfStars: Int, members: Int) -> SourceRating {
      let sum = (rating ?? 0) * Double(votes) + Double(halfStars) / 2
      return SourceRating(rating: sum / Double(votes + members), count: votes + members)
    }
  }

  /// The source's rating of a listing that members have rated; nil when none has.
  func sourceRating(of fid: Int) throws -> SourceRating? {
    try statements.first("SELECT rating, rating_count FROM rating_base WHERE fid = ?1", fid) {
      let row = StoredRow($0, of: "rating_base", fid)
      return SourceRating(
        rating: try row.double(0, in: StoredRange.rating), count: try row.int(1, in: StoredRange.votes))
    }
  }

  /// The listing with the rating of its source, without members' votes.
  func asTold(_ listing: Listing, fid: Int) throws -> Listing {
    guard let told = try sourceRating(of: fid) else { return listing }
    var listing = listing
    (listing.rating, listing.ratingCount) = (told.rating, told.count)
    return listing
  }

  /// Stores a new rating of the source, which has just replaced the listing's own numbers.
  func sourceHasChanged(_ fid: Int) throws {
    guard try sourceRating(of: fid) != nil else { return }
    try statements.run(
      """
      UPDATE rating_base SET (rating, rating_count) = (SELECT rating, rating_count FROM listing WHERE fid = ?1)
      WHERE fid = ?1
      """, fid)
    try combine(fid)
  }

  /// Updates a listing's numbers after a change of its members' ratings.
  func combine(_ fid: Int) throws {
    let members = try statements.first(
      "SELECT coalesce(sum(half_stars), 0), count(*) FROM rating WHERE fid = ?1", fid
    ) { row in
      // A member's rating is at most ten half stars.
      let count = row.int(1)
      let halfStars = try StoredRow(row, of: "listing", fid).int(0, in: 0...StoredRange.halfStars.upperBound * count)
      return (halfStars: halfStars ?? 0, count: count)
    }
    guard let members, members.count > 0 else { return try restore(fid) }
    try write(keepSourceRating(fid).adding(halfStars: members.halfStars, members: members.count), fid)
  }

  private func restore(_ fid: Int) throws {
    guard let rating = try sourceRating(of: fid) else { return }
    try write(rating, fid)
    try statements.run("DELETE FROM rating_base WHERE fid = ?1", fid)
  }

  private func keepSourceRating(_ fid: Int) throws -> SourceRating {
    try statements.run(
      "INSERT OR IGNORE INTO rating_base SELECT fid, rating, rating_count FROM listing WHERE fid = ?1", fid)
    return try sourceRating(of: fid) ?? SourceRating()
  }

  private func write(_ rating: SourceRating, _ fid: Int) throws {
    try statements.run(
      "UPDATE listing SET rating = ?1, rating_count = ?2 WHERE fid = ?3", rating.rating, rating.count, fid)
  }
}
