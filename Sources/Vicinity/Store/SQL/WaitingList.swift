import CivilTime

/// The waiting list of an event, in order of arrival.
struct WaitingList {
  let statements: any StatementSource

  /// A member who has moved up.
  struct MovedUp: Hashable {
    var member: String
    var starts: Instant
  }

  /// Fills the free places of every occurrence, or of the one that begins at `starts`.
  /// - Parameter capacity: the capacity of one occurrence; nil for no limit.
  func moveUp(_ fid: Int, capacity: Int?, starts: Instant? = nil) throws -> [MovedUp] {
    let waiting = try statements.rows(
      """
      SELECT attendance_id, member, starts FROM attendance
      WHERE fid = ?1 AND status = 'waiting' AND starts = coalesce(?2, starts) ORDER BY attendance_id
      """, fid, starts
    ) { row in
      let stored = StoredRow(row, of: "attendance", row.int(0))
      return (stored.number, MovedUp(member: row.string(1) ?? "", starts: try stored.requiredTime(2)))
    }
    return try waiting.compactMap { number, person in
      if let capacity, try joined(fid, person.starts) >= capacity { return nil }
      try statements.run("UPDATE attendance SET status = 'joined' WHERE attendance_id = ?1", number)
      return person
    }
  }

  /// The number of places taken at an occurrence.
  func joined(_ fid: Int, _ starts: Instant) throws -> Int {
    try statements.count(
      "SELECT count(*) FROM attendance WHERE fid = ?1 AND starts = ?2 AND status = 'joined'", fid, starts)
  }
}
