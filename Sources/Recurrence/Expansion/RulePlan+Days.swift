import CivilTime

extension RulePlan {
  /// The number of the period that contains a local time; may be too small by one.
  func period(at wall: Int64) -> Int {
    let day = Int(wall.floorDivided(by: 86_400))
    switch rule.frequency {
    case .yearly: return (LocalDate(dayNumber: day).year - startYear) / rule.interval
    case .monthly: return (Self.monthNumber(day) - Self.monthNumber(startDay)) / rule.interval
    case .weekly: return (day - days.weeks.weekStart(of: startDay)) / 7 / rule.interval
    case .daily: return (day - startDay) / rule.interval
    case .hourly, .minutely, .secondly: return period(atOrAfter: wall)
    }
  }

  /// The year of the start; the week-based year where the rule counts weeks.
  private var startYear: Int {
    days.isByWeeks ? days.weeks.year(of: startDay) : LocalDate(dayNumber: startDay).year
  }

  private static func monthNumber(_ day: Int) -> Int {
    let (year, month, _) = LocalDate(dayNumber: day).parts
    return year * 12 + month - 1
  }

  /// The days of a period; nil when it lies beyond the calendar.
  func days(ofPeriod period: Int) -> Range<Int>? {
    let (steps, overflow) = period.multipliedReportingOverflow(by: rule.interval)
    guard !overflow, steps < 4_000_000 else { return nil }
    switch rule.frequency {
    case .yearly: return year(startYear + steps)
    case .monthly: return month(Self.monthNumber(startDay) + steps)
    case .weekly:
      let first = days.weeks.weekStart(of: startDay) + steps * 7
      return first < Calendar.end ? first..<(first + 7) : nil
    case .daily:
      let day = startDay + steps
      return day < Calendar.end ? day..<(day + 1) : nil
    case .hourly, .minutely, .secondly: return nil
    }
  }

  private func year(_ year: Int) -> Range<Int>? {
    guard year <= Calendar.lastYear else { return nil }
    guard days.isByWeeks else { return Calendar.january(year)..<Calendar.january(year + 1) }
    return days.weeks.firstWeek(of: year)..<days.weeks.firstWeek(of: year + 1)
  }

  private func month(_ number: Int) -> Range<Int>? {
    let year = number.floorDivided(by: 12)
    guard year <= Calendar.lastYear else { return nil }
    let month = number - year * 12 + 1
    let first = Calendar.first(of: month, year)
    return first..<(first + LocalDate.length(ofMonth: month, year: year))
  }

  /// The period after one; a day in a month that is not selected is followed by the next selected month.
  func following(_ period: Int, _ range: Range<Int>) -> Int {
    guard rule.frequency == .daily, days.months != 0, let next = nextMonth(after: range.lowerBound) else {
      return period + 1
    }
    return max(period + 1, (next - startDay + rule.interval - 1) / rule.interval)
  }

  /// The first day of the next selected month; nil where the day's own month is selected.
  func nextMonth(after day: Int) -> Int? {
    var (year, month, _) = LocalDate(dayNumber: day).parts
    guard !days.allows(month: month) else { return nil }
    repeat {
      month += 1
      if month == 13 { (year, month) = (year + 1, 1) }
    } while !days.allows(month: month)
    return Calendar.first(of: month, year)
  }

  /// Appends the moments of a period, in order.
  func append(_ range: Range<Int>, to buffer: inout [Int64]) {
    var day = range.lowerBound
    while day < range.upperBound {
      if days.matches(day) {
        for offset in offsets { buffer.append(Int64(day) * 86_400 + Int64(offset)) }
        day += 1
      } else {
        day = nextMonth(after: day) ?? (day + 1)
      }
    }
    if !rule.setPositions.isEmpty { buffer = positioned(buffer) }
  }
}
