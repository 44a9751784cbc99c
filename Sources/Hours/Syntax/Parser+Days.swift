import CivilTime

extension Parser {
  /// Parses weekdays and holidays: `Mo-Fr,PH`, `SH Mo-Fr`, `We[1,-1] +2 days`.
  mutating func days(_ rule: inout Rule) throws(OpeningHoursError) {
    if !rule.days.isEmpty { return try holidayAfterWeekdays(&rule) }
    var holiday: DaySelector.Holiday?
    repeat {
      if token.kind == .holiday {
        holiday = try self.holiday(&rule)
      } else {
        rule.days.append(try weekdays(of: holiday))
      }
      try takeFollowingDays(&rule)
    } while try takeDayComma()
    try refuseDate()
    try takeColon(afterDays: true)
  }

  /// Parses a holiday, and the weekdays it must fall on when they follow without a comma.
  private mutating func holiday(_ rule: inout Rule) throws(OpeningHoursError) -> DaySelector.Holiday? {
    let holiday = token.value == 0 ? DaySelector.Holiday.publicHoliday : .schoolHoliday
    advance()
    if token.kind == .colon, peek(1).kind == .weekday { try takeColon(afterDays: true) }
    guard token.kind == .weekday else {
      let start = token
      let offset = try dayOffset()
      // The specification allows any offset, opening_hours.js one day only.
      if abs(offset) > 1, lexer.options.leniency == .common { throw failure("an offset of one day", at: start) }
      rule.days.append(DaySelector(holiday: holiday, offset: offset))
      return nil
    }
    rule.days.append(try weekdays(of: holiday))
    return holiday
  }

  /// Weekdays that follow weekdays after only a space: the comma is missing.
  private mutating func takeFollowingDays(_ rule: inout Rule) throws(OpeningHoursError) {
    while token.kind == .weekday, let last = rule.days.last {
      try warn("a comma is missing before the day", correction: ",")
      rule.days.append(try weekdays(of: last.weekdays == nil ? nil : last.holiday))
    }
  }

  /// `Mo-Th SH` means `SH Mo-Th`.
  private mutating func holidayAfterWeekdays(_ rule: inout Rule) throws(OpeningHoursError) {
    guard rule.days.allSatisfy({ $0.holiday == nil }), peek(1).kind != .weekday else {
      throw failure("a comma before the holiday")
    }
    let holiday = token.value == 0 ? DaySelector.Holiday.publicHoliday : .schoolHoliday
    try warn("the holiday stands before the weekdays", correction: nil)
    advance()
    let offset = try dayOffset()
    for index in rule.days.indices {
      rule.days[index].holiday = holiday
      if offset != 0 { rule.days[index].offset = offset }
    }
    if token.kind == .comma, peek(1).kind == .weekday || peek(1).kind == .holiday {
      throw failure("a time or state", suggestion: "Write a new rule for the other days.")
    }
    try takeColon(afterDays: true)
  }

  private mutating func weekdays(of holiday: DaySelector.Holiday?) throws(OpeningHoursError) -> DaySelector {
    let first = Weekday(rawValue: token.int) ?? .monday
    advance()
    var selector = DaySelector(holiday: holiday, weekdays: WeekdayRange(first: first, last: first))
    if token.kind == .hyphen, peek(1).kind == .weekday {
      advance()
      selector.weekdays?.last = Weekday(rawValue: token.int) ?? .monday
      advance()
    } else if token.kind == .openBracket {
      selector.nth = try nthList()
    }
    selector.offset = try dayOffset()
    return selector
  }

  private mutating func takeDayComma() throws(OpeningHoursError) -> Bool {
    if token.kind == .plus, peek(1).kind == .weekday || peek(1).kind == .holiday {
      try warn("days are joined by commas", correction: ",", isUncommon: true)
      advance()
      return true
    }
    return takeComma { $0.kind == .weekday || $0.kind == .holiday }
  }

  /// A comma before a date would start a second rule, which is nearly always a mistake.
  private mutating func refuseDate() throws(OpeningHoursError) {
    guard token.kind == .comma else { return }
    switch peek(1).kind {
    case .month, .week, .easter, .comma:
      throw failure("a weekday", at: peek(1), suggestion: "Write \";\" between rules.")
    case .time, .meridiemTime:
      try warn("no comma stands between days and times", correction: "", isUncommon: true)
      advance()
    case .number:
      throw failure("a weekday", at: peek(1), suggestion: "Write a blank between days and times.")
    default: return
    }
  }
}
