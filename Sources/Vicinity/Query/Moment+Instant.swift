import CivilTime

extension Query.Moment {
  /// The instant in the local time of `zone`.
  ///
  /// - Parameters:
  ///   - zone: nil when the listing's zone is unknown.
  ///   - now: the query's `now`.
  /// - Returns: nil for local times without a zone.
  package func instant(in zone: Zone?, now: Instant) -> Instant? {
    switch self {
    case .now: return now
    case .instant(let instant): return instant
    case .local(let local): return zone?.instant(of: local)
    case .daily(let minuteOfDay): return zone.map { Self.next(minuteOfDay, in: $0, now: now) }
    case .weekly(let weekday, let minuteOfDay): return zone.map { Self.next(weekday, minuteOfDay, in: $0, now: now) }
    }
  }

  /// The instant as the end of a time span: the end of "Fr 22:00 to Sa 02:00" is the first such time after its start.
  func instant(in zone: Zone?, after start: Instant) -> Instant? {
    instant(in: zone, now: isRelative ? start + 1 : start)
  }

  /// Whether the instant depends on the listing's zone.
  var isLocal: Bool {
    switch self {
    case .now, .instant: false
    case .local, .weekly, .daily: true
    }
  }

  /// Whether it depends on `now`, other than `now` itself.
  var isRelative: Bool {
    switch self {
    case .now, .instant, .local: false
    case .weekly, .daily: true
    }
  }

  private static func next(_ minuteOfDay: Int, in zone: Zone, now: Instant) -> Instant {
    let today = zone.localDateTime(at: now).date
    let candidate = zone.instant(of: LocalDateTime(date: today, secondOfDay: minuteOfDay * 60))
    return candidate >= now
      ? candidate : zone.instant(of: LocalDateTime(date: today + 1, secondOfDay: minuteOfDay * 60))
  }

  private static func next(_ weekday: Weekday, _ minuteOfDay: Int, in zone: Zone, now: Instant) -> Instant {
    let today = zone.localDateTime(at: now).date
    let daysAhead = (weekday.rawValue - today.weekday.rawValue + 7) % 7
    let candidate = zone.instant(of: LocalDateTime(date: today + daysAhead, secondOfDay: minuteOfDay * 60))
    if candidate >= now { return candidate }
    return zone.instant(of: LocalDateTime(date: today + daysAhead + 7, secondOfDay: minuteOfDay * 60))
  }
}
