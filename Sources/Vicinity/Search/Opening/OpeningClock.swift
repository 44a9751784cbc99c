import CivilTime
import Hours

/// Evaluates the opening state of listings at the times of one query.
///
/// Opening hours are evaluated once per distinct schedule, however many bars share it: a catalog of a million bars has
/// a few thousand schedules. For one thread and one query.
final class OpeningClock {
  let now: Instant
  let numbers: DictionaryCache.Reader
  private let arriving: Query.Travel?
  let scratch: SearchScratch
  /// Verdicts by schedule, where they do not depend on the travel distance.
  private let table: VerdictTable
  private var verdicts: [Visited: OpeningVerdict] = [:]
  private var prospects: [Visited: OpeningProspect] = [:]

  /// The key of a verdict: the schedule, and the travel time in minutes.
  private struct Visited: Hashable {
    private let bits: Int64

    init(schedule: Int32, minutes: Int64) { bits = Int64(schedule) << 32 | minutes }

    /// Below 2³²: no travel takes longer.
    var minutes: Int64 { bits & 0xFFFF_FFFF }
  }

  /// - Parameters:
  ///   - arriving: the mode of travel to listings; nil tests the same instant everywhere.
  ///   - table: receives the verdicts; used by no other clock at the same time.
  init(
    now: Instant, arriving: Query.Travel?, numbers: DictionaryCache.Reader, scratch: SearchScratch, table: VerdictTable
  ) {
    self.now = now
    self.scratch = scratch
    self.table = table
    table.begin()
    self.arriving = arriving
    self.numbers = numbers
  }

  /// Before another search: in between, the table may have received verdicts of other clocks.
  func restart() { table.begin() }

  /// Whether a bar is open at, or throughout, the requested time.
  ///
  /// - Parameter distance: the travel distance in meters; used only if the query has an arrival.
  func verdict(of entry: Entry, during opening: Query.Opening, distance: Double) throws -> OpeningVerdict {
    if entry.isClosed { return .closed }
    if arriving == nil { return try verdict(of: entry, during: opening) }
    let key = visited(entry, distance)
    if let verdict = try weeklyVerdict(entry.schedule, opening, minutes: key.minutes) { return verdict }
    if let verdict = verdicts[key] { return verdict }
    let verdict = try evaluate(entry, opening, minutes: key.minutes)
    if try !dependsOnPlace(entry.schedule) { verdicts[key] = verdict }
    return verdict
  }

  /// Whether hours have sun times, so that they differ by place.
  private func dependsOnPlace(_ schedule: Int32) throws -> Bool {
    if case .weekly = try numbers.week(schedule) { return false }
    return try numbers.schedule(schedule)?.lacksCoordinate == true
  }

  /// Most hours are weekly, and most queries have one instant: then a look-up in the week decides.
  @inline(__always)
  private func verdict(of entry: Entry, during opening: Query.Opening) throws -> OpeningVerdict {
    let number = entry.schedule
    if opening.isMoment, case .weekly(let week, let zone) = try numbers.week(number),
      let minute = try minuteOfWeek(of: opening.at, in: zone)
    {
      return week.verdict(at: minute)
    }
    if let verdict = table[number] { return verdict }
    let verdict = try evaluate(entry, opening, minutes: 0)
    if try !dependsOnPlace(number) { table[number] = verdict }
    return verdict
  }

  /// The last zone used for a visit, and the visit there, without travel; nil near a change of the clocks.
  var latestVisit: (zone: Int32, visit: (Visit, WeekClock)?) = (-1, nil)

  /// The last zone used, and the minute of the week there: listings of one region share a zone.
  private var latest: (zone: Int32, minute: Int?) = (-1, nil)

  /// The local minute of the week, Monday 00:00 being 0; nil without a zone, and within a day after a clock change,
  /// when an hour occurs twice or not at all.
  @inline(__always)
  private func minuteOfWeek(of moment: Query.Moment, in zone: Int32) throws -> Int? {
    if latest.zone != zone { latest = (zone, try numbers.zone(zone).flatMap { minuteOfWeek(of: moment, in: $0) }) }
    return latest.minute
  }

