import CivilTime
import Hours

// Reads the members' lists, each from one version of the file.

extension SearchWorker {
  /// A member's favorites, by row.
  func favorites(of member: String) throws -> [(listing: Listing, since: Instant)] {
    let rows = try rows("SELECT favourite_id, fid, at FROM favourite WHERE member = ?1 ORDER BY fid", member) {
      (fid: $0.int(1), since: try StoredRow($0, of: "favourite", $0.int(0)).requiredTime(2))
    }
    return try rows.compactMap { row in try record(row.fid).map { ($0, row.since) } }
  }

  /// When an event takes place, or a bar is open, on the local day of `now`; nil if not at all, or if unknown.
  func times(of listing: Listing, on now: Instant) throws -> (from: Instant, to: Instant?)? {
    switch listing.kind {
    case .couch: return nil
    case .bar:
      guard listing.operatingStatus == nil, let fid = try number(of: listing.id) else { return nil }
      return try placedHours(of: listing, row: fid).schedule?.opening(on: now)
    case .event:
      let status = try first("SELECT status FROM listing WHERE id = ?1", listing.id) { $0.string(0) }
      guard status ?? nil == nil, let fid = try number(of: listing.id),
        let dates = try RecordedListing(fid: fid, in: self)?.dates,
        let start = try dates.first(during: dates.day(of: now))
      else { return nil }
      return (start, try dates.knownEnd(of: start))
    }
  }

  /// The occurrences that a member has joined, in chronological order.
  func joined(_ member: String, at now: Instant) throws -> [MemberList.Joined] {
    let rows = try rows(
      "SELECT attendance_id, fid, starts FROM attendance WHERE member = ?1 ORDER BY starts, fid", member
    ) { (fid: $0.int(1), starts: try StoredRow($0, of: "attendance", $0.int(0)).requiredTime(2)) }
    return try rows.compactMap { row in
      guard let event = try RecordedListing(fid: row.fid, in: self), let listing = try record(row.fid),
        let attendance = try attendance(of: member, at: event, row.starts)
      else { return nil }
      return MemberList.Joined(
        listing: listing, attendance: attendance, ends: try event.dates?.knownEnd(of: row.starts),
        isOver: (try event.dates?.end(of: row.starts) ?? row.starts + 1) <= now, isCancelled: event.isCancelled)
    }
  }

  /// The rows of a host's listings, ordered by id.
  func rowsHosted(by member: String) throws -> [Int] {
    try rows(
      "SELECT d.fid FROM listing_detail d JOIN listing l ON l.fid = d.fid WHERE d.host = ?1 ORDER BY l.id", member
    ) { $0.int(0) }
  }

  /// A listing as its host sees it.
  func hosted(_ fid: Int, at now: Instant) throws -> MemberList.Hosted? {
    guard let recorded = try RecordedListing(fid: fid, in: self), let listing = try record(fid) else { return nil }
    let coming = try rows("SELECT attendance_id, starts, status FROM attendance WHERE fid = ?1", fid) { row in
      (starts: try StoredRow(row, of: "attendance", row.int(0)).requiredTime(1), hasPlace: row.string(2) == "joined")
    }.filter { try (recorded.dates?.end(of: $0.starts) ?? $0.starts) > now }
    return MemberList.Hosted(
      listing: listing, favorites: try count("SELECT count(*) FROM favourite WHERE fid = ?1", fid),
      joined: coming.count { $0.hasPlace }, waiting: coming.count { !$0.hasPlace },
      requests: try count("SELECT count(*) FROM booking WHERE fid = ?1 AND status = 'requested'", fid))
  }

  /// The reviews of the listing in row `fid`, newest first; only those by one member, unless `member` is nil.
  func reviews(of fid: Int, by member: String? = nil, limit: Int) throws -> [MemberList.Review] {
    try rows(
      """
      SELECT rating_id, member, half_stars, text, at FROM rating WHERE fid = ?1 AND (?3 IS NULL OR member = ?3)
      ORDER BY at DESC, rating_id DESC LIMIT ?2
      """, fid, limit, member
    ) { row in
      let stored = StoredRow(row, of: "rating", row.int(0))
      guard let stars = try stored.int(2, in: StoredRange.halfStars).flatMap(Stars.init(halves:)) else {
        throw stored.damaged(2)
      }
      return MemberList.Review(
        member: row.string(1) ?? "", stars: stars, text: row.string(3), at: try stored.requiredTime(4))
    }
  }
}

extension Schedule {
  /// The first interval in which a bar is open on the local day of `now`, clipped at midnight; nil when it is closed
  /// all day, or if unknown.
  ///
  /// An interval that began the day before counts only while it lasts: at noon a bar is not open today because it
  /// closed at two.
  fileprivate func opening(on now: Instant) -> (from: Instant, to: Instant?)? {
    let zone = context.zone
    let today = zone.localDateTime(at: now).date
    let midnights = [today, today + 1].map { zone.instant(of: LocalDateTime(date: $0, secondOfDay: 0)) }
    let wasOpen = state(at: midnights[0] - 1) == .open
    let open = intervals(in: midnights[0]..<midnights[1]).first { interval in
      guard interval.state == .open else { return false }
      return !wasOpen || interval.range.lowerBound > midnights[0] || interval.range.contains(now)
    }
    guard let begin = open?.range.lowerBound else { return nil }
    return (begin, nextStateChange(after: begin))
  }
}
