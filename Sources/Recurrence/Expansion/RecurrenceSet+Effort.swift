import CivilTime

/// The cost of expanding a set.
extension RecurrenceSet {
  /// An upper bound of the times examined per day: those of the rules and their exceptions, before BYSETPOS selects
  /// among them; single dates are not included.
  ///
  /// - Complexity: O(*n*) in the number of rules.
  public var mostPerDay: Int {
    (rules + exceptionRules).reduce(0) { $0.addingSaturating($1.mostPerDay) }
  }

  /// The sum of COUNT over all rules.
  public var counted: Int {
    (rules + exceptionRules).reduce(0) { $0.addingSaturating($1.count ?? 0) }
  }

  /// The length of the longest period of a rule in days, rounded up.
  public var longestPeriodDays: Int64 {
    rules.map { rule in
      let days = max(1, (rule.frequency.seconds ?? (rule.frequency == .yearly ? 366 : 31) * 86_400) / 86_400)
      let (product, overflow) = days.multipliedReportingOverflow(by: Int64(rule.interval))
      return overflow ? .max : product
    }.max() ?? 1
  }

  /// The same set with an UNTIL in place of every COUNT, so that expanding a window needs no counting from the start.
  ///
  /// - Parameter zone: the zone for all-day and floating times.
  /// - Complexity: O(*n*) in the occurrences counted and the periods examined for them.
  public func withoutCounts(floatingIn zone: Zone = .utc) -> RecurrenceSet {
    guard counted > 0 else { return self }
    var set = self
    let clock = RuleClock(start, floatingIn: zone)
    set.rules = rules.map { $0.withoutCount(start, clock) }
    set.exceptionRules = exceptionRules.map { $0.withoutCount(start, clock) }
    return set
  }
}

extension RecurrenceRule {
  fileprivate var mostPerDay: Int {
    let unit = min(frequency.seconds ?? 86_400, 86_400)
    func times(_ values: [Int], longerThan length: Int64, _ all: Int) -> Int {
      values.isEmpty ? (unit < length ? all : 1) : values.count
    }
    let (byHour, byMinute) = (times(hours, longerThan: 86_400, 24), times(minutes, longerThan: 3600, 60))
    let bySecond = times(seconds, longerThan: 60, 60)
    let perDay = byHour * byMinute * bySecond
    guard frequency.isSubDaily else { return perDay }
    let perPeriod = unit == 3600 ? byMinute * bySecond : unit == 60 ? bySecond : 1
    let (step, overflow) = unit.multipliedReportingOverflow(by: Int64(interval))
    let periods = overflow || step >= 86_400 ? 1 : Int((86_400 + step - 1) / step)
    return min(perDay, periods * perPeriod, count ?? .max)
  }

  fileprivate func withoutCount(_ start: ICalendarTime, _ clock: RuleClock) -> RecurrenceRule {
    guard count != nil else { return self }
    let all = Instant.distantPast.secondsSince1970..<Instant.distantFuture.secondsSince1970
    var moments = RuleIterator(self, start: start, clock: clock, skipped: .shifted, window: all)
    var last = start.local.wallSeconds - 1
    while let moment = moments.next() { last = max(last, moment.wall) }
    var rule = self
    rule.count = nil
    rule.until = ICalendarTime(LocalDateTime(wallSeconds: last), start.reference)
    return rule
  }
}

extension Int {
  fileprivate func addingSaturating(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