  private func minuteOfWeek(of moment: Query.Moment, in zone: Zone) -> Int? {
    guard let instant = moment.instant(in: zone, now: now) else { return nil }
    return WeekClock(zone, at: instant)?.minute
  }

  /// The zone and instant of the last week computed.
  private var latestWeek: (zone: Int32, instant: Instant, clock: WeekClock?) = (-1, .distantPast, nil)

  /// The time of the week in a zone; nil near a clock change.
  func weekClock(_ zone: Int32, at instant: Instant) throws -> WeekClock? {
    if latestWeek.zone != zone || latestWeek.instant != instant {
      latestWeek = (zone, instant, try numbers.zone(zone).flatMap { WeekClock($0, at: instant) })
    }
    return latestWeek.clock
  }

  /// The status by weekly hours without comments; nil for others, and near a clock change.
  private func weeklyStatus(_ schedule: Int32, at instant: Instant) throws -> OpeningStatus? {
    guard case .weekly(let week, let zone) = try numbers.week(schedule), !week.hasComments else { return nil }
    return try weekClock(zone, at: instant).flatMap { OpeningStatus(weekly: week, at: $0) }
  }

  /// Whether an event is on at, or throughout, the requested time; never without a known end.
  func isRunning(_ entry: Entry, during opening: Query.Opening, distance: Double) throws -> OpeningVerdict {
    if entry.isOff { return .closed }
    let times = scratch.times(of: entry)
    guard let starts = times.start, var visit = try visit(opening, entry) else { return .unknown }
    visit.arrival = visit.arrival + 60 * minutes(for: distance)
    let runs = starts..<max(starts, times.end ?? starts)
    return visit.begins(in: runs) == nil ? .closed : .open
  }

  /// The opening status shown for a match, at the time of the query.
  ///
  /// - Parameters:
  ///   - distance: the travel distance in meters, as for `verdict`.
  ///   - withRule: whether to include the rule of the hours that applies.
  func status(
    of entry: Entry, at moment: Query.Moment, distance: Double, withRule: Bool
  ) throws -> OpeningStatus? {
    switch entry.kind {
    case .couch: return nil
    case .event: return try eventStatus(entry, at: moment, distance)
    case .bar:
      if entry.isClosed { return OpeningStatus(state: .closed) }
      guard let instant = try arrival(entry, after: moment, minutes: minutes(for: distance)) else {
        return OpeningStatus(state: .unknown)
      }
      if !withRule, let status = try weeklyStatus(entry.schedule, at: instant) { return status }
      guard let schedule = try numbers.schedule(of: entry) else { return OpeningStatus(state: .unknown) }
      return OpeningStatus(schedule, at: instant, withRule: withRule)
    }
  }

  /// Seconds until a listing opens: 0 when it is open, infinity when it never does or when unknown.
  func secondsUntilOpen(_ entry: Entry, after moment: Query.Moment, distance: Double) throws -> Double {
    try prospect(of: entry, after: moment, distance: distance).seconds
  }

  /// The time until a listing opens, or until an event begins.
  func prospect(of entry: Entry, after moment: Query.Moment, distance: Double) throws -> OpeningProspect {
    let key = visited(entry, distance)
    switch entry.kind {
    case .couch: return .unknown
    case .event:
      if entry.isOff { return .never }
      let times = scratch.times(of: entry)
      guard times.start != nil, let instant = try arrival(entry, after: moment, minutes: key.minutes)
      else { return .unknown }
      let wait = times.starts - instant.secondsSince1970
      if wait > 0 { return OpeningProspect(seconds: Double(wait)) }
      return instant.secondsSince1970 < times.ends ? OpeningProspect(seconds: 0) : .never
    case .bar:
      if entry.isClosed { return .never }
      if let prospect = prospects[key] { return prospect }
      let prospect = try barProspect(entry, after: moment, minutes: key.minutes)
      if try !dependsOnPlace(entry.schedule) { prospects[key] = prospect }
      return prospect
    }
  }

