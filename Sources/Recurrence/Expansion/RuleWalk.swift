/// Steps through a rule in local time, period by period, in order.
///
/// COUNT, UNTIL and clock gaps are applied by the caller. The walk ends at `limit` or with the year 9999, the last one
/// in iCalendar, so a rule that never matches ends too: after 8000 years, 96 000 months, 420 000 weeks or 2.9 million
/// days at most, since months that do not match are skipped, and periods below a day are only entered on days that
/// match.
struct RuleWalk: IteratorProtocol {
  private let plan: RulePlan
  private let limit: Int64
  /// The number of the period, counted in intervals from the start.
  private var period = 0
  private var buffer: [Int64] = []
  private var index = 0

  /// - Parameters:
  ///   - from: the local time to begin at; moments up to a period earlier may still be returned.
  ///   - limit: the end, exclusive.
  init(_ plan: RulePlan, from: Int64 = .min, limit: Int64 = .max) {
    self.plan = plan
    self.limit = plan.isHopeless ? .min : min(limit, Int64(Calendar.end) * 86_400)
    if from > plan.start { period = max(plan.period(at: min(from, self.limit)) - 2, 0) }
  }

  mutating func next() -> Int64? {
    while true {
      while index < buffer.count {
        let value = buffer[index]
        index += 1
        if value >= limit { return nil }
        if value >= plan.start { return value }
      }
      buffer.removeAll(keepingCapacity: true)
      index = 0
      guard plan.rule.frequency.isSubDaily ? fillSteps() : fillDays() else { return nil }
    }
  }

  private mutating func fillDays() -> Bool {
    guard let range = plan.days(ofPeriod: period), Int64(range.lowerBound) * 86_400 < limit else { return false }
    period = plan.following(period, range)
    plan.append(range, to: &buffer)
    return true
  }

  /// The steps of one hour, or of one step where it is longer.
  private mutating func fillSteps() -> Bool {
    while true {
      guard let step = plan.step(period), step < limit else { return false }
      let jump = plan.nextAllowed(from: step)
      if jump > step {
        period = plan.period(atOrAfter: jump)
        continue
      }
      plan.append(step: step, to: &buffer)
      period += 1
      if !buffer.isEmpty { return true }
    }
  }
}
