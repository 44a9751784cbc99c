import CivilTime

extension Parser {
  /// Parses months and dates.
  mutating func dates(_ rule: inout Rule) throws(OpeningHoursError) {
    repeat { rule.dates.append(try dateRange(after: rule.dates.last)) } while takeDateComma(rule.dates.last)
    try refuseComma(before: "a month or date")
    try takeColon()
  }

  private mutating func takeDateComma(_ last: DateRange?) -> Bool {
    let canTakeDay = last?.sharedMonth != nil
    let next = peek(2).kind
    return takeComma { token in
      switch token.kind {
      case .month, .easter: true
      case .number where token.isYear: next == .month || next == .easter
      case .number: canTakeDay && token.length <= 2
      default: false
      }
    }
  }

  /// Parses one date or range; a bare day takes the month of the preceding item.
  private mutating func dateRange(after last: DateRange?) throws(OpeningHoursError) -> DateRange {
    var range = DateRange(first: try datePoint(month: last?.sharedMonth, year: last?.first.year, isEnd: false))
    if token.kind == .plus {
      advance()
      range.isOpenEnded = true
    } else if token.kind == .hyphen, isRangeEnd(peek(1)) {
      advance()
      range.last = try rangeEnd(range.first)
      range.inheritYear()
      range.spellOutDays()
    } else if case .day(let month, let day) = range.first.anchor {
      try check(day, fits: month, at: peek(-1))
    }
    range.step = try dateStep()
    return range
  }

  private func isRangeEnd(_ token: Token) -> Bool {
    token.kind == .month || token.kind == .easter || token.kind == .number
  }

  private mutating func dateStep() throws(OpeningHoursError) -> Int {
    guard token.kind == .slash else { return 1 }
    advance()
    guard token.kind == .number, (1...366).contains(token.int) else { throw failure("a step from 1 to 366") }
    if token.value == 1 { try warn("a step of one changes nothing", correction: "") }
    advance()
    return peek(-1).int
  }

  /// Parses the end of a range.
  private mutating func rangeEnd(_ first: DatePoint) throws(OpeningHoursError) -> DatePoint {
    let start = token
    let last = try datePoint(month: first.month, year: nil, isEnd: !first.isMonth)
    guard first.isMonth == last.isMonth else {
      throw failure(
        first.isMonth ? "a month" : "a date", at: start, suggestion: "Give both ends a day, as in Apr 01-Nov 30.")
    }
    if last.isMonth, last.year != nil, last.year != first.year {
      try warn("both ends need a day", at: start, correction: nil, isUncommon: true)
    }
    if last.year == nil, case .day(let month, let from) = first.anchor, case .day(month, let to) = last.anchor,
      first.days == 0, last.days == 0, to < from, start.kind == .number
    {
      throw failure("a day not before \(from)", at: start)
    }
    if let first = first.year, let last = last.year, last < first {
      throw failure("a year not before \(first)", at: start)
    }
    return last
  }

  /// Parses `2024 Dec 24 -2 days`, `Jan`, `easter +1 day`, `Nov Su[-1]`, or a day alone when a month is given.
  private mutating func datePoint(month given: Int?, year inherited: Int?, isEnd: Bool) throws(OpeningHoursError)
    -> DatePoint
  {
    var point = DatePoint(year: inherited, anchor: .easter)
    if token.isYear {
      point.year = token.int
      advance()
    } else if token.kind != .number {
      point.year = nil
    }
    point.anchor = try anchor(month: given, isEnd: isEnd)
    if !point.isMonth { try offsets(&point) }
    return point
  }

  private mutating func anchor(month given: Int?, isEnd: Bool) throws(OpeningHoursError) -> DatePoint.Anchor {
    if take(.easter) { return .easter }
    if token.kind == .number, let given { return .day(month: given, day: try day()) }
    guard token.kind == .month else { throw failure("a month") }
    let month = token.int
    advance()
    if token.kind == .number, token.length <= 2 { return .day(month: month, day: try day()) }
    if isNthWeekday, isEnd || nthWeekdayBeginsRange { return try nthWeekday(of: month) }
    return .month(month)
  }

  private mutating func day() throws(OpeningHoursError) -> Int {
    guard token.kind == .number, (1...31).contains(token.int), token.length <= 2 else {
      throw failure("a day from 01 to 31")
    }
    advance()
    return peek(-1).int
  }

  private func check(_ day: Int, fits month: Int, at token: Token) throws(OpeningHoursError) {
    let length = LocalDate.length(ofMonth: month, year: 2000)
    guard day <= length else {
      throw failure("a day up to \(length), the last of \(Vocabulary.months[month - 1])", at: token)
    }
  }
}

extension DateRange {
  /// The month that a following bare day belongs to.
  var sharedMonth: Int? {
    guard case .day(let month, _) = first.anchor else { return nil }
    guard let last else { return month }
    guard case .day(month, _) = last.anchor else { return nil }
    return month
  }

  /// Sets the year of an end without one from the year of the start.
  mutating func inheritYear() {
    guard let year = first.year, last?.year == nil, let last else { return }
    let wraps =
      last.orderInYear < first.orderInYear
    self.last?.year = wraps ? year + 1 : year
  }
}

extension DateRange {
  /// Expands months of different years to their first and last day, the only form the specification has for such a
  /// range.
  fileprivate mutating func spellOutDays() {
    guard case .month(let start) = first.anchor, case .month(let end)? = last?.anchor, first.year != last?.year else {
      return
    }
    let length = LocalDate.length(ofMonth: end, year: last?.year ?? 2000)
    first.anchor = .day(month: start, day: 1)
    last?.anchor = .day(month: end, day: length)
  }
}

extension DatePoint {
  var month: Int? {
    switch anchor {
    case .month(let month), .day(let month, _), .weekday(let month, _, _): month
    case .easter: nil
    }
  }

  /// A rough order, enough to see whether a range extends past New Year; Easter counts as the start of April.
  fileprivate var orderInYear: Int {
    switch anchor {
    case .month(let month): month * 32
    case .day(let month, let day): month * 32 + day
    case .weekday(let month, _, let nth): month * 32 + (nth > 0 ? nth * 7 - 6 : 32 + nth * 7)
    case .easter: 4 * 32 + 8
    }
  }
}
