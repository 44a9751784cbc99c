import CivilTime

/// A part of a rule, to see in which order they were written.
enum Part {
  case dates, days, times, always, state, comment

  init(_ token: Token) {
    self =
      switch token.kind {
      case .always: .always
      case .weekday, .holiday: .days
      case .modifier: .state
      case .comment: .comment
      case .month, .easter, .week: .dates
      default: token.isYear ? .dates : .times
      }
  }
}

/// A place in a text that has two plausible readings, unless other parts of the text decide.
struct Doubt {
  let token: Token
  let reason: String
  /// Whether it vanishes where the text counts hours to 24.
  var isSettledBy24 = false
  /// Whether it exists only in a text that is misspelled elsewhere too.
  var needsSloppiness = false
}

/// A text with two plausible readings is refused, so that the state is unknown: neither a guess at the hours nor an
/// inversion of open and closed.
///
/// ``OpeningHours/Leniency/strict`` takes the specification literally, and ``OpeningHours/Leniency/common`` reads as
/// `opening_hours.js` does. The tolerant reading also refuses valid texts that set the hours of a day and revoke them:
/// "Mo 10:00-18:00; Tu off; 10:00-12:00" opens on Tuesday when taken literally, which its author hardly meant.
extension Parser {
  /// Whether texts are taken literally, even where people would read them otherwise.
  var isLiteral: Bool { lexer.options.leniency != .tolerant }

  /// Throws for the first doubt that nothing in the text settles.
  func refuseDoubts() throws(OpeningHoursError) {
    guard !isLiteral else { return }
    let isSloppy = !lexer.warnings.isEmpty
    let hasClock = countsTo24 || lexer.speaksOfTheClock
    for doubt in doubts where !(doubt.isSettledBy24 && hasClock) && (isSloppy || !doubt.needsSloppiness) {
      throw failure("a text with one reading", at: doubt.token, suggestion: doubt.reason)
    }
    if let rule = contradictedRule(isSloppy) {
      throw failure(
        "a text with one reading", at: lexer.tokens[0], suggestion: "\"\(rule)\" contradicts another part of the text.")
    }
    if let rule = commentedClosure() {
      throw failure(
        "a text with one reading", at: lexer.tokens[0], suggestion: "The comment of \"\(rule)\" says that it is closed."
      )
    }
    if let rule = brokenList(isSloppy) {
      throw failure(
        "a text with one reading", at: lexer.tokens[0],
        suggestion: "\"\(rule)\" is in a list of times; write only the open times.")
    }
  }

  private mutating func doubt(
    _ reason: String, at token: Token, isSettledBy24: Bool = false, needsSloppiness: Bool = false
  ) {
    doubts.append(
      Doubt(token: token, reason: reason, isSettledBy24: isSettledBy24, needsSloppiness: needsSloppiness))
  }
}

// MARK: - States

extension Parser {
  /// Whether a part of another kind starts another rule, although no separator precedes it.
  ///
  /// - Throws: when it may belong to either.
  func beginsAnotherRule(_ rule: Rule) throws(OpeningHoursError) -> Bool {
    guard !isLiteral else { return false }
    switch token.kind {
    case .modifier where isClosing(token):
      // "9am-5pm closed Sunday": the days after the word are closed, not the times before it.
      guard !rule.times.isEmpty || rule.isAlways, rule.modifier == nil, let after = kindAfterDays(from: index + 1)
      else { return isInnerClosure(rule) }
      guard !after.beginsTime, after.kind != .always else {
        throw failure("a text with one reading", suggestion: "Write \";\" between rules.")
      }
      return true
    case .weekday, .holiday:
      // "10:00-18:00 Monday closed": the times are those of the other days.
      guard parts == [.times], let after = kindAfterDays(from: index) else { return false }
      return isClosing(after)
    case .time, .meridiemTime, .number, .event, .openParenthesis, .since:
      return parts == [.times, .days] && !token.isYear
    default: return false
    }
  }

