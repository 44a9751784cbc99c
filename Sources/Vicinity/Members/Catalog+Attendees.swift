import CivilTime

extension MemberList {
  /// A member who attends an event, or waits for a place.
  public struct Attendee: Hashable, Sendable {
    /// The member.
    public var member: String
    /// Whether the member has a place or waits.
    public var status: Attendance.Status
    /// The position on the waiting list, from 1; nil with a place.
    public var place: Int?
    /// When the member joined.
    public var since: Instant
  }

  /// The attendees of one occurrence of an event.
  public struct Attendees: Hashable, Sendable {
    /// The event.
    public var listing: Listing
    /// The start of the occurrence.
    public var starts: Instant
    /// Those with a place, in the order in which they joined, then the waiting list in its order.
    public var attendees: [Attendee]
  }
}

extension Catalog {
  /// The members who have joined an occurrence of an event.
  ///
  /// - Parameters:
  ///   - id: the event.
  ///   - choice: the occurrence.
  ///   - caller: the requesting member, authenticated by the caller of this function: the host or an attendee. Nil for
  ///     the owner of the catalog, who may see everything.
  ///   - now: selects the current or next occurrence.
  /// - Throws: `CatalogError.unknownListing` or `unsuitable`, `SignalError.noOccurrence`, `notInvited`.
  public func attendees(
    of id: String, _ choice: OccurrenceChoice = .next, for caller: String?, at now: Instant
  ) throws -> MemberList.Attendees {
    do {
      return try read { worker, _, _ in
        let event = try RecordedListing(id: id, in: worker)
        let dates = try event.eventDates()
        guard let listing = try worker.record(event.fid) else {
          throw CatalogError.unknownListing(id: id, similar: [])
        }
        // An event that has been changed may no longer take place at a time that members have joined.
        guard
          let starts = try dates.occurrence(choice, at: now)
            ?? dates.start(choice, among: worker.joinedStarts(of: event.fid), at: now)
        else {
          throw try dates.noOccurrence(choice, of: id, at: now)
        }
        let attendees = try worker.attendees(of: event.fid, starts)
        if let caller, caller != listing.host, !attendees.contains(where: { $0.member == caller }) {
          throw SignalError.notInvited(listing: id, member: caller)
        }
        return MemberList.Attendees(listing: listing, starts: starts, attendees: attendees)
      }
    } catch { throw try helpful(error) }
  }
}

/// An event, and the members who may write about one of its occurrences.
package struct EventCompany: Hashable, Sendable {
  /// The row of the event, which no other listing gets, not even one with the same id.
  package var row: Int
  /// The occurrence: where it is now, if the event has been moved.
  package var starts: Instant
  /// Those with a place, and the host.
  package var members: [String]
}

extension Catalog {
  /// The members who may write about occurrences of events, all from one version; nil for an event that does not exist.
  package func company(of events: [(id: String, starts: Instant)]) throws -> [EventCompany?] {
    try readFile { worker in try events.map { try worker.company(of: $0.id, $0.starts) } }
  }
}

extension SearchWorker {
  fileprivate func company(of id: String, _ starts: Instant) throws -> EventCompany? {
    let event = try first(
      """
      SELECT l.fid, d.host, CASE WHEN d.recurrence IS NULL THEN l.starts END FROM listing l
      LEFT JOIN listing_detail d ON d.fid = l.fid WHERE l.id = ?1 AND l.kind = 'event'
      """, id
    ) { (row: $0.int(0), host: $0.string(1), onlyStart: $0.optionalInt(2)) }
    guard let event else { return nil }
    var starts = starts
    // Places follow an event with one start: none is left where it was; see `MemberRecords`.
    if let seconds = event.onlyStart,
      try count("SELECT count(*) FROM attendance WHERE fid = ?1 AND starts = ?2", event.row, starts) == 0
    {
      starts = Instant(secondsSince1970: Int64(seconds))
    }
    let joined = try rows(
      """
      SELECT member FROM attendance WHERE fid = ?1 AND starts = ?2 AND status = 'joined' ORDER BY attendance_id
      """, event.row, starts
    ) { $0.string(0) ?? "" }
    return EventCompany(row: event.row, starts: starts, members: joined + [event.host].compactMap(\.self))
  }

  /// The starts for which members have joined.
  fileprivate func joinedStarts(of fid: Int) throws -> [Instant] {
    try rows("SELECT min(attendance_id), starts FROM attendance WHERE fid = ?1 GROUP BY starts", fid) {
      try StoredRow($0, of: "attendance", $0.int(0)).requiredTime(1)
    }
  }

  /// Members with a place at an occurrence, then those who wait.
  fileprivate func attendees(of fid: Int, _ starts: Instant) throws -> [MemberList.Attendee] {
    var waiting = 0
    return try rows(
      """
      SELECT attendance_id, member, status, at FROM attendance WHERE fid = ?1 AND starts = ?2
      ORDER BY status = 'waiting', attendance_id
      """, fid, starts
    ) { row in
      let status = Attendance.Status(rawValue: row.string(2) ?? "") ?? .waiting
      if status == .waiting { waiting += 1 }
      return MemberList.Attendee(
        member: row.string(1) ?? "", status: status, place: status == .waiting ? waiting : nil,
        since: try StoredRow(row, of: "attendance", row.int(0)).requiredTime(3))
    }
  }
}
