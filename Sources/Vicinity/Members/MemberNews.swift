import CivilTime

/// One thing that a member is to be told: what somebody else did that concerns them.
///
/// With the setting `news` each action writes what it means for whom, in its own transaction: a booking for its host,
/// an answer for its guest, a place for those who waited, and a change or the end of a listing for all who have it as a
/// favourite, have a place there, or stay there. A server reads the news in order, tells them, and then removes them:
/// whenever it ends, none is lost. Imports tell nobody.
public struct MemberNews: Hashable, Sendable, Identifiable {
  /// Grows from one to the next, and is never used again.
  public var id: Int64
  /// When it happened.
  public var at: Instant
  /// Whom it concerns.
  public var recipient: String
  /// What happened.
  public var kind: Kind
  /// The listing where it happened.
  public var listing: String
  /// The name of the listing then; nil when it had none.
  public var name: String?
  /// Who did it; nil for the owner of the catalog.
  public var member: String?
  /// The booking, if it is about one.
  public var booking: String?
  /// The occurrence, if it is about one.
  public var starts: Instant?
  /// `edited`: the changed fields, by commas; `rated`: the stars.
  public var detail: String?

  /// What happened.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A guest has requested nights.
    case requested
    /// A host has confirmed a request.
    case confirmed
    /// A host has declined a request.
    case declined
    /// A stay has been cancelled.
    case cancelled
    /// A member has a place at an event.
    case joined
    /// A member waits for a place at an event.
    case waiting
    /// A member has moved up from the waiting list to a place.
    case movedUp
    /// A member has given up a place at an event.
    case left
    /// A member has rated a listing.
    case rated
    /// A host has rated the guest of a stay.
    case guestRated
    /// A listing has other values.
    case edited
    /// A listing is gone.
    case removed
    /// An editor has hidden a listing; `detail` says why.
    case hidden
    /// A hidden listing is there again.
    case restored
  }
}

extension Catalog {
  /// What members are to be told, in the order in which it happened.
  ///
  /// - Parameters:
  ///   - id: of the last one that is known; 0 for all.
  ///   - limit: the most of them.
  public func news(after id: Int64 = 0, limit: Int = 1000) throws -> [MemberNews] {
    try eachNews(after: id, limit: limit).map { try $0.news.get() }
  }

  /// The same, with what cannot be read, such as news of a later version.
  package func eachNews(after id: Int64, limit: Int) throws -> [(id: Int64, news: Result<MemberNews, any Error>)] {
    try read { worker, _, _ in
      try worker.rows(
        """
        SELECT news_id, at, recipient, kind, listing, name, member, booking, starts, detail FROM news
        WHERE news_id > ?1 ORDER BY news_id LIMIT ?2
        """, Int(id), limit
      ) { row in
        (Int64(row.int(0)), Result { try MemberNews(row) })
      }
    }
  }

  /// Removes the news that have been told: this one and those before it.
  public func removeNews(upTo id: Int64) throws {
    try transactionBesideListings { try $0.run("DELETE FROM news WHERE news_id <= ?1", Int(id)) }
  }
}

extension MemberNews {
  fileprivate init(_ row: Statement) throws {
    let stored = StoredRow(row, of: "news", row.int(0))
    guard let kind = row.string(3).flatMap(Kind.init(rawValue:)) else { throw stored.damaged(3) }
    self.init(
      id: Int64(row.int(0)), at: try stored.requiredTime(1), recipient: row.string(2) ?? "", kind: kind,
      listing: row.string(4) ?? "", name: row.string(5), member: row.string(6),
      booking: row.optionalInt(7).map(Booking.id(of:)), starts: try stored.time(8), detail: row.string(9))
  }
}

extension MemberTransaction {
  /// Keeps what a member is to be told. Nobody is told of what they did themselves.
  func tell(
    _ recipient: String?, _ kind: MemberNews.Kind, of listing: RecordedListing, booking: String? = nil,
    by member: String? = nil, starts: Instant? = nil, detail: String? = nil
  ) throws {
    try tell(recipient, kind, listing.id, listing.name, booking, by: member, starts: starts, detail: detail)
  }

  private func tell(
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

  func tellHost(
    of listing: RecordedListing, _ kind: MemberNews.Kind, by member: String, starts: Instant? = nil,
    detail: String? = nil
  ) throws {
    guard try keepsNews.get(), let host = try host(of: listing.id), host != member else { return }
    try tell(host, kind, of: listing, by: member, starts: starts, detail: detail)
  }

  /// Tells host and guest of a stay.
  func tellBoth(of booking: Booking, _ kind: MemberNews.Kind) throws {
    guard try keepsNews.get() else { return }
    try tellBoth(of: booking, kind, host: host(of: booking.listing))
  }

  /// The same for a couch that may be hidden.
  func tellBoth(of booking: Booking, _ kind: MemberNews.Kind, host: String?) throws {
    // Requests are made by the guest, and only a host answers; the owner may cancel for either.
    let by = principal.member ?? (kind == .requested ? booking.member : kind == .cancelled ? nil : host)
    for recipient in [host, booking.member] where recipient != by {
      try tell(recipient, kind, booking.listing, booking.name, booking.id, by: by, starts: nil, detail: nil)
    }
  }

  /// Tells all who have a listing as a favourite, a place at it to come, or a stay there that is not over; and its
  /// host.
  ///
  /// Call it before a listing is removed, and after it was changed.
  func tellConcerned(by fid: Int, _ kind: MemberNews.Kind, detail: String? = nil) throws {
    for (member, listing) in try concerned(by: fid) { try tell(member, kind, of: listing, detail: detail) }
  }

  /// The same with a detail for each member; nil to tell that one nothing.
  func tellConcerned(by fid: Int, _ kind: MemberNews.Kind, detail: (String) throws -> String?) throws {
    for (member, listing) in try concerned(by: fid) {
      if let detail = try detail(member) { try tell(member, kind, of: listing, detail: detail) }
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
    // Where the date is behind UTC, today is a day earlier.
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