  /// Whether the word closes, or leaves it open.
  private func isClosing(_ token: Token) -> Bool {
    token.kind == .modifier && Vocabulary.modifiers[token.int] != .open
  }

  /// The token after the weekdays and holidays that begin at an index, and after a sign that belongs to them; nil when
  /// none do.
  private func kindAfterDays(from start: Int) -> Token? {
    var place = start
    if [.colon, .hyphen].contains(lexer.tokens[place].kind) { place += 1 }
    let first = place
    func at(_ place: Int) -> Token { lexer.tokens[min(place, lexer.tokens.count - 1)] }
    while at(place).isDay || place > first && at(place).joinsDays && at(place + 1).isDay { place += 1 }
    guard place > first else { return nil }
    let hasSign = [.colon, .hyphen].contains(at(place).kind) && at(place + 1).kind == .modifier
    return at(hasSign ? place + 1 : place)
  }

  /// Whether a closure of hours within those of the rule follows: "8:00-18:00 closed 12:00-13:00".
  private func isInnerClosure(_ rule: Rule) -> Bool {
    guard rule.modifier == nil, rule.times.count == 1, let end = rule.times[0].end, rule.times[0].start.event == nil,
      peek(1).kind == .time, peek(2).kind == .hyphen, peek(3).kind == .time
    else { return false }
    return rule.times[0].start.minutes < peek(1).int && peek(1).int < peek(3).int && peek(3).int < end.minutes
  }

  /// "Monday to Monday" is all week rather than one day.
  mutating func noteCircle(_ selector: DaySelector, at token: Token) {
    guard !isLiteral, let range = selector.weekdays, range.first == range.last else { return }
    doubt("Write Mo-Su for all days.", at: token, needsSloppiness: true)
  }

  /// Splits "closed Monday, Tue-Sun 10-18": a closure of single days, and the hours of all others.
  mutating func takeClosure(from rule: inout Rule) -> Rule? {
    guard !isLiteral, parts == [.state, .days, .times], rule.state == .closed, rule.days.count > 1,
      rule.days.allSatisfy({ $0.isWeekly }), let others = rule.days.last?.weekdays, others.first != others.last
    else { return nil }
    var closure = rule
    closure.days.removeLast()
    closure.times = []
    rule.days.removeFirst(rule.days.count - 1)
    guard closure.weekdays.isDisjoint(with: rule.weekdays), closure.weekdays.count + rule.weekdays.count == 7 else {
      rule.days = closure.days + rule.days
      return nil
    }
    (rule.modifier, rule.relation, parts) = (nil, .override, [.days, .times])
    return closure
  }

  /// Notes where the parts of a rule can be joined in more than one way.
  mutating func noteDoubts(of rule: Rule, at token: Token) {
    guard !isLiteral else { return }
    let order = parts.filter { $0 != .comment }
    if partsBefore == [.times, .days], order.first == .times, order != [.times, .days] {
      doubt("Write the days before the times.", at: token, needsSloppiness: true)
    }
    let lists = order.enumerated().filter { $0.element == .times }.map(\.offset)
    if let first = lists.first, let last = lists.last,
      order[first...last].contains(where: { $0 == .days || $0 == .dates })
    {
      doubt("Write \";\" between rules.", at: token)
    }
    switch rule.modifier {
    case .closed, .off, .unknown: noteClosure(of: rule, order, at: token)
    case .open, nil:
      let isBare = rule.times.isEmpty && !rule.isAlways && !rule.days.isEmpty
      guard isBare, rule.state == .open else { return }
      doubt("Write the hours of these days; 00:00-24:00 for all day.", at: token, needsSloppiness: true)
    }
  }

