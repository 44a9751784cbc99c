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

  /// When an answer says that the event takes place: of one that recurs the occurrence that is not over at an instant, and when all are over
  /// the last; nil without a start.
  public func occurrence(at now: Instant) -> (starts: Instant, ends: Instant?)? {
    let own = OccurrenceTimes(starts: starts?.secondsSince1970 ?? .max, ends: ends?.secondsSince1970 ?? .min)
    let zone = timeZone.flatMap(Zone.init(identifier:)) ?? .utc
    let event = recurrence.flatMap { RecurringEvent($0, times: own, isAllDay: allDay, zone: zone) }
    let shown = event.flatMap { Self.occurrence(of: $0, at: now.secondsSince1970) } ?? own
    return shown.start.map { ($0, shown.end) }
  }

  private static func occurrence(of event: RecurringEvent, at now: Int64) -> OccurrenceTimes? {
    let work = WorkMeter()
    // Nothing is too expensive without a budget.
    do { return try event.next(at: now, work) ?? event.last(overBy: now, work) } catch { return nil }
  }
}

extension Instant {
  /// The time on the clock of a zone, in UTC without one.
  package func calendarTime(in zone: Zone?) -> CalendarTime {
    guard let zone, zone != .utc else { return CalendarTime(Zone.utc.localDateTime(at: self), .utc) }
    return CalendarTime(zone.localDateTime(at: self), .zone(zone))
  }
}
