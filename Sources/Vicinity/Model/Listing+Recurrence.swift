import CivilTime
import Recurrence

extension Listing {
  /// The start of the event in iCalendar terms: a date, or a time in `timeZone`, or in UTC if that is unknown; nil
  /// without a start.
  public var iCalendarStart: ICalendarTime? {
    guard let starts else { return nil }
    if let days = wholeDays { return ICalendarTime(days.first) }
    return starts.iCalendarTime(in: timeZone.flatMap(Zone.init(identifier:)))
  }

  /// The recurrence of the event; nil without a start.
  /// - Throws: `RecurrenceError` when `recurrence` is invalid.
  public func recurrenceSet() throws(RecurrenceError) -> RecurrenceSet? {
    guard let start = iCalendarStart else { return nil }
    guard let recurrence else { return RecurrenceSet(start: start) }
    return try RecurrenceSet(parsing: recurrence, start: start)
  }
}

extension Instant {
  /// The local time in a zone; in UTC without one.
  package func iCalendarTime(in zone: Zone?) -> ICalendarTime {
    guard let zone, zone != .utc else { return ICalendarTime(Zone.utc.localDateTime(at: self), .utc) }
    return ICalendarTime(zone.localDateTime(at: self), .zone(zone))
  }
}
