import CivilTime

extension OpeningClock {
  /// The verdict of weekly hours on a visit after a travel time in minutes; nil for others, and near a change of the
  /// clocks.
  func weeklyVerdict(_ schedule: Int32, _ opening: Query.Opening, minutes: Int64 = 0) throws -> OpeningVerdict? {
    guard case .weekly(let week, let zone) = try numbers.week(schedule) else { return nil }
    if latestVisit.zone != zone { latestVisit = (zone, try weeklyVisit(opening, in: zone)) }
    guard let base = latestVisit.visit else { return nil }
    var (visit, second) = (base.0, base.1.second)
    if minutes > 0, let later = base.1.second(after: 60 * minutes, length: visit.length) {
      (visit.arrival, second) = (visit.arrival + 60 * minutes, later)
    } else if minutes > 0 {
      // The clocks change on the way.
      guard let later = try weeklyVisit(opening, in: zone, minutes: minutes) else { return nil }
      (visit, second) = (later.visit, later.clock.second)
    }
    try scratch.work.takeOccurrences(Int(visit.length / 86_400))
    return visit.verdict(of: week, at: second)
  }

  /// A visit, and the time of the week when it begins; nil near a change of the clocks.
  private func weeklyVisit(
    _ opening: Query.Opening, in number: Int32, minutes: Int64 = 0
  ) throws -> (visit: Visit, clock: WeekClock)? {
    guard let zone = try numbers.zone(number), var visit = opening.visit(in: zone, now: now) else { return nil }
    visit.arrival = visit.arrival + 60 * minutes
    guard zone.isSteady(from: visit.arrival, through: visit.arrival + visit.length) else { return nil }
    return WeekClock(zone, at: visit.arrival).map { (visit, $0) }
  }

  /// The time until weekly hours open; nil for others, and where the clocks change before.
  func weeklyProspect(_ schedule: Int32, after moment: Query.Moment, minutes: Int64) throws -> OpeningProspect? {
    guard case .weekly(let week, let zone) = try numbers.week(schedule),
      let start = moment.instant(in: moment.isLocal ? try numbers.zone(zone) : nil, now: now),
      case let instant = start + 60 * minutes, let clock = try weekClock(zone, at: instant)
    else { return nil }
    let verdict = week.verdict(at: clock.minute)
    guard verdict.state != .open else { return OpeningProspect(seconds: 0) }
    guard let wait = week.minutes(from: clock.minute, to: { $0 == .open }) else {
      return OpeningProspect(seconds: .infinity, isUnknown: verdict.state == .unknown)
    }
    guard let next = clock.instant(afterMinutes: wait) else { return nil }
    try scratch.work.takeOccurrences(1 + Int((next - instant) / 86_400))
    return OpeningProspect(seconds: Double(next - instant), isUnknown: verdict.state == .unknown)
  }
}
