/// Keeps members' records of a listing consistent while an import replaces the listing.
final class MemberRecords {
  private let statements: PreparedStatements
  /// The start and kind of events before they are replaced, by row.
  private var before: [Int: (starts: Int?, isSingle: Bool)] = [:]
  /// Whether there are any such records. An import adds none, so this is constant during its transaction.
  private let isNeeded: Bool

  init(_ statements: PreparedStatements) throws {
    self.statements = statements
    isNeeded =
      try statements.count(
        "SELECT EXISTS (SELECT 1 FROM rating_base) OR EXISTS (SELECT 1 FROM attendance)") == 1
  }

  /// The listing as reported by its source; the stored numbers include members' ratings.
  func asTold(_ listing: Listing, fid: Int) throws -> Listing {
    isNeeded ? try RatingSums(statements: statements).asTold(listing, fid: fid) : listing
  }

  /// Must be called before row `fid` is replaced.
  func willUpdate(_ fid: Int) throws {
    guard isNeeded else { return }
    before[fid] = try statements.first(
      """
      SELECT l.starts, d.recurrence IS NULL FROM listing l LEFT JOIN listing_detail d ON d.fid = l.fid
      WHERE l.fid = ?1 AND EXISTS (SELECT 1 FROM attendance WHERE fid = ?1)
      """, fid
    ) { ($0.optionalInt(0), $0.int(1) == 1) }
  }

  /// Must be called after row `fid` has been replaced: the mean includes the source's new rating, attendances follow a
  /// moved event, and the waiting list moves up when the capacity has grown.
  ///
  /// Attendances of a recurring event keep their time, because the corresponding new occurrence is unknown.
  /// - Returns: those who have moved up.
  func didUpdate(_ listing: Listing, fid: Int) throws -> [WaitingList.MovedUp] {
    guard isNeeded else { return [] }
    try RatingSums(statements: statements).sourceHasChanged(fid)
    guard let before = before.removeValue(forKey: fid) else { return [] }
    if before.isSingle, listing.recurrence == nil, let old = before.starts, let new = listing.starts {
      // A member may already have joined at the new time, if the event was moved back and forth.
      try statements.run(
        "UPDATE OR REPLACE attendance SET starts = ?1 WHERE fid = ?2 AND starts = ?3 AND starts <> ?1", new, fid, old)
    }
    return try WaitingList(statements: statements).moveUp(fid, capacity: listing.capacity)
  }
}
