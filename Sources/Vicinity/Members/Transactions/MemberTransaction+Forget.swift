import CivilTime

extension MemberTransaction {
  /// Deletes all records of a member; see `Catalog.forget`.
  ///
  /// - Throws: `SignalError.hasStays` for nights that a host still counts on.
  func forget(_ member: String) throws -> ForgottenMember {
    let member = try checked(member)
    try refuseStays(of: member)
    var report = ForgottenMember(member: member)
    report.ratings = try forgetRatings(of: member)
    report.attendances = try forgetAttendances(of: member)
    let favorites = try rows(
      "SELECT l.id FROM favourite f JOIN listing l ON l.fid = f.fid WHERE f.member = ?1 ORDER BY l.id", member
    ) { $0.string(0) ?? "" }
    for id in favorites { note(.unfavorited, listing: id, member: member) }
    report.favorites = try remove("DELETE FROM favourite WHERE member = ?1", member)
    report.visits = try remove("DELETE FROM visit WHERE member = ?1", member)
    report.bookings = try remove("DELETE FROM booking WHERE member = ?1", member)
    report.imported = try remove("DELETE FROM signal WHERE member = ?1", member)
    report.guestRatings = try remove("DELETE FROM guest_rating WHERE member = ?1 OR host = ?1", member)
    _ = try remove("DELETE FROM hidden_record WHERE member = ?1", member)
    // The member's ratings as the former host of a couch that has another host now.
    _ = try remove(
      "DELETE FROM hidden_record WHERE kind = 'guest_rating' AND json_extract(record, '$[1]') = ?1", member)
    _ = try remove("DELETE FROM hidden_listing WHERE host = ?1", member)
    try KeptRecords(statements: self).dropEmpty()
    _ = try remove("DELETE FROM news WHERE recipient = ?1 OR member = ?1", member)
    report.friendships = try remove("DELETE FROM friendship WHERE member = ?1 OR friend = ?1", member)
    return report
  }

  private func remove(_ sql: String, _ member: String) throws -> Int {
    try run(sql, member)
    return Statement.changes(on: connection)
  }

  /// Refuses if the member has a future stay, or guests are expected at a hidden couch of the member.
  ///
  /// Dates are local to couches, whose zones differ by less than a day: a stay that ended the day before has ended
  /// everywhere.
  func refuseStays(of member: String) throws {
    let today = Zone.utc.localDateTime(at: now).date
    let bookings = try rows(
      """
      SELECT booking_id FROM booking WHERE member = ?1 AND status IN ('requested', 'confirmed') AND to_date >= ?2
      UNION SELECT json_extract(record, '$[0]') FROM hidden_record
      WHERE kind = 'booking' AND member = ?1
        AND json_extract(record, '$[5]') IN ('requested', 'confirmed') AND json_extract(record, '$[3]') >= ?2
      UNION SELECT json_extract(r.record, '$[0]') FROM hidden_listing h JOIN hidden_record r ON r.id = h.id
      WHERE r.kind = 'booking' AND h.host = ?1
        AND json_extract(r.record, '$[5]') IN ('requested', 'confirmed') AND json_extract(r.record, '$[3]') >= ?2
      ORDER BY 1
      """, member, today.description
    ) { Booking.id(of: $0.int(0)) }
    if !bookings.isEmpty { throw SignalError.hasStays(member: member, bookings: bookings) }
  }

  private func forgetRatings(of member: String) throws -> Int {
    let rated = try listings("SELECT fid FROM rating WHERE member = ?1 ORDER BY fid", member)
    let count = try remove("DELETE FROM rating WHERE member = ?1", member)
    for listing in rated {
      try RatingSums(statements: self).combine(listing.fid)
      noteListing()
      note(.unrated, listing: listing.id, member: member)
    }
    return count
  }

  /// Gives up the places; waiting lists of future events move up.
  private func forgetAttendances(of member: String) throws -> Int {
    let joined = try rows(
      "SELECT attendance_id, fid, starts FROM attendance WHERE member = ?1 ORDER BY fid, starts", member
    ) { (fid: $0.int(1), starts: try StoredRow($0, of: "attendance", $0.int(0)).requiredTime(2)) }
    let count = try remove("DELETE FROM attendance WHERE member = ?1", member)
    for (fid, starts) in joined {
      guard let event = try RecordedListing(fid: fid, in: self) else { continue }
      note(.left, listing: event.id, member: member)
      guard starts > now else { continue }
      try moveUp(at: event, starts)
    }
    return count
  }

  private func listings(_ sql: String, _ member: String) throws -> [RecordedListing] {
    try rows(sql, member) { $0.int(0) }.compactMap { try RecordedListing(fid: $0, in: self) }
  }
}
