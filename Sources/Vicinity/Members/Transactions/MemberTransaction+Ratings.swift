import CivilTime

extension MemberTransaction {
  /// Stores a member's rating of a listing with its text, replacing an earlier one.
  /// - Returns: the ratings of the listing, and whether they have changed.
  func rate(
    _ id: String, _ stars: Stars, text: String?, by member: String
  ) throws -> (summary: RatingSummary, hasChanged: Bool) {
    let member = try checked(member)
    let text = try checkedText(text)
    let listing = try RecordedListing(id: id, in: self)
    guard try host(of: id) != member else { throw SignalError.ownListing(listing: id, member: member) }
    switch listing.kind {
    case .event: try refuseStranger(member, at: listing)
    case .couch: if try onlyGuestsRate { try refuseOthersThanGuests(member, of: listing) }
    case .bar: break
    }
    try run(
      """
      INSERT INTO rating (member, fid, half_stars, text, at) VALUES (?1, ?2, ?3, ?4, ?5)
      ON CONFLICT (member, fid) DO UPDATE SET half_stars = excluded.half_stars, text = excluded.text, at = excluded.at
      WHERE half_stars IS NOT excluded.half_stars OR text IS NOT excluded.text
      """, member, listing.fid, stars.halves, text, now)
    let isNew = hasChanged
    if isNew {
      try keepSums(of: listing, .rated, member)
      try notifyHost(of: listing, .rated, by: member, detail: "\(stars)")
    }
    return (try RatingSummary(of: listing, in: self), isNew)
  }

  /// Withdraws a member's rating.
  /// - Returns: false when there was none.
  func unrate(_ id: String, by member: String) throws -> Bool {
    let listing = try RecordedListing(id: id, in: self)
    try run("DELETE FROM rating WHERE member = ?1 AND fid = ?2", try checked(member), listing.fid)
    guard hasChanged else { return false }
    try keepSums(of: listing, .unrated, member)
    return true
  }

  private func keepSums(of listing: RecordedListing, _ kind: CatalogChange.Kind, _ member: String) throws {
    try RatingSums(statements: self).combine(listing.fid)
    noteListing()
    note(kind, listing: listing.id, member: member)
  }

  func checkedText(_ text: String?) throws -> String? {
    guard let text, !text.isEmpty else { return nil }
    guard text.utf8.count <= SignalLimits.longestText else {
      throw SignalError.textTooLong(bytes: text.utf8.count, most: SignalLimits.longestText)
    }
    return text
  }

  /// Whether only guests can rate couches: always if the catalog says so, and for members who act for themselves unless
  /// it allows everyone.
  private var onlyGuestsRate: Bool {
    get throws {
      if try isOn(.guestRatings) { return true }
      return try principal.member != nil && !isOn(.openRatings)
    }
  }

  private func refuseOthersThanGuests(_ member: String, of couch: RecordedListing) throws {
    let today = try AvailabilityReader(prepare: statement).calendar(of: couch.id).today(at: now)
    let stays = try count(
      "SELECT count(*) FROM booking WHERE member = ?1 AND fid = ?2 AND status = 'confirmed' AND from_date <= ?3",
      member, couch.fid, today.description)
    guard stays > 0 else { throw SignalError.notStayed(listing: couch.id, member: member) }
  }

  /// Events can be rated by those who had a place, once they have begun.
  private func refuseStranger(_ member: String, at event: RecordedListing) throws {
    let starts = try first(
      """
      SELECT attendance_id, starts FROM attendance WHERE member = ?1 AND fid = ?2 AND status = 'joined'
      ORDER BY starts LIMIT 1
      """, member, event.fid
    ) { try StoredRow($0, of: "attendance", $0.int(0)).requiredTime(1) }
    guard let starts else { throw SignalError.notAttended(listing: event.id, member: member) }
    guard starts <= now else {
      throw SignalError.notBegun(listing: event.id, starts: starts.iso8601(in: event.dates?.zone ?? .utc))
    }
  }
}