  private mutating func noteClosure(of rule: Rule, _ order: [Part], at token: Token) {
    guard let state = order.firstIndex(of: .state) else { return }
    if order.contains(.always), order.contains(.days) || order.contains(.dates) {
      return doubt("\"\(rule)\" is both open and closed.", at: token, needsSloppiness: true)
    }
    let hasDays = order.contains(.days) || order.contains(.dates)
    guard hasDays, let times = order.firstIndex(of: .times) else { return }
    // Days, times, state is how the language writes a closure of particular hours.
    let lastSelector = order.lastIndex { $0 == .days || $0 == .dates } ?? -1
    let isUsual = state == order.count - 1 && lastSelector < times && order.count { $0 == .times } == 1
    // "Dec 24 closed 18:00+"
    let isEarlyEnd = order.count == 3 && lastSelector == 0 && rule.times.allSatisfy { $0.end == nil }
    guard !isUsual, !isEarlyEnd else { return }
    doubt("Write \";\" between open and closed times.", at: token)
  }

  /// A rule that another one makes void: closed days that are opened again, hours of days that are closed, or hours of
  /// some days before hours without days.
  private func contradictedRule(_ isSloppy: Bool) -> Rule? {
    for (place, rule) in rules.enumerated() {
      for later in rules[(place + 1)...] where later.isPlainWeek && later.relation != .fallback {
        // "PH off; Mo-Fr 10:00-18:00", "Dec-Feb closed; Mo-Su 10-18": the days are closed, or open as others.
        if rule.isClosure, !rule.isPlainWeek, later.state == .open, !rule.weekdays.isDisjoint(with: later.weekdays) {
          return rule
        }
        // "off; Mo-Fr 10:00-18:00" is closed otherwise, but "closed; Mo-Fr 10:00-18:00" may be closed altogether.
        if rule.isClosure, !rule.selectsDays, later.state == .open, rule.modifier == .closed || lexer.isShutForGood {
          return rule
        }
        guard rule.isPlainWeek, rule.weekdays.isSubset(of: later.weekdays) else { continue }
        if rule.isClosure, later.state == .open { return rule }
        // A comment gives the reason why all is closed.
        if rule.state == .open, later.isClosure, isSloppy || later.comment == nil { return rule }
        if !rule.days.isEmpty, later.days.isEmpty, later.state == .open, later.relation == .override { return rule }
      }
    }
    return nil
  }

  /// A rule that opens although its comment says that it closes.
  private func commentedClosure() -> Rule? {
    rules.first { $0.state == .open && $0.comment.map(Vocabulary.closes) ?? false }
  }

  /// A rule with a state inside a list of times, so that the state may apply to all of them or only to some.
  private func brokenList(_ isSloppy: Bool) -> Rule? {
    for (place, rule) in rules.enumerated() where rule.modifier != nil {
      // "14:00-16:00 closed, 16:00-20:00", "Tu closed, 10:00-12:00": the times after it are not those of all days.
      if place + 1 < rules.count, rules[place + 1].continues(rule, isSloppy) { return rule }
      guard rule.state == .closed, !rule.times.isEmpty else { continue }
      // "10:00-14:00, 14:00-16:00 closed": a closure would not be split into two spans.
      if zip(rule.times, rule.times.dropFirst()).contains(where: { $0.reaches($1) }) { return rule }
      if isSloppy, closesUnopened(rule, at: place) { return rule }
    }
    return nil
  }

  /// Whether a closure of particular hours does not follow hours that it closes.
  private func closesUnopened(_ rule: Rule, at place: Int) -> Bool {
    guard rule.isPlainWeek else { return false }
    // "2pm-5pm closed" says nothing of other hours.
    if rules.allSatisfy({ $0.state == .closed }) { return true }
    // "closed 12-14; Mo-Fr 8-18", "closed 12-14; Mo-Fr 14-18": the later rule replaces the closure and what is before.
    let later = rules[(place + 1)...].filter {
      $0.state == .open && $0.relation != .fallback && $0.isPlainWeek && !$0.weekdays.isDisjoint(with: rule.weekdays)
    }
    let isReplaced = later.contains { next in
      rule.times.contains { next.surrounds($0) || next.relation == .override && next.begins(atEndOf: $0) }
    }
    if isReplaced { return true }
    // "closed 12-14, 14-18", unless both are taken from the hours before.
    let earlier = rules[..<place].filter {
      $0.state == .open && (rule.days.isEmpty || rule.weekdays.isSubset(of: $0.weekdays))
    }
    return rule.times.count > 1 && !rule.times.allSatisfy { span in earlier.contains { $0.surrounds(span) } }
  }
}

