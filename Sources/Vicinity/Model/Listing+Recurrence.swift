import CivilTime
import Recurrence

extension Listing {
  /// When the event starts as iCalendar says it: a day, or a time on the clock of `timeZone`, or in UTC where that is not known; nil
  /// without a start.
  public var calendarStart: CalendarTime? {
    guard let starts else { return nil }
    if let days = wholeDays { return CalendarTime(days.first) }
    return starts.calendarTime(in: timeZone.flatMap(Zone.init(identifier:)))
  }

  /// When the event happens; nil without a start.
  /// - Throws: `RecurrenceError` when `recurrence` cannot be understood.
  public func recurrenceSet() throws(RecurrenceError) -> RecurrenceSet? {
    guard let start = calendarStart else { return nil }
    guard let recurrence else { return RecurrenceSet(start: start) }
    return try RecurrenceSet(parsing: recurrence, start: start)
  }
}

extension Instant {
  /// The time on the clock of a zone, in UTC without one.
  package func calendarTime(in zone: Zone?) -> CalendarTime {
    guard let zone, zone != .utc else { return CalendarTime(Zone.utc.localDateTime(at: self), .utc) }
    return CalendarTime(zone.localDateTime(at: self), .zone(zone))
  }
}
