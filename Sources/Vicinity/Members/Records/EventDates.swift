import CivilTime

/// The times of an event: one, or the occurrences of its recurrence.
struct EventDates {
  /// The zone of the place; UTC if it is unknown.
  let zone: Zone
  private let starts: Instant
  private let ends: Instant?
  private let recurrence: RecurringEvent?

  /// - Parameters:
  ///   - recurrence: a rule or lines of them; with invalid text, or beyond `RecurrenceLimits`, the event has only its
  ///     one start.
  ///   - isAllDay: whether it takes place on days rather than at times.
  init(starts: Instant, ends: Instant?, zone: Zone?, recurrence: String?, isAllDay: Bool = false) {
    self.starts = starts
    self.zone = zone ?? .utc
    self.ends = ends
    let times = OccurrenceTimes(starts: starts.secondsSince1970, ends: ends?.secondsSince1970 ?? .min)
    self.recurrence = recurrence.flatMap { [zone = self.zone] text in
      RecurringEvent(text, times: times, isAllDay: isAllDay, zone: zone)
    }
  }

  /// The end of the occurrence that begins at `start`; one of unknown length lasts one second.
  func end(of start: Instant) throws -> Instant {
    Instant(secondsSince1970: try times(of: start).over)
  }

  /// The end, if known.
  func knownEnd(of start: Instant) throws -> Instant? { try times(of: start).end }

  private func times(of start: Instant) throws -> OccurrenceTimes {
    if let recurrence { return try recurrence.occurrence(at: start.secondsSince1970, WorkMeter()) }
    // A moved event keeps its length.
    let ends = ends.map { start + ($0 - starts) }
    return OccurrenceTimes(starts: start.secondsSince1970, ends: ends?.secondsSince1970 ?? .min)
  }

  /// The first occurrence that begins in a half-open window.
  func first(in window: Range<Instant>) throws -> Instant? {
    guard let recurrence else { return window.contains(starts) ? starts : nil }
    let (lower, upper) = (window.lowerBound.secondsSince1970, window.upperBound.secondsSince1970)
    var walk = recurrence.walk(from: lower, to: upper, WorkMeter())
    while let times = try walk.next() { if times.starts >= lower { return times.start } }
    return nil
  }

  /// The first occurrence that overlaps a half-open window.
  func first(during window: Range<Instant>) throws -> Instant? {
    let (lower, upper) = (window.lowerBound.secondsSince1970, window.upperBound.secondsSince1970)
    guard let recurrence else {
      return try starts < window.upperBound && end(of: starts) > window.lowerBound ? starts : nil
    }
    return try recurrence.next(at: lower, before: upper, WorkMeter())?.start
  }

  /// The first occurrence that is not over at `now`; nil when all are.
  func next(at now: Instant) throws -> Instant? {
    try now < .distantFuture ? first(during: now ..< .distantFuture) : nil
  }

  /// The chosen occurrence; nil when there is none.
  func occurrence(_ choice: OccurrenceChoice, at now: Instant) throws -> Instant? {
    switch choice {
    case .next: return try next(at: now) ?? (recurrence == nil ? starts : nil)
    case .on(let day): return try first(in: midnight(day)..<midnight(day + 1))
    case .at(let moment):
      guard let instant = moment.instant(in: zone, now: now), instant < .distantFuture else { return nil }
      return try first(in: instant..<instant + 1)
    }
  }

  /// The first of some starts that is the chosen one; they may no longer be part of the event. Nil for `next`.
  func start(_ choice: OccurrenceChoice, among starts: [Instant], at now: Instant) -> Instant? {
    switch choice {
    case .next: return nil
    case .on(let day): return starts.first { zone.localDateTime(at: $0).date == day }
    case .at(let moment):
      let meant = moment.instant(in: zone, now: now)
      return starts.first { $0 == meant }
    }
  }

  /// The error for a choice that an event does not have.
  func noOccurrence(_ choice: OccurrenceChoice, of id: String, at now: Instant) throws -> SignalError {
    .noOccurrence(
      listing: id, asked: choice == .next ? nil : "\(choice)", next: try next(at: now)?.iso8601(in: zone))
  }

  /// The half-open range of the day that contains an instant.
  func day(of instant: Instant) -> Range<Instant> {
    let day = zone.localDateTime(at: instant).date
    return midnight(day)..<midnight(day + 1)
  }

  private func midnight(_ day: LocalDate) -> Instant { zone.instant(of: LocalDateTime(date: day, secondOfDay: 0)) }
}
