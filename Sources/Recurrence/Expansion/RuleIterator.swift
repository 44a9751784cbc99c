/// The moments of one rule ordered by instant, with COUNT, UNTIL and the clock changes of the zone applied.
struct RuleIterator: IteratorProtocol {
  /// A moment as local time and instant.
  struct Moment {
    let wall: Int64
    let instant: Int64
    /// The length of the clock gap that it lies in, in seconds; 0 for a time that exists.
    let gap: Int64
  }

  private let clock: RuleClock
  private let until: Until
  private let omitsGaps: Bool
  private var walk: RuleWalk
  private var remaining: Int
  private var ahead: Moment?
  /// Moments in a clock gap, which later local times may precede.
  private var waiting: [Moment] = []

  /// - Parameter window: instants in seconds; every moment inside is returned, moments outside may be.
  init(
    _ rule: RecurrenceRule, start: ICalendarTime, clock: RuleClock, skipped: SkippedTimes, window: Range<Int64>
  ) {
    self.clock = clock
    until = Until(rule.until, start)
    omitsGaps = clock.hasGaps && (skipped == .omitted || rule.frequency.isSubDaily)
    remaining = rule.count ?? .max
    var limit = clock.wall(window.upperBound) + Self.slack
    if let last = until.lastWall(clock) { limit = min(limit, last) }
    var canJump = rule.count == nil
    if !omitsGaps, rule.isPlain, let count = rule.count, let unit = rule.frequency.seconds {
      // Every period has exactly one moment, so the last is known and those before the window need no counting.
      limit = min(limit, Self.end(start.local.wallSeconds, unit, rule.interval, count))
      canJump = true
      remaining = .max
    }
    let from = canJump ? clock.wall(window.lowerBound) - Self.slack : .min
    walk = RuleWalk(RulePlan(rule, start: start), from: from, limit: limit)
  }

  /// More than any difference between the order of local times and that of instants.
  private static let slack: Int64 = 2 * 86_400

  private static func end(_ start: Int64, _ unit: Int64, _ interval: Int, _ count: Int) -> Int64 {
    let (steps, overflow) = (unit * Int64(interval)).multipliedReportingOverflow(by: Int64(count - 1))
    guard !overflow else { return .max }
    let (last, beyond) = start.addingReportingOverflow(steps)
    return beyond || last == .max ? .max : last + 1
  }

  mutating func next() -> Moment? {
    while true {
      if ahead == nil { ahead = pull() }
      guard let moment = ahead else { return waiting.isEmpty ? nil : waiting.removeFirst() }
      if moment.gap > 0 {
        waiting.append(moment)
        ahead = nil
      } else if let first = waiting.first, first.instant <= moment.instant {
        return waiting.removeFirst()
      } else {
        ahead = nil
        return moment
      }
    }
  }

  /// The next moment in the order of local times.
  private mutating func pull() -> Moment? {
    while remaining > 0, let wall = walk.next() {
      let instant = clock.instant(wall)
      guard until.allows(wall, instant) else { continue }
      let gap = clock.hasGaps ? clock.wall(instant) - wall : 0
      if gap > 0, omitsGaps { continue }
      remaining -= 1
      return Moment(wall: wall, instant: instant, gap: gap)
    }
    return nil
  }
}
