import CivilTime

/// One time that something happens.
public struct Occurrence: Hashable, Sendable {
  /// When it begins, as rule or date say: the clock may skip that very time (``isShifted``).
  public let start: CalendarTime
  /// When it begins on the time line.
  public let instant: Instant
  /// How long it lasts, when it has a length of its own (an RDATE that is a PERIOD).
  public let duration: CalendarDuration?
  /// Whether the clocks skip the time of ``start``, so that it begins as far after the change as the time lies in the gap.
  public let isShifted: Bool
}

/// What becomes of a wall-clock time of a rule that the clocks of the zone skip, such as 02:30 when they go forward at 02:00.
public enum SkippedTimes: Sendable {
  /// It happens as far after the change as the time lies in the gap, at 03:30, as RFC 5545, 3.3.5 reads such a time and as calendar
  /// programs do. Rules with a period below a day leave it out all the same: their next period is that time.
  case shifted
  /// It is left out and not counted, as RFC 5545, 3.3.10 asks of rules.
  case omitted
}
