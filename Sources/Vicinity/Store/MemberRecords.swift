/// Keeps what members have said about a listing true while an import replaces the listing.
final class MemberRecords {
  private let statements: PreparedStatements
  /// What events were before they are replaced, by row.
  private var before: [Int: (starts: Int?, isSingle: Bool)] = [:]
  /// Whether there is anything to keep true. An import adds nothing of the kind, so it stays so for its transaction.
  private let isNeeded: Bool

  init(_ statements: PreparedStatements) throws {
    self.statements = statements
    isNeeded =
      try statements.count(
        "SELECT EXISTS (SELECT 1 FROM rating_base) OR EXISTS (SELECT 1 FROM attendance)") == 1
  }

  /// What the source told of a listing, whose own numbers count members' ratings too.
  func asTold(_ listing: Listing, fid: Int) throws -> Listing {
    guard isNeeded, let told = try RatingSums(statements: statements).told(fid) else { return listing }
    var listing = listing
    (listing.rating, listing.ratingCount) = (told.rating, told.count)
    return listing
  }

  /// To be called before row `fid` is replaced.
  func willUpdate(_ fid: Int) throws {
    guard isNeeded else { return }
    before[fid] = try statements.first(
      """
      SELECT l.starts, d.recurrence IS NULL FROM listing l LEFT JOIN listing_detail d ON d.fid = l.fid
      WHERE l.fid = ?1 AND EXISTS (SELECT 1 FROM attendance WHERE fid = ?1)
      """, fid
    ) { ($0.optionalInt(0), $0.int(1) == 1) }
  }

  /// To be called when row `fid` has been replaced: the mean counts the new word of the source, those who joined an event go with it when
  /// it is moved, and the waiting list moves up when it has grown.
  ///
  /// Who joined one occurrence of many stays with that time: nobody knows which of the new ones it has become.
  func didUpdate(_ listing: Listing, fid: Int) throws {
    guard isNeeded else { return }
    try RatingSums(statements: statements).sourceHasTold(fid)
    guard let before = before.removeValue(forKey: fid) else { return }
    if before.isSingle, listing.recurrence == nil, let old = before.starts, let new = listing.starts {
      // Someone may have joined at the new time before, when the event was moved to and fro.
      try statements.run(
        "UPDATE OR REPLACE attendance SET starts = ?1 WHERE fid = ?2 AND starts = ?3 AND starts <> ?1", new, fid, old)
    }
    _ = try WaitingList(statements: statements).moveUp(fid, capacity: listing.capacity)
  }
}
