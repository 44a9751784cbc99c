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
    try takeDates()
    try refuseDate()
    try takeDash(after: rule.days)
    try takeColon(afterDays: true)
  }

  /// Takes the dash between days and what holds on them, as in "Sun - closed".
  private mutating func takeDash(after days: [DaySelector]) throws(OpeningHoursError) {
    guard token.kind == .hyphen, !isLiteral else { return }
    switch peek(1).kind {
    case .modifier, .always: break
    // In "Mo Sa -06:00" the dash may belong to the days.
    case .time where days.count == 1, .meridiemTime where days.count == 1: break
    default: return
    }
    try warn("no dash after weekdays", correction: "", isUncommon: true)
    advance()
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
    // "Sa Su PH off" rather lacks a comma.
    if holiday == .publicHoliday, !isLiteral { throw failure("a comma before the holiday") }
    try warn("the holiday comes before the weekdays", correction: nil)
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
      noteCircle(selector, at: token)
      advance()
    } else if token.kind == .openBracket {
      selector.nth = try nthList()
    }
    selector.offset = try dayOffset()
    return selector
  }

  private mutating func takeDayComma() throws(OpeningHoursError) -> Bool {
    if token.kind == .plus || token.kind == .slash && !isLiteral, peek(1).kind == .weekday || peek(1).kind == .holiday {
      try warn("days are separated by commas", correction: ",", isUncommon: true)
      advance()
      return true
    }
    return takeComma { $0.kind == .weekday || $0.kind == .holiday }
  }

  private func endsRule(_ token: Token) -> Bool {
    switch token.kind {
    case .end, .semicolon, .fallback, .comma, .comment: true
    default: false
    }
  }

  /// Takes single dates in a list of days, "Su,PH,Dec 26 off": the language has no such list, so that they become a
  /// rule of their own.
  private mutating func takeDates() throws(OpeningHoursError) {
    while !isLiteral, token.kind == .comma, peek(1).kind == .month, peek(2).kind == .number, peek(2).length <= 2 {
      switch peek(3).kind {
      case .hyphen, .plus, .slash: return
      default: break
      }
      guard (1...LocalDate.length(ofMonth: peek(1).int, year: 2000)).contains(peek(2).int) else { return }
      try warn("dates need a rule of their own", at: peek(1), correction: ";", isUncommon: true)
      listedDates.append(DateRange(first: DatePoint(anchor: .day(month: peek(1).int, day: peek(2).int))))
      for _ in 0..<3 { advance() }
    }
  }

  /// The rule of the dates among the days of a rule; nil when there are none.
  mutating func takeDatesRule(of rule: Rule) -> Rule? {
    guard !listedDates.isEmpty else { return nil }
    var extra = rule
    (extra.days, extra.dates) = ([], listedDates)
    listedDates = []
    return extra
  }

  /// A comma before a date would start a second rule, which is nearly always a mistake.
  private mutating func refuseDate() throws(OpeningHoursError) {
    guard token.kind == .comma else { return }
    switch peek(1).kind {
    case .month, .week, .easter, .comma:
      throw failure("a weekday", at: peek(1), suggestion: "Write \";\" between rules.")
    case .modifier where !isLiteral && endsRule(peek(2)):
      // Taken literally, "Su,off" is two rules: open on Sundays, and closed at all times.
      try warn("no comma between days and their state", correction: "", isUncommon: true)
      advance()
    case .event, .openParenthesis:
      guard !isLiteral else { return }
      try warn("no comma between days and times", correction: "", isUncommon: true)
      advance()
    case .time, .meridiemTime:
      try warn("no comma between days and times", correction: "", isUncommon: true)
      advance()
    case .number:
      throw failure("a weekday", at: peek(1), suggestion: "Write a blank between days and times.")
    default: return
    }
  }
}
