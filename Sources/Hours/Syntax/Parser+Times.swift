extension Parser {
  /// Parses time spans: `08:00-12:00,14:00-18:00+`.
  mutating func times(_ rule: inout Rule) throws(OpeningHoursError) {
    if !rule.times.isEmpty { try warn("a comma is missing before the time", correction: ",") }
    repeat { rule.times.append(try span()) } while try takeTimeComma()
  }

  /// Takes the separator of two spans; in `09:00-12:00/13:00-19:00` the slash means a comma.
  private mutating func takeTimeComma() throws(OpeningHoursError) -> Bool {
    // A year followed by a month begins another rule; it is not a packed time as in "0800-1700".
    if peek(1).isYear, peek(2).kind == .month || peek(2).kind == .easter { return false }
    guard token.kind == .slash, peek(1).kind == .time, peek(2).kind == .hyphen else {
      return takeComma { $0.beginsTime }
    }
    try warn("a comma is missing between the times", correction: ",", isUncommon: true)
    advance()
    return true
  }

  private mutating func span() throws(OpeningHoursError) -> TimeSpan {
    let isSince = try takeSince()
    let startToken = token
    var span = TimeSpan(start: try timePoint())
    guard span.start.event != nil || span.start.minutes < 1440 else {
      throw failure("a begin before 24:00", at: startToken)
    }
    if token.kind == .hyphen, peek(1).kind == .plus || isClosingTime(peek(1)) {
      // "17:00-late".
      if startToken.kind != .time { try warn("a time is written HH:MM", at: startToken, isUncommon: true) }
      if peek(1).kind != .plus { try warn("an open end", at: peek(1), correction: "+", isUncommon: true) }
      advance()
      advance()
      span.isOpenEnded = true
      noteOpenEnd(startToken)
    } else if token.kind == .hyphen {
      advance()
      let endToken = token
      span.end = try timePoint()
      try checkKinds(startToken, endToken)
      assumeAfternoon(&span, startToken, endToken)
      noteDoubts(of: span, startToken, endToken)
      if let end = span.end, end.event == nil, end.minutes > 2880 { throw failure("an end up to 48:00", at: endToken) }
      span.isOpenEnded = take(.plus)
      span.period = try period()
    } else if take(.plus) {
      if startToken.kind == .number { try warn("a time is written HH:MM", at: startToken, isUncommon: true) }
      span.isOpenEnded = true
      noteOpenEnd(startToken)
    } else if isSince {
      span.isOpenEnded = true
      noteOpenEnd(startToken)
    } else {
      throw pointInTime(startToken)
    }
    return span
  }

  /// Takes the word of an open end, "ab" in "ab 18 Uhr".
  private mutating func takeSince() throws(OpeningHoursError) -> Bool {
    guard token.kind == .since else { return false }
    guard [.time, .meridiemTime, .number].contains(peek(1).kind) else { throw failure("a time", at: peek(1)) }
    advance()
    return true
  }

  /// Whether the token is the word in "17:00-close".
  private func isClosingTime(_ token: Token) -> Bool {
    token.kind == .modifier && !isLiteral && lexer.text(of: token).lowercased() == "close"
  }

  private func pointInTime(_ start: Token) -> OpeningHoursError {
    let text = lexer.text(from: Int(start.start), to: Int(start.end))
    return failure("\"-\" and an end", suggestion: "\(text) alone is not a span; write \(text)+ when the end is open.")
  }

  /// Bare hours are common at both ends ("8-18", "8am-6pm") or at neither.
  private mutating func checkKinds(_ start: Token, _ end: Token) throws(OpeningHoursError) {
    if start.kind == .meridiemTime, end.kind == .meridiemTime, hasMinutes(start) != hasMinutes(end) {
      try warn("one end has minutes, the other none", at: hasMinutes(start) ? end : start, isUncommon: true)
    }
    guard start.kind == .number || end.kind == .number else { return }
    let isMixed = start.kind == .time || end.kind == .time
    let place = start.kind == .number ? start : end
    let hours = place.length == 4 ? place.int / 100 * 60 + place.int % 100 : place.int * 60
    try warn("a time is written HH:MM", at: place, correction: Printer.time(hours), isUncommon: isMixed)
  }

  /// Whether a time before am or pm has minutes, as in "7:30am" but not in "7 a.m.".
  private func hasMinutes(_ time: Token) -> Bool {
    lexer.text(from: Int(time.start), to: Int(time.end)).utf8.count { $0 &- 0x30 < 10 } > 2
  }

  /// In "4-10 pm" the start is in the afternoon too.
  private func assumeAfternoon(_ span: inout TimeSpan, _ start: Token, _ end: Token) {
    guard end.kind == .meridiemTime, start.kind == .number || start.kind == .time, let last = span.end,
      last.minutes >= 720, last.minutes < 1440, span.start.minutes < 720, span.start.minutes + 720 < last.minutes
    else { return }
    span.start.minutes += 720
  }

  /// Parses the period of a series, `/01:30` or `/90`.
  private mutating func period() throws(OpeningHoursError) -> Int? {
    guard token.kind == .slash, peek(1).kind != .time || peek(2).kind != .hyphen else { return nil }
    if !isLiteral, peek(1).kind == .weekday || peek(1).kind == .holiday { return nil }
    advance()
    guard token.kind == .time || token.kind == .number, token.length >= 2, token.value > 0, token.value <= 1440 else {
      throw failure("a period as HH:MM or minutes of two digits")
    }
    if token.kind == .time, token.length < 5 {
      try warn("a period is written HH:MM", correction: Printer.time(token.int), isUncommon: true)
    }
    advance()
    return peek(-1).int
  }
}

