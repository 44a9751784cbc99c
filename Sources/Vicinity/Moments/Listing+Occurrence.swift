import CivilTime

extension Listing {
  /// When an answer says that the event takes place: of one that recurs the occurrence that is not over at an instant, and when all are over
  /// the last; nil without a start.
  public func occurrence(at now: Instant) -> (starts: Instant, ends: Instant?)? {
    let own = OccurrenceTimes(starts: starts?.secondsSince1970 ?? .max, ends: ends?.secondsSince1970 ?? .min)
    let zone = timeZone.flatMap(Zone.init(identifier:)) ?? .utc
    let event = recurrence.flatMap { RecurringEvent($0, times: own, isAllDay: allDay, zone: zone) }
    let shown = event.flatMap { Self.occurrence(of: $0, at: now.secondsSince1970) } ?? own
    return shown.start.map { ($0, shown.end) }
  }

  private static func occurrence(of event: RecurringEvent, at now: Int64) -> OccurrenceTimes? {
    let work = WorkMeter()
    // Nothing is too expensive without a budget.
    do { return try event.next(at: now, work) ?? event.last(overBy: now, work) } catch { return nil }
  }
}
