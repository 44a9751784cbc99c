/// A span of time that begins on a day selected: `08:00-12:00`, `22:00-02:00`, `sunrise-(sunset+01:00)`, `18:00+`.
public struct TimeSpan: Hashable, Sendable {
  /// When it begins.
  public var start: TimePoint
  /// When it ends, excluded; nil when only the begin is known. An end not after the start is on the next day.
  public var end: TimePoint?
  /// Whether it may go on after its end (`+`).
  public var isOpenEnded = false
  /// Minutes between the events of a series (`10:00-16:00/01:30`). As opening hours the whole span counts.
  public var period: Int?

  var usesSun: Bool { start.event != nil || end?.event != nil }
}

/// A time of day: by the clock, or relative to the sun.
public struct TimePoint: Hashable, Sendable {
  /// The event of the sun the time is counted from; nil when it is midnight.
  public var event: SunEvent?
  /// Minutes after midnight, 0...2880; or after the event, negative for before.
  public var minutes: Int
}

/// What the sun does at a time of day.
public enum SunEvent: String, Hashable, Sendable, CaseIterable {
  /// The begin of civil twilight, the sun 6 degrees below the horizon.
  case dawn
  /// The upper edge of the sun appears.
  case sunrise
  /// The upper edge of the sun vanishes.
  case sunset
  /// The end of civil twilight.
  case dusk
}
