import CivilTime

extension Parser {
  /// Whether the next tokens are of the form `Su[`.
  var isNthWeekday: Bool { token.kind == .weekday && peek(1).kind == .openBracket }

  /// Whether the nth weekday here starts a range of dates: `Nov Su[-1]-Dec Su[1]`.
  var nthWeekdayBeginsRange: Bool {
    var ahead = 2
    while ahead < 8, peek(ahead).kind != .closeBracket {
      if peek(ahead).kind == .comma { return false }
      ahead += 1
    }
    ahead += 1
    if peek(ahead + 1).kind == .number, peek(ahead + 2).kind == .day { ahead += 3 }
    guard peek(ahead).kind == .hyphen else { return false }
    let next = peek(ahead + 1)
    return next.kind == .month || next.kind == .easter || (next.kind == .number && peek(ahead + 2).kind != .day)
  }

  /// Parses `Su[-1]` as a date of a month.
  mutating func nthWeekday(of month: Int) throws(OpeningHoursError) -> DatePoint.Anchor {
    let weekday = Weekday(rawValue: token.int) ?? .monday
    advance()
    let numbers = try nthList()
    guard numbers.count == 1 else { throw failure("one number in brackets", at: peek(-1)) }
    return .weekday(month: month, weekday: weekday, nth: numbers[0])
  }

  /// Parses `[1-3,-1]`, each number in -5...5 without 0.
  mutating func nthList() throws(OpeningHoursError) -> [Int] {
    try expect(.openBracket, "\"[\"")
    var numbers: [Int] = []
    repeat {
      let first = try nth()
      var last = first
      if first > 0, take(.hyphen) { last = try nth() }
      guard last >= first else { throw failure("a number not below \(first)", at: peek(-1)) }
      for number in first...last where !numbers.contains(number) { numbers.append(number) }
    } while take(.comma)
    try expect(.closeBracket, "\"]\"")
    return numbers
  }

  private mutating func nth() throws(OpeningHoursError) -> Int {
    let isNegative = take(.hyphen)
    guard token.kind == .number, (1...5).contains(token.int) else {
      throw failure("a number from 1 to 5, or from -5 to -1")
    }
    advance()
    return isNegative ? -peek(-1).int : peek(-1).int
  }

  /// Parses `+Fr` and `-2 days` after a date.
  mutating func offsets(_ point: inout DatePoint) throws(OpeningHoursError) {
    if token.kind == .plus || token.kind == .hyphen, peek(1).kind == .weekday, peek(2).kind != .openBracket {
      point.weekdayOffset = DatePoint.WeekdayOffset(
        weekday: Weekday(rawValue: peek(1).int) ?? .monday, isForward: token.kind == .plus)
      advance()
      advance()
    }
    point.days = try dayOffset()
  }

  /// Parses `+1 day` or `-2 days`, 0 when there is none.
  mutating func dayOffset() throws(OpeningHoursError) -> Int {
    guard token.kind == .plus || token.kind == .hyphen, peek(1).kind == .number, peek(2).kind == .day else {
      return 0
    }
    let sign = token.kind == .plus ? 1 : -1
    guard peek(1).value <= 365 else { throw failure("at most 365 days", at: peek(1)) }
    let days = peek(1).int
    for _ in 0..<3 { advance() }
    return sign * days
  }
}
