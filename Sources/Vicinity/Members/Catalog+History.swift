import CivilTime
import Streams

extension MemberList {
  /// A time at which a member was somewhere.
  public struct Past: Hashable, Sendable {
    /// The listing.
    public var listing: Listing
    /// Why the catalog knows it.
    public var what: What
    /// Its start: for a stay, the first moment of the day of arrival, local to the couch.
    public var from: Instant
    /// Its end; nil for a visit, and when unknown.
    public var to: Instant?
    /// The booking of a stay.
    public var booking: Booking?

    /// Why the catalog knows that a member was somewhere.
    public enum What: String, Hashable, Sendable, CaseIterable {
      /// The member has recorded a visit.
      case visit
      /// The member had a place at an event that is over and was not cancelled.
      case event
      /// The member had a confirmed stay, whose day of arrival has come.
      case stay
    }
  }
}

extension Catalog {
  /// The places a member has been to: visits, events and stays, the latest first.
  ///
  /// - Parameters:
  ///   - member: the member.
  ///   - end: only entries that began before this instant, such as that of the last row of the previous page; nil for
  ///     all.
  ///   - limit: the maximum number of rows; entries that began at the same instant as the last one are added.
  ///   - now: the time that separates past from future.
  public func memberHistory(
    of member: String, before end: Instant? = nil, limit: Int = 100, at now: Instant
  ) throws -> [MemberList.Past] {
    let end = end ?? .distantFuture
    let rows = try read { worker, _, _ in
      try worker.visits(of: member, before: end, limit: limit)
        + (worker.pastEvents(of: member, at: now) + worker.begunStays(of: member, at: now)).filter { $0.from < end }
    }
    let sorted = rows.sorted { ($1.from, $0.listing.id, $0.what.rawValue) < ($0.from, $1.listing.id, $1.what.rawValue) }
    guard limit > 0, sorted.count > limit else { return limit > 0 ? sorted : [] }
    // A page ends between two instants, so that the next one begins where it ends.
    return sorted.prefix(limit) + sorted.dropFirst(limit).prefix { $0.from == sorted[limit - 1].from }
  }
}

extension SearchWorker {
  fileprivate func visits(of member: String, before end: Instant, limit: Int) throws -> [MemberList.Past] {
    try rows(
      "SELECT visit_id, fid, at FROM visit WHERE member = ?1 AND at < ?2 ORDER BY at DESC, visit_id DESC LIMIT ?3",
      member, end, max(0, limit)
    ) {
      (fid: $0.int(1), at: try StoredRow($0, of: "visit", $0.int(0)).requiredTime(2))
    }.compactMap { row in try record(row.fid).map { MemberList.Past(listing: $0, what: .visit, from: row.at) } }
  }

  fileprivate func pastEvents(of member: String, at now: Instant) throws -> [MemberList.Past] {
    try joined(member, at: now).filter(\.wasThere).map {
      MemberList.Past(listing: $0.listing, what: .event, from: $0.attendance.starts, to: $0.ends)
    }
  }

  fileprivate func begunStays(of member: String, at now: Instant) throws -> [MemberList.Past] {
    let stays = try BookingReader(prepare: statement).bookings(of: member).filter { $0.status == .confirmed }
    return try stays.compactMap { stay in
      guard let fid = try number(of: stay.listing), let couch = try record(fid) else { return nil }
      let zone = couch.timeZone.flatMap(Zone.init(identifier:)) ?? .utc
      let days = [stay.nights.from, stay.nights.to].map { zone.instant(of: LocalDateTime(date: $0, secondOfDay: 0)) }
      guard days[0] <= now else { return nil }
      return MemberList.Past(listing: couch, what: .stay, from: days[0], to: days[1], booking: stay)
    }
  }
}
