/// Tells whether listings are open at the moments of one query.
///
/// Opening hours are evaluated once per distinct schedule, however many bars have them: a catalog of a million bars has a few thousand
/// schedules. For one thread and one query.
final class OpeningClock {
  private let now: Instant
  private let numbers: CatalogNumbers.Reader
  private var verdicts: [Int32: Verdict] = [:]
  private var openings: [Int32: Double] = [:]

  /// The state during the moments asked for.
  enum Verdict {
    case open, closed, unknown
    /// Nobody knows until when it stays open, but it did open (`18:00+`).
    case openEnd
  }

  init(now: Instant, numbers: CatalogNumbers.Reader) {
    self.now = now
    self.numbers = numbers
  }

  /// The half-open range between two moments on the clock of a zone; nil when the zone is needed and unknown, or the range is empty.
  func range(from: Query.Moment, to: Query.Moment, zone number: Int32) throws -> Range<Instant>? {
    let zone = from.isLocal || to.isLocal ? try numbers.zone(number) : nil
    // The end of "Fr 22:00 to Sa 02:00" is the first such time after its beginning.
    guard let start = from.instant(in: zone, now: now), let end = to.instant(in: zone, now: start), start < end else {
      return nil
    }
    return start..<end
  }

  /// Whether a bar is open at, or throughout, the moments asked for.
  func verdict(of facts: Facts, during opening: Query.Opening) throws -> Verdict {
    if let verdict = verdicts[facts.schedule] { return verdict }
    let verdict = try evaluate(facts.schedule, zone: facts.zone, opening)
    verdicts[facts.schedule] = verdict
    return verdict
  }

  /// Whether an event runs at, or throughout, the moments asked for; one without a known end runs at none.
  func isRunning(_ facts: Facts, during opening: Query.Opening) throws -> Verdict {
    guard facts.starts != .max, let moments = try instants(of: opening, zone: facts.zone) else { return .unknown }
    let runs =
      facts.starts <= moments.first.secondsSince1970 && moments.first.secondsSince1970 < facts.ends
      && moments.end.secondsSince1970 <= facts.ends
    return runs ? .open : .closed
  }

  /// The opening state to show for a match, at the moment the query asks about.
  func status(of candidate: Candidate, at moment: Query.Moment) throws -> OpeningStatus? {
    let facts = candidate.facts
    switch facts.kind {
    case .couch: return nil
    case .event: return try eventStatus(facts, at: moment)
    case .bar:
      guard let schedule = try numbers.schedule(facts.schedule),
        let instant = moment.instant(in: try numbers.zone(facts.zone), now: now)
      else { return OpeningStatus(state: .unknown) }
      let found = schedule.moment(at: instant)
      return OpeningStatus(state: found.state, nextChange: found.nextChange, comment: found.comment, rule: found.rule)
    }
  }

  /// Seconds from the moment until a listing opens: 0 when it is open, infinity when it never does or nobody knows.
  func secondsUntilOpen(_ facts: Facts, after moment: Query.Moment) throws -> Double {
    switch facts.kind {
    case .couch: return .infinity
    case .event:
      guard facts.starts != .max, let instant = moment.instant(in: try zone(of: facts, for: moment), now: now) else {
        return .infinity
      }
      let wait = facts.starts - instant.secondsSince1970
      return wait > 0 ? Double(wait) : instant.secondsSince1970 < facts.ends ? 0 : .infinity
    case .bar:
      if let seconds = openings[facts.schedule] { return seconds }
      let seconds = try barOpens(facts, after: moment)
      openings[facts.schedule] = seconds
      return seconds
    }
  }

  private func barOpens(_ facts: Facts, after moment: Query.Moment) throws -> Double {
    guard let schedule = try numbers.schedule(facts.schedule),
      let instant = moment.instant(in: try zone(of: facts, for: moment), now: now)
    else { return .infinity }
    let next = schedule.nextOpening(atOrAfter: instant)
    return next.map { Double($0 - instant) } ?? .infinity
  }

  private func evaluate(_ number: Int32, zone: Int32, _ opening: Query.Opening) throws -> Verdict {
    guard let schedule = try numbers.schedule(number), let moments = try instants(of: opening, zone: zone) else {
      return .unknown
    }
    guard opening.until != nil else { return verdict(schedule.moment(at: moments.first)) }
    switch schedule.isOpen(throughout: moments.first..<moments.end) {
    case .open: return .open
    case .closed: return .closed
    case .unknown: return .unknown
    }
  }

  private func verdict(_ moment: HoursMoment) -> Verdict {
    switch moment.state {
    case .open: .open
    case .closed: .closed
    case .unknown: moment.isOpenEnd ? .openEnd : .unknown
    }
  }

  /// The first instant asked for and the end; both the same when one instant is asked for.
  private func instants(of opening: Query.Opening, zone: Int32) throws -> (first: Instant, end: Instant)? {
    if let until = opening.until {
      return try range(from: opening.at, to: until, zone: zone).map { ($0.lowerBound, $0.upperBound) }
    }
    let zone = opening.at.isLocal ? try numbers.zone(zone) : nil
    return opening.at.instant(in: zone, now: now).map { ($0, $0) }
  }

  private func zone(of facts: Facts, for moment: Query.Moment) throws -> Zone? {
    moment.isLocal ? try numbers.zone(facts.zone) : nil
  }

  private func eventStatus(_ facts: Facts, at moment: Query.Moment) throws -> OpeningStatus? {
    guard facts.starts != .max, let instant = moment.instant(in: try zone(of: facts, for: moment), now: now) else {
      return OpeningStatus(state: .unknown)
    }
    let (starts, ends) = (Instant(secondsSince1970: facts.starts), Instant(secondsSince1970: facts.ends))
    if instant < starts { return OpeningStatus(state: .closed, nextChange: starts) }
    return instant < ends ? OpeningStatus(state: .open, nextChange: ends) : OpeningStatus(state: .closed)
  }
}