extension TimeSpan {
  /// Whether a later span of a list begins in this one or at its end.
  fileprivate func reaches(_ next: TimeSpan) -> Bool {
    guard let end, end.event == nil, start.event == nil, next.start.event == nil else { return false }
    return start.minutes <= next.start.minutes && next.start.minutes <= end.minutes
  }
}

extension Rule {
  /// Whether it has only times, which follow the state of the rule before.
  fileprivate func continues(_ previous: Rule, _ isSloppy: Bool) -> Bool {
    guard state == .open, isSloppy || modifier == nil || previous.modifier == .open, !selectsDays, !times.isEmpty
    else { return false }
    return switch relation {
    case .additional:
      previous.modifier != .open || previous.selectsDays && !(previous.isPlainWeek && previous.weekdays.count == 7)
    case .override: previous.state == .closed && (isSloppy || previous.times.contains { begins(atEndOf: $0) })
    case .fallback: false
    }
  }

  /// Whether one of its spans begins where another one ends.
  fileprivate func begins(atEndOf span: TimeSpan) -> Bool {
    times.contains { $0.start.event == nil && $0.start.minutes == span.end?.minutes }
  }

  /// Whether one of its spans begins before another one and ends after it.
  fileprivate func surrounds(_ span: TimeSpan) -> Bool {
    guard span.end != nil else { return false }
    return isAlways || times.isEmpty || times.contains { $0.surrounds(span) }
  }

  /// Whether it selects weekdays only, or nothing.
  fileprivate var isPlainWeek: Bool {
    !selectsDates && days.allSatisfy(\.isWeekly)
  }

  fileprivate var isClosure: Bool { (modifier == .closed || modifier == .off) && times.isEmpty }

  /// The weekdays that it selects.
  fileprivate var weekdays: Set<Weekday> {
    days.isEmpty ? Set(Weekday.allCases) : days.possibleWeekdays
  }
}

// MARK: - Times

extension Parser {
  /// Notes a span whose hours may be of the morning or the afternoon.
  mutating func noteDoubts(of span: TimeSpan, _ start: Token, _ end: Token) {
    guard !isLiteral, span.start.event == nil, let last = span.end, last.event == nil else { return }
    let from = span.start.minutes
    let to = last.minutes
    // "11:30-03:00" ends at night.
    let endsAtNight = isZeroLed(end) && to <= from && to < 300
    countsTo24 = countsTo24 || showsClock(start) || showsClock(end) || endsAtNight
    let length = to > from ? to - from : to + 1440 - from
    switch (start.kind == .meridiemTime, end.kind == .meridiemTime) {
    case (true, true): noteMeridiems(from, to, length, at: start)
    case (false, true): noteEndMeridiem(from, to, length, start, end)
    case (true, false):
      if to <= 720 + 59, to >= 60 { doubt("Write am or pm at both ends.", at: end) }
    case (false, false): noteClock(from, to, length, start, end)
    }
  }

  private static let reason = "Write both times as HH:MM of a day of 24 hours, or with am or pm."

  /// "2pm-12pm": some mean midnight, though noon is 12 pm.
  private mutating func noteMeridiems(_ from: Int, _ to: Int, _ length: Int, at token: Token) {
    let isNoonAtEnd = to / 60 == 12 && to <= from
    let isMidnightAtStart = from < 60 && length > Self.longestGuess && to >= 60
    guard isNoonAtEnd || isMidnightAtStart else { return }
    doubt("Noon is 12:00, midnight 24:00.", at: token)
  }

