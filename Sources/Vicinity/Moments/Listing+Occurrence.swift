import CivilTime

extension Listing {
  /// The occurrence of the event that an answer reports: of a recurring event the first that is not over at an instant,
  /// or the last when all are over; nil without a start.
  public func occurrence(at now: Instant) -> (starts: Instant, ends: Instant?)? {
    let own = OccurrenceTimes(starts: starts?.secondsSince1970 ?? .max, ends: ends?.secondsSince1970 ?? .min)
    let zone = timeZone.flatMap(Zone.init(identifier:)) ?? .utc
    let event = recurrence.flatMap { RecurringEvent($0, times: own, isAllDay: allDay, zone: zone) }
    let shown = event.flatMap { Self.occurrence(of: $0, at: now.secondsSince1970) } ?? own
    return shown.start.map { ($0, shown.end) }
  }

  private static func occurrence(of event: RecurringEvent, at now: Int64) -> OccurrenceTimes? {
    let work = WorkMeter()
    // Without a budget, no query is too expensive.
    do { return try event.next(at: now, work) ?? event.last(overBy: now, work) } catch { return nil }
  }
}
