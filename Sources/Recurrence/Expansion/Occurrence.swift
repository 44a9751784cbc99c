import CivilTime

/// One occurrence of a recurrence set.
public struct Occurrence: Hashable, Sendable {
  /// The start as given by rule or date; the clock may skip that very time (``isShifted``).
  public let start: ICalendarTime
  /// The start as an instant.
  public let instant: Instant
  /// The length, when the occurrence has its own (an RDATE that is a PERIOD).
  public let duration: ICalendarDuration?
  /// Whether the clocks skip the time of ``start``, so that the occurrence moves forward by the length of the gap.
  public let isShifted: Bool
}

/// How to treat a local time of a rule that the clocks skip, such as 02:30 when they go forward at 02:00.
public enum SkippedTimes: Sendable {
  /// It moves forward by the length of the gap, to 03:30, as RFC 5545, 3.3.5 reads such a time and as calendar programs
  /// do. Rules with a period below a day still omit it, because their next period is that time.
  case shifted
  /// It is omitted and not counted, as RFC 5545, 3.3.10 requires for rules.
  case omitted
}
