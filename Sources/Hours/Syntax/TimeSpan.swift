/// A span of time that begins on a selected day: `08:00-12:00`, `22:00-02:00`, `sunrise-(sunset+01:00)`, `18:00+`.
public struct TimeSpan: Hashable, Sendable {
  /// The start.
  public var start: TimePoint
  /// The end, exclusive; nil when only the start is known. An end not after the start is on the next day.
  public var end: TimePoint?
  /// Whether it may continue after its end (`+`).
  public var isOpenEnded = false
  /// Minutes between the events of a series (`10:00-16:00/01:30`). As opening hours the whole span counts.
  public var period: Int?

  var usesSun: Bool { start.event != nil || end?.event != nil }
}

/// A time of day, on the clock or relative to the sun.
public struct TimePoint: Hashable, Sendable {
  /// The sun event that the time is relative to; nil for midnight.
  public var event: SunEvent?
  /// Minutes after midnight, 0...2880; or after the event, negative for before.
  public var minutes: Int
}

/// A daily event of the sun.
public enum SunEvent: String, Hashable, Sendable, CaseIterable {
  /// The start of civil twilight, the sun 6 degrees below the horizon.
  case dawn
  /// The upper edge of the sun appears.
  case sunrise
  /// The upper edge of the sun disappears.
  case sunset
  /// The end of civil twilight.
  case dusk
}
