import CivilTime

@testable import Recurrence

/// The brute-force reference: tests every second of a window against the rule, in the terms of the RFC, without
/// shortcuts.
struct NaiveRecurrence {
  let rule: RecurrenceRule
  let start: LocalDateTime

  /// Wall-clock moments in a range of days, in order, ignoring COUNT.
  func moments(days: Range<Int>, seconds: [Int]) -> [Int64] {
    // A period that extends beyond the window must be seen whole.
    let margin = rule.setPositions.isEmpty || rule.frequency.isSubDaily ? 0 : 370
    let wide = (days.lowerBound - margin)..<(days.upperBound + margin)
    let seconds = seconds.filter(hasTime)
    var periods: [Int: [Int64]] = [:]
    for day in wide where isInPeriodOfDays(day) && matches(day) {
      for second in seconds {
        let wall = Int64(day) * 86_400 + Int64(second)
        if let key = period(wall) { periods[key, default: []].append(wall) }
      }
    }
    let kept = periods.values.flatMap { values in
      values.indices.filter { isKept($0, of: values.count) }.map { values[$0] }
    }
    return kept.filter { $0 >= start.wall && days.contains(Int($0.floorDivided(by: 86_400))) }.sorted()
  }

  private func isKept(_ index: Int, of count: Int) -> Bool {
    rule.setPositions.isEmpty || rule.setPositions.contains { $0 == index + 1 || $0 == index - count }
  }

  /// A cheap test: for long frequencies with an interval, most days are in no period.
  private func isInPeriodOfDays(_ day: Int) -> Bool {
    rule.frequency.isSubDaily || period(Int64(day) * 86_400 + Int64(start.secondOfDay)) != nil
  }

  /// The number of the period that contains a moment, nil if the interval skips it.
  private func period(_ wall: Int64) -> Int? {
    let number = number(wall) - number(start.wall)
    return number.floorRemainder(by: rule.interval) == 0 ? number : nil
  }

  private func number(_ wall: Int64) -> Int {
    let day = Int(wall.floorDivided(by: 86_400))
    let date = LocalDate(dayNumber: day)
    switch rule.frequency {
    case .yearly: return date.year
    case .monthly: return date.year * 12 + date.month
    case .weekly: return (day + 3 - rule.weekStart.rawValue).floorDivided(by: 7)
    default: return Int(wall.floorDivided(by: rule.frequency.seconds ?? 1))
    }
  }

  private func hasTime(_ second: Int) -> Bool {
    let parts = [
      (rule.hours, second / 3600, 3600), (rule.minutes, second / 60 % 60, 60), (rule.seconds, second % 60, 1),
    ]
    let own = [start.hour, start.minute, start.second]
    let period = rule.frequency.seconds ?? 86_400
    return zip(parts, own).allSatisfy { part, own in
      part.0.isEmpty ? period <= part.2 || part.1 == own : part.0.contains(part.1)
    }
  }

  private func matches(_ day: Int) -> Bool {
    let date = LocalDate(dayNumber: day)
    let (year, month, dayOfMonth) = date.parts
    let length = LocalDate.length(ofMonth: month, year: year)
    let first = LocalDate(year: year, month: 1, day: 1)?.dayNumber ?? 0
    let yearLength = LocalDate.isLeap(year: year) ? 366 : 365
    let dayOfYear = day - first + 1
    var ok = rule.months.isEmpty || rule.months.contains(month)
    ok = ok && has(rule.monthDays, dayOfMonth, length)
    ok = ok && has(rule.yearDays, dayOfYear, yearLength)
    ok =
      ok
      && (rule.weekdays.isEmpty || rule.weekdays.contains { fits($0, date, dayOfMonth, length, dayOfYear, yearLength) })
    guard rule.monthDays.isEmpty, rule.yearDays.isEmpty, rule.weekdays.isEmpty else { return ok }
    switch rule.frequency {
    case .yearly: return ok && dayOfMonth == start.date.day && (!rule.months.isEmpty || month == start.date.month)
    case .monthly: return ok && dayOfMonth == start.date.day
    case .weekly: return ok && date.weekday == start.date.weekday
    default: return ok
    }
  }

  private func has(_ numbers: [Int], _ number: Int, _ count: Int) -> Bool {
    numbers.isEmpty || numbers.contains(number) || numbers.contains(number - count - 1)
  }

  private func fits(
    _ wanted: OrdinalWeekday, _ date: LocalDate, _ dayOfMonth: Int, _ length: Int, _ dayOfYear: Int, _ yearLength: Int
  ) -> Bool {
    guard wanted.weekday == date.weekday else { return false }
    let isMonthly = rule.frequency == .monthly || (rule.frequency == .yearly && !rule.months.isEmpty)
    guard wanted.ordinal != 0, isMonthly || rule.frequency == .yearly else { return true }
    let (position, count) = isMonthly ? (dayOfMonth, length) : (dayOfYear, yearLength)
    let same = stride(from: position, to: 0, by: -7).count
    let after = stride(from: position, through: count, by: 7).count
    return wanted.ordinal == same || wanted.ordinal == -after
  }
}

extension LocalDateTime {
  fileprivate var wall: Int64 { Int64(date.dayNumber) * 86_400 + Int64(secondOfDay) }
}

extension StrideTo { fileprivate var count: Int { reduce(0) { count, _ in count + 1 } } }
extension StrideThrough { fileprivate var count: Int { reduce(0) { count, _ in count + 1 } } }
