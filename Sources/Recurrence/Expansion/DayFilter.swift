import CivilTime

/// The days that a rule selects, with missing parts filled in from the start.
///
/// RFC 5545 lets a BY part expand or limit a period. Once missing parts are filled in, both are the same test on each
/// day of the period.
struct DayFilter: Sendable {
  /// Bit *m* is month *m*; 0 allows all months.
  private(set) var months: UInt16 = 0
  private var monthDays: UInt32 = 0
  private var monthDaysFromEnd: UInt32 = 0
  private var yearDays: [Int] = []
  private var weekNumbers: [Int] = []
  private var weekdays: UInt8 = 0
  private var ordinals: [OrdinalWeekday] = []
  private var countsInMonth = false
  let weeks: WeekCalendar
  /// Whether the rule's years begin with week 1: this is so where BYWEEKNO selects weeks and the start is in one of
  /// them, as a day around New Year may belong to the year before or after. RFC 5545 leaves a start outside the rule
  /// undefined; calendar years are used then.
  private(set) var isByWeeks = false

  init(_ rule: RecurrenceRule, start: Int) {
    weeks = WeekCalendar(weekStart: rule.weekStart.rawValue)
    for month in rule.months { months |= 1 << UInt16(month) }
    for day in rule.monthDays {
      if day > 0 { monthDays |= 1 << UInt32(day) } else { monthDaysFromEnd |= 1 << UInt32(-day) }
    }
    yearDays = rule.yearDays
    weekNumbers = rule.weekNumbers
    takeWeekdays(of: rule)
    fillIn(from: LocalDate(dayNumber: start), rule)
    isByWeeks = rule.frequency == .yearly && !weekNumbers.isEmpty && matches(start)
  }

  /// Ordinals refer to the month or the year; elsewhere the RFC forbids them, and they are ignored.
  private mutating func takeWeekdays(of rule: RecurrenceRule) {
    let takesOrdinals = rule.frequency == .monthly || (rule.frequency == .yearly && weekNumbers.isEmpty)
    countsInMonth = rule.frequency == .monthly || !rule.months.isEmpty
    for day in rule.weekdays {
      if day.ordinal == 0 || !takesOrdinals {
        weekdays |= 1 << UInt8(day.weekday.rawValue)
      } else {
        ordinals.append(day)
      }
    }
  }

  private mutating func fillIn(from start: LocalDate, _ rule: RecurrenceRule) {
    guard yearDays.isEmpty, monthDays == 0, monthDaysFromEnd == 0, weekdays == 0, ordinals.isEmpty else { return }
    if !weekNumbers.isEmpty {
      // The weekday of the start, where the start lies in one of the weeks. RFC 5545 leaves other starts undefined;
      // whole weeks are used then.
      if rule.frequency == .yearly, matchesWeek(start.dayNumber) { weekdays = 1 << UInt8(start.weekday.rawValue) }
      return
    }
    switch rule.frequency {
    case .yearly:
      if months == 0 { months = 1 << UInt16(start.month) }
      monthDays = 1 << UInt32(start.day)
    case .monthly: monthDays = 1 << UInt32(start.day)
    case .weekly: weekdays = 1 << UInt8(start.weekday.rawValue)
    case .daily, .hourly, .minutely, .secondly: break
    }
  }

  func allows(month: Int) -> Bool { months == 0 || months >> UInt16(month) & 1 == 1 }

  /// Whether the rule selects a day.
  ///
  /// - Complexity: O(*n*) in the number of year days, weeks and numbered weekdays.
  func matches(_ day: Int) -> Bool {
    let date = LocalDate(dayNumber: day)
    let (year, month, dayOfMonth) = date.parts
    guard allows(month: month) else { return false }
    let length = LocalDate.length(ofMonth: month, year: year)
    if monthDays | monthDaysFromEnd != 0 {
      let fromEnd = length - dayOfMonth + 1
      guard monthDays >> UInt32(dayOfMonth) & 1 == 1 || monthDaysFromEnd >> UInt32(fromEnd) & 1 == 1 else {
        return false
      }
    }
    if !yearDays.isEmpty, !matchesYearDay(day, year) { return false }
    if weekdays != 0 || !ordinals.isEmpty, !matchesWeekday(date, year, dayOfMonth, length) { return false }
    return weekNumbers.isEmpty || matchesWeek(day)
  }

  private func matchesYearDay(_ day: Int, _ year: Int) -> Bool {
    let number = day - Calendar.january(year) + 1
    return yearDays.contains(number) || yearDays.contains(number - (Calendar.isLeap(year) ? 367 : 366))
  }

  private func matchesWeek(_ day: Int) -> Bool {
    let year = weeks.year(of: day)
    let number = (day - weeks.firstWeek(of: year)) / 7 + 1
    return weekNumbers.contains(number) || weekNumbers.contains(number - weeks.count(in: year) - 1)
  }

  private func matchesWeekday(_ date: LocalDate, _ year: Int, _ dayOfMonth: Int, _ length: Int) -> Bool {
    let weekday = date.weekday
    if weekdays >> UInt8(weekday.rawValue) & 1 == 1 { return true }
    guard ordinals.contains(where: { $0.weekday == weekday }) else { return false }
    let position = countsInMonth ? dayOfMonth : date.dayNumber - Calendar.january(year) + 1
    let total = countsInMonth ? length : Calendar.isLeap(year) ? 366 : 365
    let (fromStart, fromEnd) = ((position - 1) / 7 + 1, -((total - position) / 7 + 1))
    return ordinals.contains { $0.weekday == weekday && ($0.ordinal == fromStart || $0.ordinal == fromEnd) }
  }
}
