extension Parser {
  /// Parses one rule up to its separator; selectors in any order other than the standard one produce a warning.
  mutating func rule(_ relation: Rule.Relation) throws(OpeningHoursError) -> Rule {
    var rule = Rule(relation: relation)
    var rank = 0
    let start = index
    isUnordered = false
    partsBefore = parts
    parts = []
    let condition = try condition()
    while let next = partRank, accepts(token.kind, rule), try !beginsAnotherRule(rule) {
      if next < rank {
        try warn("the usual order is dates, days, times, state", correction: nil)
        isUnordered = true
      }
      rank = max(rank, next)
      parts.append(Part(token))
      try part(&rule)
    }
    guard index > start else { throw failure("a weekday, date, time or state", suggestion: emptySuggestion) }
    if let closure = takeClosure(from: &rule) { rules.append(closure) }
    noteDoubts(of: rule, at: lexer.tokens[start])
    normaliseYear(&rule)
    if let condition { bind(&rule, to: condition) }
    return rule
  }

  private var emptySuggestion: String? {
    switch token.kind {
    case .hyphen: "A span needs a start: 08:00-18:00."
    case .fallback, .comma: "Write a rule before the sign or leave it out."
    default: nil
    }
  }

  /// The rank of the token's part within a rule, nil when no part begins with it.
  private var partRank: Int? {
    switch token.kind {
    case .always, .month, .easter, .week: 0
    case .weekday, .holiday: 1
    case .number: token.isYear ? 0 : 2
    case .time, .meridiemTime, .event, .openParenthesis, .since: 2
    case .modifier: 3
    case .comment: 4
    default: nil
    }
  }

  /// Whether the rule can still take a part of this kind; otherwise another rule begins here.
  private func accepts(_ kind: Token.Kind, _ rule: Rule) -> Bool {
    switch kind {
    case .always:
      rule.times.isEmpty && !rule.isAlways && (rule.modifier == nil || rule.modifier == .open && !isLiteral)
    case .month, .easter: rule.dates.isEmpty
    case .week: rule.weeks.isEmpty
    case .weekday: rule.days.isEmpty
    case .holiday: rule.days.isEmpty || followsWeekday
    case .number where token.isYear: rule.years.isEmpty && rule.dates.isEmpty
    case .number, .time, .meridiemTime, .event, .openParenthesis, .since: rule.comment == nil
    case .modifier: rule.modifier == nil && rule.comment == nil
    case .comment: rule.comment == nil
    default: false
    }
  }

  /// Whether the token directly follows weekdays, as the holiday in "Mo-Th SH".
  private var followsWeekday: Bool {
    index > 0 && (peek(-1).kind == .weekday || peek(-1).kind == .closeBracket)
  }

  private mutating func part(_ rule: inout Rule) throws(OpeningHoursError) {
    switch token.kind {
    case .always: try always(&rule)
    case .month, .easter: try dates(&rule)
    case .week: try weeks(&rule)
    case .weekday, .holiday: try days(&rule)
    case .number where token.isYear: try yearsOrDates(&rule)
    case .modifier:
      rule.modifier = Vocabulary.modifiers[token.int]
      advance()
      try takeSignAfterState()
    case .comment:
      rule.comment = lexer.comments[token.int]
      advance()
    default: try times(&rule)
    }
  }

  /// `24/7`; after a day selector it means all hours of those days.
  private mutating func always(_ rule: inout Rule) throws(OpeningHoursError) {
    if rule.selectsDays {
      try warn("24/7 means all days", correction: "00:00-24:00")
      rule.times = [TimeSpan(start: TimePoint(minutes: 0), end: TimePoint(minutes: 1440))]
    } else {
      rule.isAlways = true
    }
    advance()
  }

  /// Takes the sign between a state and its days, as in "closed: Mo".
  private mutating func takeSignAfterState() throws(OpeningHoursError) {
    guard token.kind == .colon || token.kind == .hyphen, !isLiteral,
      peek(1).kind == .weekday || peek(1).kind == .holiday
    else { return }
    try warn("no separator after a state", correction: "", isUncommon: true)
    advance()
  }

  /// Takes the optional colon after dates and, as a sloppy form, after weekdays.
  mutating func takeColon(afterDays: Bool = false) throws(OpeningHoursError) {
    guard token.kind == .colon else { return }
    switch peek(1).kind {
    case .end, .semicolon, .comma, .fallback, .colon: throw failure("a selector after \":\"", at: peek(1))
    default: break
    }
    if afterDays { try warn("no colon after weekdays", correction: "") }
    advance()
  }

  /// Moves a single year to the dates that have none, where it is printed.
  private func normaliseYear(_ rule: inout Rule) {
    guard rule.years.count == 1, rule.years[0].first == rule.years[0].last, rule.years[0].step == 1,
      !rule.dates.isEmpty
    else { return }
    let year = rule.years[0].first
    rule.years = []
    for index in rule.dates.indices where rule.dates[index].first.year == nil {
      rule.dates[index].first.year = year
      rule.dates[index].inheritYear()
    }
  }
}