  /// "10-11pm", "8-12am": whether the start is of the morning.
  private mutating func noteEndMeridiem(_ from: Int, _ to: Int, _ length: Int, _ start: Token, _ end: Token) {
    if length > Self.longestGuess, to <= from { return doubt("Write am or pm at both ends.", at: start) }
    guard isLow(start.clockMinutes), !isZeroLed(start), !(isLiteralTime(start) && to >= 1440) else { return }
    let isNightly = to <= from || to >= 1440
    let isShort = from >= 20 * 60 && to - from < 180
    let isNoon = to / 60 == 12 && from / 60 != 12 && start.kind == .number && from < 9 * 60
    guard isNightly || isShort || isNoon else { return }
    doubt("Write am or pm at both ends.", at: start)
  }

  /// Notes an open end that may begin in the morning or in the evening, as in "from 6".
  mutating func noteOpenEnd(_ start: Token) {
    guard !isLiteral, start.kind == .time || start.kind == .number else { return }
    countsTo24 = countsTo24 || showsClock(start)
    let minutes = start.clockMinutes
    guard isLow(minutes), !isZeroLed(start), !isLiteralTime(start), start.kind == .number || minutes < 6 * 60 else {
      return
    }
    doubt(Self.reason, at: start, isSettledBy24: true)
  }

  private mutating func noteClock(_ from: Int, _ to: Int, _ length: Int, _ start: Token, _ end: Token) {
    // All day, or not at all.
    if from == 0, to == 0 { return doubt(Self.reason, at: start) }
    if isLiteralTime(start), isLiteralTime(end) { return }
    guard to > from else { return noteWrap(from, to, length, start, end) }
    guard isLow(from), isLow(to), !isZeroLed(start), !isZeroLed(end) else { return }
    let isBare = start.kind == .number && end.kind == .number
    // "3:00-11:00" may be an evening.
    guard isBare || from < 6 * 60 else { return }
    doubt(Self.reason, at: start, isSettledBy24: true)
  }

  private mutating func noteWrap(_ from: Int, _ to: Int, _ length: Int, _ start: Token, _ end: Token) {
    if from == to { return doubt(Self.reason, at: start) }
    // An end before 01:00 is midnight: a clock of 12 hours has no hour 0.
    if to < 60 { return }
    // "5:20-01:00" ends at night; "05-02" may be a date.
    if isZeroLed(end), to < 300, end.kind == .time || length <= Self.longestGuess { return }
    if length > Self.longestGuess { return doubt(Self.reason, at: start) }
    // "13-5" may end in the afternoon.
    if end.kind == .number, !isLow(from), isLow(to), !isZeroLed(end), length >= Self.longestBareNight {
      return doubt(Self.reason, at: start)
    }
    guard isLow(from), isLow(to), !isZeroLed(end) else { return }
    doubt(Self.reason, at: start, isSettledBy24: true)
  }

  /// Longer spans are believed only as the language writes them.
  private static let longestGuess = 16 * 60
  /// Shorter spans end at night, also where the end is a bare hour: in the afternoon they would last less than three
  /// hours.
  private static let longestBareNight = 15 * 60

  private func isLow(_ minutes: Int) -> Bool { (60..<780).contains(minutes) }

  /// Whether a time has an hour that a clock of 12 hours does not have.
  private func showsClock(_ token: Token) -> Bool {
    guard token.kind == .time || token.kind == .number else { return false }
    let minutes = token.clockMinutes
    return minutes >= 780 || minutes < 60
  }

  private func isZeroLed(_ token: Token) -> Bool {
    token.kind != .meridiemTime && token.length > 1 && lexer.bytes[Int(token.start)] == UInt8(ascii: "0")
  }

  /// Whether a time is written as HH:MM.
  private func isLiteralTime(_ token: Token) -> Bool {
    token.kind == .time && token.length == 5 && lexer.bytes[Int(token.start) + 2] == UInt8(ascii: ":")
  }
}

extension Token {
  fileprivate var isDay: Bool { kind == .weekday || kind == .holiday }
  fileprivate var joinsDays: Bool { kind == .hyphen || kind == .comma || kind == .plus }

  /// The minutes of a time or a bare hour, `8` or `0800`.
  fileprivate var clockMinutes: Int {
    guard kind == .number else { return int }
    return length == 4 ? int / 100 * 60 + int % 100 : int * 60
  }
}
