import CivilTime
import Recurrence

extension RecurringEvent {
  /// - Parameter times: the times of the listing itself, which start the recurrence.
  /// - Returns: nil without a start, for invalid text, or beyond `RecurrenceLimits`.
  convenience init?(_ text: String, times: OccurrenceTimes, isAllDay: Bool, zone: Zone) {
    guard let start = times.start, let set = Self.set(text, from: start, isAllDay: isAllDay, zone: zone) else {
      return nil
    }
    let length: Length =
      times.end.map { end in
        isAllDay
          ? .days(zone.localDateTime(at: end).date - zone.localDateTime(at: start).date) : .seconds(end - start)
      } ?? .unknown
    self.init(set, zone: zone, length: length)
  }

  /// The recurrence of an event that starts at an instant; nil for invalid text, which the import has reported.
  static func set(_ text: String, from start: Instant, isAllDay: Bool, zone: Zone) -> RecurrenceSet? {
    let local = zone.localDateTime(at: start)
    return try? RecurrenceSet(
      parsing: text, start: isAllDay ? ICalendarTime(local.date) : ICalendarTime(local, .zone(zone)))
  }
}
