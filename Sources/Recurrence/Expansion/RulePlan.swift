import CivilTime

/// A rule bound to its start, prepared for expansion.
struct RulePlan: Sendable {
  let rule: RecurrenceRule
  /// Local time in seconds since 1970.
  let start: Int64
  let startDay: Int
  let days: DayFilter
  let times: TimeFilter
  /// The times within a period shorter than a day, else within a day.
  let offsets: [Int]
  /// Whether times and positions alone show that the rule can never match.
  let isHopeless: Bool

  init(_ rule: RecurrenceRule, start: ICalendarTime) {
    var rule = rule
    if start.isDate { (rule.hours, rule.minutes, rule.seconds) = ([], [], []) }
    self.rule = rule
    self.start = start.local.wallSeconds
    startDay = start.local.date.dayNumber
    days = DayFilter(rule, start: startDay)
    times = TimeFilter(rule, start: start.local.secondOfDay)
    offsets = times.times(within: min(rule.frequency.seconds ?? 86_400, 86_400))
    isHopeless =
      !Self.hasPosition(rule, count: offsets.count)
      || (rule.frequency.isSubDaily && !Self.meets(rule, times, start: start.local.secondOfDay))
  }

  /// Whether BYSETPOS selects a position that exists in a period of up to a day.
  private static func hasPosition(_ rule: RecurrenceRule, count: Int) -> Bool {
    guard !rule.setPositions.isEmpty, rule.frequency.isSubDaily || rule.frequency == .daily else { return true }
    return rule.setPositions.contains { abs($0) <= count }
  }

  /// Whether steps from the start ever reach a selected time of day.
  ///
  /// Steps of *n* reach exactly the times of day that are congruent to the start modulo gcd(*n*, one day).
  private static func meets(_ rule: RecurrenceRule, _ filter: TimeFilter, start: Int) -> Bool {
    guard rule.timesAreGiven, let unit = rule.frequency.seconds.map({ Int($0) }) else { return true }
    let perDay = 86_400 / unit
    let divisor = gcd(rule.interval, perDay)
    var step = (start / unit) % divisor
    while step < perDay {
      let second = step * unit
      if filter.hours >> UInt64(second / 3600) & 1 == 1,
        unit > 60 || filter.minutes >> UInt64(second / 60 % 60) & 1 == 1,
        unit > 1 || filter.seconds >> UInt64(second % 60) & 1 == 1
      {
        return true
      }
      step += divisor
    }
    return false
  }

  private static func gcd(_ left: Int, _ right: Int) -> Int { right == 0 ? left : gcd(right, left % right) }

  /// The members of a sorted period that BYSETPOS selects, in order.
  func positioned(_ values: [Int64]) -> [Int64] {
    guard !rule.setPositions.isEmpty else { return values }
    let indices = Set(rule.setPositions.map { $0 > 0 ? $0 - 1 : values.count + $0 })
    return indices.filter(values.indices.contains).sorted().map { values[$0] }
  }
}
