/// What a calendar knows about school holidays on a date.
public enum SchoolHoliday: Hashable, Sendable {
  /// The date lies in the named holidays.
  case holiday(name: String)
  /// The date is known not to be a school holiday.
  case schoolDay
  /// The calendar does not cover the date.
  case unknown
}
