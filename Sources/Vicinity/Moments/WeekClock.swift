import CivilTime

/// The position in the week of an instant in a zone, unless the clocks changed within the previous day, when an hour
/// occurs twice or not at all.
struct WeekClock {
  let instant: Instant
  /// Seconds since Monday 00:00, 0..<604 800.
  let second: Int64
  private let zone: Zone
  private let offset: Int

  /// Nil within a day and an hour after a change.
  init?(_ zone: Zone, at instant: Instant) {
    offset = zone.offset(at: instant)
    guard zone.offset(at: instant + -90_000) == offset else { return nil }
    self.zone = zone
    self.instant = instant
    // 1970-01-01 was a Thursday, the fourth day of the week.
    let seconds = instant.secondsSince1970 + Int64(offset) + 3 * 86_400
    let week = Int64(WeekMinutes.count) * 60
    second = (seconds % week + week) % week
  }

  /// Minutes since Monday 00:00, 0..<10 080.
  var minute: Int { Int(second / 60) }

  /// The second of the week some seconds later; nil when the clocks change before a window from there ends.
  ///
  /// - Parameter length: that of the window in seconds.
  @inline(__always)
  func second(after seconds: Int64, length: Int64) -> Int64? {
    guard zone.isSteady(from: instant, through: instant + seconds + length) else { return nil }
    return (second + seconds) % (Int64(WeekMinutes.count) * 60)
  }

  /// The instant a number of minutes after the start of `minute`; nil when the clocks change before it.
  func instant(afterMinutes minutes: Int) -> Instant? {
    let later = instant + (Int64(minutes) * 60 - second % 60)
    return zone.isSteady(from: instant, through: later) ? later : nil
  }
}

extension OpeningStatus {
  /// The status of a week without comments; nil when the clocks change before its next change.
  init?(weekly week: WeekMinutes, at wall: WeekClock) {
    let (state, minutes) = week.state(at: wall.minute)
    self.init(state: state)
    guard let minutes else { return }
    guard let change = wall.instant(afterMinutes: minutes) else { return nil }
    nextChange = change
  }
}