  private func visited(_ entry: Entry, _ distance: Double) -> Visited {
    Visited(schedule: entry.schedule, minutes: minutes(for: distance))
  }

  func minutes(for distance: Double) -> Int64 { arriving?.minutes(for: distance) ?? 0 }

  /// The instant of a moment plus the travel time; nil for a local time without a zone.
  private func arrival(_ entry: Entry, after moment: Query.Moment, minutes: Int64) throws -> Instant? {
    moment.instant(in: try zone(of: entry, isNeeded: moment.isLocal), now: now).map { $0 + 60 * minutes }
  }

  private func barProspect(_ entry: Entry, after moment: Query.Moment, minutes: Int64) throws -> OpeningProspect {
    if let prospect = try weeklyProspect(entry.schedule, after: moment, minutes: minutes) { return prospect }
    guard let schedule = try numbers.schedule(of: entry),
      let instant = try arrival(entry, after: moment, minutes: minutes)
    else { return .unknown }
    let next = schedule.nextOpening(atOrAfter: instant)
    let days = ((next ?? instant + Schedule.horizon) - instant) / 86_400
    try scratch.work.takeOccurrences(1 + Int(days))
    let seconds = next.map { Double($0 - instant) } ?? .infinity
    return OpeningProspect(seconds: seconds, isUnknown: seconds > 0 && schedule.state(at: instant) == .unknown)
  }

  private func evaluate(_ entry: Entry, _ opening: Query.Opening, minutes: Int64) throws -> OpeningVerdict {
    if let verdict = try weeklyVerdict(entry.schedule, opening, minutes: minutes) { return verdict }
    guard let schedule = try numbers.schedule(of: entry), var visit = try visit(opening, entry) else {
      return .unknown
    }
    visit.arrival = visit.arrival + 60 * minutes
    try scratch.work.takeOccurrences(1 + Int((visit.wait + visit.stay) / 86_400))
    return visit.verdict(of: schedule)
  }

  /// The time span, in Unix seconds, in which an event must be on at some instant to count as open; nil when unknown.
  func reach(of opening: Query.Opening, _ entry: Entry, distance: Double) throws -> Range<Int64>? {
    try visit(opening, entry).map { visit in
      let arrival = (visit.arrival + 60 * minutes(for: distance)).secondsSince1970
      return arrival..<(arrival + visit.wait + 1)
    }
  }

  /// The requested visit, before adding the travel time.
  func visit(_ opening: Query.Opening, _ entry: Entry) throws -> Visit? {
    opening.visit(in: try zone(of: entry, isNeeded: opening.isLocal), now: now)
  }

  private func zone(of entry: Entry, isNeeded: Bool) throws -> Zone? {
    guard isNeeded else { return nil }
    if let zone = try numbers.zone(entry.zone) { return zone }
    // Hours without a zone are the same at all times.
    return try entry.kind == .bar && numbers.schedule(entry.schedule) != nil ? .utc : nil
  }

  private func eventStatus(_ entry: Entry, at moment: Query.Moment, _ distance: Double) throws -> OpeningStatus? {
    let times = scratch.times(of: entry)
    guard let starts = times.start, !entry.isOff,
      let instant = try arrival(entry, after: moment, minutes: minutes(for: distance))
    else { return OpeningStatus(state: .unknown) }
    let ends = max(starts, times.end ?? starts)
    if instant < starts { return OpeningStatus(state: .closed, nextChange: starts) }
    return instant < ends ? OpeningStatus(state: .open, nextChange: ends) : OpeningStatus(state: .closed)
  }
}

extension Query.Opening {
  /// Whether the condition tests one instant, without travel, wait or stay.
  fileprivate var isMoment: Bool {
    until == nil && sometime == nil && arriving == nil && stayMinutes ?? 0 == 0 && waitMinutes ?? 0 == 0
  }
}
