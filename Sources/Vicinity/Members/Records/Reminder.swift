import CivilTime

/// Something that is near for a member.
public struct Reminder: Hashable, Sendable {
  /// The kind of reminder.
  public var kind: Kind
  /// The member to remind.
  public var member: String
  /// The event or the couch.
  public var listing: String
  /// Its name; nil when it has none.
  public var name: String?
  /// The start of the event; for a stay, the hour of the day at which members are reminded.
  public var at: Instant
  /// The zone of the listing; nil when unknown.
  public var zone: Zone?
  /// The booking of a stay.
  public var booking: String?

  /// The kind of reminder.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// An event at which the member has a place begins soon.
    case event
    /// A guest arrives today: for guest and host.
    case arrival
    /// A guest departs today: for guest and host.
    case departure
  }

  /// Seconds before an event.
  public static let eventLead: Int64 = 2 * 3600
  /// Seconds after midnight at the couch, on the day of arrival and of departure.
  public static let stayHour: Int64 = 9 * 3600
}

extension Catalog {
  /// The reminders due between two instants: for events two hours before they begin, for arrivals and departures at
  /// nine in the morning, local to the couch.
  ///
  /// Past and cancelled ones are left out: after a long pause there are no reminders for yesterday.
  /// - Parameters:
  ///   - after: the end of the time for which reminders are known, exclusive.
  ///   - now: the current time, inclusive.
  /// - Returns: the reminders by their time.
  /// - Complexity: O(n) in the attendances and stays of these days.
  public func reminders(after: Instant, upTo now: Instant) throws -> [Reminder] {
    guard after < now else { return [] }
    return try read { worker, _, _ in
      let events = try worker.eventReminders(after: after, upTo: now)
      return (events + (try worker.stayReminders(after: after, upTo: now))).sorted {
        ($0.at, $0.member, $0.listing) < ($1.at, $1.member, $1.listing)
      }
    }
  }
}

extension SearchWorker {
  fileprivate func eventReminders(after: Instant, upTo now: Instant) throws -> [Reminder] {
    let first = max(after + Reminder.eventLead, now)
    return try rows(
      """
      SELECT l.fid, a.member, l.id, l.name, a.starts, z.name FROM attendance a JOIN listing l USING (fid)
        LEFT JOIN zone z USING (zone_id)
      WHERE a.status = 'joined' AND a.starts > ?1 AND a.starts <= ?2 AND l.status IS NOT 'cancelled'
      """, first, now + Reminder.eventLead
    ) { row in
      Reminder(
        kind: .event, member: row.string(1) ?? "", listing: row.string(2) ?? "", name: row.string(3),
        at: try StoredRow(row, of: "attendance", row.int(0)).requiredTime(4),
        zone: row.string(5).flatMap(Zone.init(identifier:)))
    }
  }

  fileprivate func stayReminders(after: Instant, upTo now: Instant) throws -> [Reminder] {
    // In zones ahead of or behind UTC.
    let today = Zone.utc.localDateTime(at: now).date
    let found = try rows(
      """
      SELECT b.booking_id, b.member, d.host, l.id, l.name, z.name, b.from_date, b.to_date FROM booking b
        JOIN listing l USING (fid) LEFT JOIN listing_detail d USING (fid) LEFT JOIN zone z USING (zone_id)
      WHERE b.booking_id IN (
        SELECT booking_id FROM booking WHERE status = 'confirmed' AND from_date BETWEEN ?1 AND ?2
        UNION SELECT booking_id FROM booking WHERE status = 'confirmed' AND to_date BETWEEN ?1 AND ?2)
      """, (today - 1).description, (today + 1).description
    ) { row -> [Reminder] in
      let zone = row.string(5).flatMap(Zone.init(identifier:))
      let local = (zone ?? .utc).localDateTime(at: now).date
      let due = (zone ?? .utc).midnight(of: local) + Reminder.stayHour
      guard due > after, due <= now else { return [] }
      let kinds = [(Reminder.Kind.arrival, row.string(6)), (.departure, row.string(7))]
        .filter { $0.1 == local.description }
      return kinds.flatMap { kind, _ in
        [row.string(1), row.string(2)].compactMap(\.self).map {
          Reminder(
            kind: kind, member: $0, listing: row.string(3) ?? "", name: row.string(4), at: due, zone: zone,
            booking: Booking.id(of: row.int(0)))
        }
      }
    }
    return found.flatMap(\.self)
  }
}
