extension Parser {
  /// Parses years, or dates that begin with a year.
  mutating func yearsOrDates(_ rule: inout Rule) throws(OpeningHoursError) {
    if isDateAfterYear { return try dates(&rule) }
    repeat { rule.years.append(try yearRange()) } while takeComma { $0.isYear }
    try takeColon()
  }

  private var isDateAfterYear: Bool { peek(1).kind == .month || peek(1).kind == .easter }

  private mutating func yearRange() throws(OpeningHoursError) -> YearRange {
    let first = try year()
    var range = YearRange(first: first, last: first)
    if token.kind == .plus {
      advance()
      range.last = .max
    } else if token.kind == .hyphen {
      advance()
      range.last = try year()
      guard range.last >= first else { throw failure("a year not before \(first)", at: peek(-1)) }
    } else if token.kind == .slash {
      range.last = .max
    }
    range.step = try step(upTo: 1000)
    return range
  }

  private mutating func year() throws(OpeningHoursError) -> Int {
    guard token.isYear else { throw failure("a year from 1900") }
    advance()
    return peek(-1).int
  }

  /// Parses `/n`, 1 when there is none.
  private mutating func step(upTo limit: Int) throws(OpeningHoursError) -> Int {
    guard token.kind == .slash else { return 1 }
    advance()
    guard token.kind == .number, (1...limit).contains(token.int) else {
      throw failure("a step from 1 to \(limit)")
    }
    if token.value == 1 { try warn("a step of one changes nothing", correction: "") }
    advance()
    return peek(-1).int
  }

  /// Takes a comma when the token after it continues the list.
  mutating func takeComma(_ continues: (Token) -> Bool) -> Bool {
    guard token.kind == .comma, continues(peek(1)) else { return false }
    advance()
    return true
  }

  /// Parses `week 01-53/2`.
  mutating func weeks(_ rule: inout Rule) throws(OpeningHoursError) {
    repeat {
      if rule.weeks.isEmpty || token.kind == .week { advance() }
      rule.weeks.append(try weekRange())
    } while takeComma { $0.kind == .number || $0.kind == .week }
    try refuseComma(before: "a week from 01 to 53")
    try takeColon()
  }

  private mutating func weekRange() throws(OpeningHoursError) -> WeekRange {
    let first = try week()
    var range = WeekRange(first: first, last: first)
    if take(.hyphen) {
      range.last = try week()
      guard range.last >= first else {
        let lists = "\(first)-53,01-\(Printer.two(range.last))"
        throw failure("a week not before \(first)", at: peek(-1), suggestion: "Write week \(lists).")
      }
    }
    range.step = try step(upTo: 53)
    return range
  }

  private mutating func week() throws(OpeningHoursError) -> Int {
    guard token.kind == .number, (1...53).contains(token.int) else { throw failure("a week from 01 to 53") }
    advance()
    return peek(-1).int
  }

  /// Rejects a comma after dates that is followed by selectors of another kind: it would start another rule.
  func refuseComma(before expected: String) throws(OpeningHoursError) {
    guard token.kind == .comma else { return }
    switch peek(1).kind {
    case .end, .time, .meridiemTime, .event, .openParenthesis: return
    default:
      throw failure(expected, at: peek(1), suggestion: "Write a blank between dates and days, \";\" between rules.")
    }
  }
}

extension Token {
  /// Whether it can be a year; the language has none before 1900.
  var isYear: Bool { kind == .number && length == 4 && value >= 1900 }
}
