import Recurrence

/// When an event takes place: once, or at every occurrence of its recurrence.
struct EventDates {
  /// The clock of the place; UTC where it is not known.
  let zone: Zone
  private let starts: Instant
  /// Seconds; nil when nobody knows how long it lasts.
  private let duration: Int64?
  private let recurrence: RecurrenceSet?

  /// - Parameters:
  ///   - recurrence: a rule or lines of them; a text that cannot be understood, or goes beyond `RecurrenceLimits`, leaves the event with
  ///     its one start.
  ///   - isAllDay: whether it takes place on days and not at times.
  init(starts: Instant, ends: Instant?, zone: Zone?, recurrence: String?, isAllDay: Bool = false) {
    self.starts = starts
    self.zone = zone ?? .utc
    duration = ends.map { $0 - starts }
    let local = self.zone.localDateTime(at: starts)
    let start = isAllDay ? CalendarTime(local.date) : CalendarTime(local, .zone(self.zone))
    self.recurrence = recurrence.flatMap { text in
      guard let set = try? RecurrenceSet(parsing: text, start: start) else { return nil }
      return RecurrenceLimits.excess(of: set) == nil ? set : nil
    }
  }

  /// The end of the occurrence that begins at `start`; one of unknown length counts as one moment.
  func end(of start: Instant) -> Instant { max(start + (duration ?? 0), start + 1) }

  /// The end as it is known.
  func knownEnd(of start: Instant) -> Instant? { duration.map { start + $0 } }

  /// The first occurrence that begins in a half-open window.
  func first(in window: Range<Instant>) -> Instant? {
    guard let recurrence else { return window.contains(starts) ? starts : nil }
    return recurrence.occurrences(in: window, floatingIn: zone).first { _ in true }?.instant
  }

  /// The first occurrence that overlaps a half-open window.
  func first(during window: Range<Instant>) -> Instant? {
    let length = max(duration ?? 0, 1)
    return first(in: (window.lowerBound - length + 1)..<window.upperBound)
  }

  /// The first occurrence that is not over at `now`; nil when all are.
  func next(at now: Instant) -> Instant? {
    now < .distantFuture ? first(during: now ..< .distantFuture) : nil
  }

  /// The occurrence that is meant; nil when there is none then.
  func occurrence(_ choice: OccurrenceChoice, at now: Instant) -> Instant? {
    switch choice {
    case .next: return next(at: now) ?? (recurrence == nil ? starts : nil)
    case .on(let day): return first(in: midnight(day)..<midnight(day + 1))
    case .at(let moment):
      guard let instant = moment.instant(in: zone, now: now), instant < .distantFuture else { return nil }
      return first(in: instant..<instant + 1)
    }
  }

  /// The half-open range from midnight to midnight in which an instant lies.
  func day(of instant: Instant) -> Range<Instant> {
    let day = zone.localDateTime(at: instant).date
    return midnight(day)..<midnight(day + 1)
  }

  private func midnight(_ day: LocalDate) -> Instant { zone.instant(of: LocalDateTime(date: day, secondOfDay: 0)) }
}
