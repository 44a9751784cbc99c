import CivilTime

extension Listing {
  /// The first and last day of an all-day event, and their zone; nil for every other listing.
  package var wholeDays: (first: LocalDate, last: LocalDate, zone: Zone)? {
    guard allDay, let starts, let zone = timeZone.flatMap(Zone.init(identifier:)) else { return nil }
    guard zone.isMidnight(starts), zone.isMidnight(ends ?? starts) else { return nil }
    let first = zone.localDateTime(at: starts).date
    let last = ends.map { zone.localDateTime(at: $0).date - 1 } ?? first
    return last < first ? nil : (first, last, zone)
  }
}

extension Zone {
  /// The instant at which a day begins; where the clocks skip midnight, the first instant after the gap.
  package func midnight(of date: LocalDate) -> Instant { instant(of: LocalDateTime(date: date, secondOfDay: 0)) }

  /// Whether a day begins at an instant.
  func isMidnight(_ instant: Instant) -> Bool { midnight(of: localDateTime(at: instant).date) == instant }
}
