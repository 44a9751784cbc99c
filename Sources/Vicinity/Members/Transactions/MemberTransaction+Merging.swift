import CivilTime

extension MemberTransaction {
  /// Copies what members have recorded at a listing to the one that it is merged into; where a member has recorded the
  /// same there, that stays.
  func copyRecords(of other: String, to id: String) throws {
    let (from, to) = (try RecordedListing(id: other, in: self).fid, try RecordedListing(id: id, in: self))
    for (table, columns) in [
      ("favourite", "member, at"), ("rating", "member, half_stars, text, at"), ("visit", "member, at"),
    ] {
      try run(
        """
        INSERT OR IGNORE INTO \(table) (fid, \(columns)) SELECT ?1, \(columns) FROM \(table) WHERE fid = ?2
        ORDER BY \(table)_id
        """, to.fid, from)
    }
    try copyPlaces(from: from, to: to)
    try RatingSums(statements: self).combine(to.fid)
    noteListing()
  }

  /// Copies the places at an event; those who find it full wait.
  private func copyPlaces(from other: Int, to event: RecordedListing) throws {
    let places = try rows(
      "SELECT member, starts, status, at FROM attendance WHERE fid = ?1 ORDER BY attendance_id", other
    ) { (member: $0.string(0) ?? "", starts: $0.int(1), status: $0.string(2) ?? "", at: $0.int(3)) }
    for place in places {
      let starts = Instant(secondsSince1970: Int64(place.starts))
      let isFull = try event.capacity.map { try WaitingList(statements: self).joined(event.fid, starts) >= $0 } ?? false
      try run(
        "INSERT OR IGNORE INTO attendance (fid, member, starts, status, at) VALUES (?1, ?2, ?3, ?4, ?5)", event.fid,
        place.member, place.starts, isFull ? Attendance.Status.waiting.rawValue : place.status, place.at)
    }
  }
}