extension Parser {
  private mutating func timePoint() throws(OpeningHoursError) -> TimePoint {
    switch token.kind {
    case .time, .meridiemTime:
      advance()
      return TimePoint(minutes: peek(-1).int)
    case .number: return TimePoint(minutes: try bareHour())
    case .event:
      advance()
      return TimePoint(event: Vocabulary.events[peek(-1).int], minutes: 0)
    case .openParenthesis: return try shiftedEvent()
    default: throw failure("a time such as 08:00", suggestion: "A span is written 08:00-18:00, an open end 08:00+.")
    }
  }

  /// `8`, or `0800`; whether that is allowed is decided when the other end is known.
  private mutating func bareHour() throws(OpeningHoursError) -> Int {
    let isPacked = token.length == 4
    let minutes = isPacked ? token.int / 100 * 60 + token.int % 100 : token.int * 60
    guard isPacked || token.length < 3, !isPacked || token.int % 100 < 60, minutes <= 2880 else {
      throw failure("a time such as 08:00")
    }
    if isPacked {
      try warn("a time is written HH:MM", correction: Printer.time(minutes), isUncommon: true)
    }
    advance()
    return minutes
  }

  /// `(sunset-01:30)`.
  private mutating func shiftedEvent() throws(OpeningHoursError) -> TimePoint {
    advance()
    guard token.kind == .event else { throw failure("dawn, sunrise, sunset or dusk") }
    let event = Vocabulary.events[token.int]
    advance()
    guard token.kind == .plus || token.kind == .hyphen else { throw failure("\"+\" or \"-\"") }
    let sign = token.kind == .plus ? 1 : -1
    advance()
    guard token.kind == .time, token.value <= 1440 else { throw failure("an offset as HH:MM, up to 24:00") }
    let minutes = sign * token.int
    if minutes == 0 { try warn("an offset of zero", correction: event.rawValue) }
    advance()
    try expect(.closeParenthesis, "\")\"")
    return TimePoint(event: event, minutes: minutes)
  }
}

extension Token {
  /// Whether a time can begin with it.
  var beginsTime: Bool {
    switch kind {
    case .time, .meridiemTime, .event, .openParenthesis, .number, .since: true
    default: false
    }
  }
}
