/// Keeps the mean rating of a listing true to what its source tells and what members say.
///
/// (source mean × source votes + sum of the members' stars) / (source votes + members), worked out anew from the table of ratings at
/// every change, so that no rounding adds up. What the source told stays in `rating_base` from the first member's rating to the
/// removal of the last.
struct RatingSums {
  let statements: any StatementSource

  /// A mean and its votes, as a source tells them.
  struct SourceRating: Hashable {
    var rating: Double?
    var count: Int?

    /// A mean without a count stands for one vote, as it does for `VoteAwareMean`; without a mean there are no votes.
    var votes: Int { rating == nil ? 0 : max(count ?? 1, 1) }

    /// The mean and the votes with those of members.
    func adding(halfStars: Int, members: Int) -> SourceRating {
      let sum = (rating ?? 0) * Double(votes) + Double(halfStars) / 2
      return SourceRating(rating: sum / Double(votes + members), count: votes + members)
    }
  }

  /// What the source told of a listing that members have rated; nil when none has.
  func told(_ fid: Int) throws -> SourceRating? {
    try statements.first("SELECT rating, rating_count FROM rating_base WHERE fid = ?1", fid) {
      let row = StoredRow($0, of: "rating_base", fid)
      return SourceRating(
        rating: try row.double(0, in: StoredRange.rating), count: try row.int(1, in: StoredRange.votes))
    }
  }

  /// Takes note of a new word of the source, which has just replaced the listing's own numbers.
  func sourceHasTold(_ fid: Int) throws {
    guard try told(fid) != nil else { return }
    try statements.run(
      """
      UPDATE rating_base SET (rating, rating_count) = (SELECT rating, rating_count FROM listing WHERE fid = ?1)
      WHERE fid = ?1
      """, fid)
    try combine(fid)
  }

  /// Brings a listing's numbers up to date after a change to its members' ratings.
  func combine(_ fid: Int) throws {
    let members = try statements.first(
      "SELECT coalesce(sum(half_stars), 0), count(*) FROM rating WHERE fid = ?1", fid
    ) { row in
      // A member gives at most ten halves of a star.
      let count = row.int(1)
      let halfStars = try StoredRow(row, of: "listing", fid).int(0, in: 0...StoredRange.halfStars.upperBound * count)
      return (halfStars: halfStars ?? 0, count: count)
    }
    guard let members, members.count > 0 else { return try restore(fid) }
    try write(keepTold(fid).adding(halfStars: members.halfStars, members: members.count), fid)
  }

  private func restore(_ fid: Int) throws {
    guard let told = try told(fid) else { return }
    try write(told, fid)
    try statements.run("DELETE FROM rating_base WHERE fid = ?1", fid)
  }

  private func keepTold(_ fid: Int) throws -> SourceRating {
    try statements.run(
      "INSERT OR IGNORE INTO rating_base SELECT fid, rating, rating_count FROM listing WHERE fid = ?1", fid)
    return try told(fid) ?? SourceRating()
  }

  private func write(_ told: SourceRating, _ fid: Int) throws {
    try statements.run("UPDATE listing SET rating = ?1, rating_count = ?2 WHERE fid = ?3", told.rating, told.count, fid)
  }
}
