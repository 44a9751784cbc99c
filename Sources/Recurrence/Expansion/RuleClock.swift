import CivilTime

/// Converts local times to instants for the occurrences of one set.
struct RuleClock: Sendable {
  let zone: Zone
  let reference: ICalendarTime.Reference

  init(_ start: ICalendarTime, floatingIn floating: Zone) {
    zone = start.clock(floatingIn: floating)
    reference = start.reference
  }

  /// Whether clocks may skip times of a rule; all-day values are never skipped.
  var hasGaps: Bool { if case .zone = reference { true } else { false } }

  func instant(_ wall: Int64) -> Int64 { zone.instant(of: LocalDateTime(wallSeconds: wall)).secondsSince1970 }

  func wall(_ instant: Int64) -> Int64 {
    zone.localDateTime(at: Instant(secondsSince1970: instant)).wallSeconds
  }
}
