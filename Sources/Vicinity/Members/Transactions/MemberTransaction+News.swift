import CivilTime

extension MemberTransaction {
  /// Writes news for a member, unless the member has made the change.
  func notify(
    _ recipient: String?, _ kind: MemberNews.Kind, of listing: RecordedListing, booking: String? = nil,
    by member: String? = nil, starts: Instant? = nil, detail: String? = nil
  ) throws {
    try notify(recipient, kind, listing.id, listing.name, booking, by: member, starts: starts, detail: detail)
  }

  private func notify(
    _ recipient: String?, _ kind: MemberNews.Kind, _ listing: String, _ name: String?, _ booking: String?,
    by member: String?, starts: Instant?, detail: String?
  ) throws {
    guard let recipient, recipient != principal.member, try keepsNews.get() else { return }
    try run(
      """
      INSERT INTO news (at, recipient, kind, listing, name, member, booking, starts, detail)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
      """, now, recipient, kind.rawValue, listing, name, member ?? principal.member,
      booking.flatMap(Booking.number(of:)), starts, detail)
  }

  func notifyHost(
    of listing: RecordedListing, _ kind: MemberNews.Kind, by member: String, starts: Instant? = nil,
    detail: String? = nil
  ) throws {
    guard try keepsNews.get(), let host = try host(of: listing.id), host != member else { return }
    try notify(host, kind, of: listing, by: member, starts: starts, detail: detail)
  }

  /// Writes news for host and guest of a stay.
  func notifyGuestAndHost(of booking: Booking, _ kind: MemberNews.Kind) throws {
    guard try keepsNews.get() else { return }
    try notifyGuestAndHost(of: booking, kind, host: host(of: booking.listing))
  }

  /// The same for a couch that may be hidden.
  func notifyGuestAndHost(of booking: Booking, _ kind: MemberNews.Kind, host: String?) throws {
    // Requests are made by the guest, and only a host answers; the owner may cancel for either.
    let by = principal.member ?? (kind == .requested ? booking.member : kind == .cancelled ? nil : host)
    for recipient in [host, booking.member] where recipient != by {
      try notify(recipient, kind, booking.listing, booking.name, booking.id, by: by, starts: nil, detail: nil)
    }
  }

  /// Writes news for the host of a listing, and for all members with it as a favorite, with a place at a later
  /// occurrence, or with a stay there that is not over.
  ///
  /// Call it before a listing is removed, and after it was changed.
  func notifyConcerned(by fid: Int, _ kind: MemberNews.Kind, detail: String? = nil) throws {
    for (member, listing) in try concerned(by: fid) { try notify(member, kind, of: listing, detail: detail) }
  }

  /// The same with a detail for each member; none are written for a member without one.
  func notifyConcerned(by fid: Int, _ kind: MemberNews.Kind, detail: (String) throws -> String?) throws {
    for (member, listing) in try concerned(by: fid) {
      if let detail = try detail(member) { try notify(member, kind, of: listing, detail: detail) }
    }
  }

  /// The host of a couch, and the guests with a confirmed stay there that is not over.
  func membersKnowingPlace(of fid: Int) throws -> Set<String> {
    Set(
      try rows(
        """
        SELECT member FROM booking WHERE fid = ?1 AND status = 'confirmed' AND to_date >= ?2
        UNION SELECT host FROM listing_detail WHERE fid = ?1 AND host IS NOT NULL
        """, fid, (Zone.utc.localDateTime(at: now).date - 1).description
      ) { $0.string(0) ?? "" })
  }

  private func concerned(by fid: Int) throws -> [(member: String, listing: RecordedListing)] {
    guard try keepsNews.get(), let listing = try RecordedListing(fid: fid, in: self) else { return [] }
    // In zones behind UTC, today may be a day earlier.
    let today = Zone.utc.localDateTime(at: now).date - 1
    let members = try rows(
      """
      SELECT member FROM favourite WHERE fid = ?1
      UNION SELECT member FROM attendance WHERE fid = ?1 AND starts > ?2
      UNION SELECT member FROM booking WHERE fid = ?1 AND status IN ('requested', 'confirmed') AND to_date > ?3
      UNION SELECT host FROM listing_detail WHERE fid = ?1 AND host IS NOT NULL ORDER BY 1
      """, fid, now, today.description
    ) { $0.string(0) ?? "" }
    return members.map { ($0, listing) }
  }

  /// The host of a listing; nil when it has none.
  /// - Throws: `CatalogError.unknownListing`, without similar ids.
  func host(of listing: String) throws -> String? {
    let found = try first(
      "SELECT d.host FROM listing l LEFT JOIN listing_detail d USING (fid) WHERE l.id = ?1", listing
    ) { $0.string(0) }
    guard let found else { throw CatalogError.unknownListing(id: listing, similar: []) }
    return found
  }
}
