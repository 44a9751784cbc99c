import CivilTime

/// A rule prepared for evaluation day by day.
struct CompiledRule: Sendable {
  let rule: Rule
  let index: Int
  let state: OpeningState
  /// The spans of a day when they are the same each day.
  private let fixedSpans: [Span]?
  /// Whether the rule replaces earlier ones on its days.
  private(set) var replaces: Bool
  /// Whether an unknown holiday makes its times unknown.
  let countsUnknownHolidays: Bool

  /// Whether it applies only where the rules before it leave the place closed; so does a rule added to such a rule.
  let isFallback: Bool
  /// The latest end of its spans, in minutes from the midnight of the day they begin on.
  let reach: Int

  init(_ rule: Rule, index: Int, previous: CompiledRule?, countsUnknownHolidays: Bool) {
    self.rule = rule
    self.index = index
    self.countsUnknownHolidays = countsUnknownHolidays
    state = rule.state
    replaces = CompiledRule.replaces(rule, previous: previous?.rule)
    isFallback = rule.relation == .fallback || (rule.relation == .additional && previous?.isFallback ?? false)
    let usesSun = rule.times.contains(where: \.usesSun)
    fixedSpans = usesSun ? nil : CompiledRule.spans(rule, index, isFallback, on: LocalDate(dayNumber: 0), in: nil)
    reach = fixedSpans?.map(\.end).max() ?? 3 * 1440
  }

  /// The same rule, which also replaces earlier ones if it `isReplacing`.
  func replacing(_ isReplacing: Bool) -> CompiledRule {
    var rule = self
    rule.replaces = replaces || isReplacing
    return rule
  }

  /// A rule after `;` replaces the others on its days, with two exceptions: closing part of the hours leaves the others
  /// open, and times without days do not replace rules for particular days.
  private static func replaces(_ rule: Rule, previous: Rule?) -> Bool {
    guard rule.relation == .override, rule.state != .closed else { return false }
    return rule.selectsDays || previous.map { !$0.selectsDays } ?? false
  }
}

extension CompiledRule {
  enum Match {
    case no
    case yes(holiday: String?)
    /// It depends on an unknown holiday.
    case unknown
  }

  /// Whether the rule applies to a day.
  func match(_ day: DayFacts, _ holidays: (any HolidayCalendar)?) -> Match {
    if !rule.years.isEmpty, !rule.years.contains(where: { $0.contains(day.year) }) { return .no }
    if !rule.dates.isEmpty, !rule.dates.contains(where: { $0.contains(day) }) { return .no }
    if !rule.weeks.isEmpty {
      let week = day.week
      if !rule.weeks.contains(where: { $0.contains(week) }) { return .no }
    }
    return rule.days.isEmpty ? .yes(holiday: nil) : matchDays(day, holidays)
  }

  private func matchDays(_ day: DayFacts, _ holidays: (any HolidayCalendar)?) -> Match {
    var result = Match.no
    for selector in rule.days {
      switch (selector.match(day, holidays), result) {
      case (.no, _), (.unknown, .yes): continue
      // The holiday is reported even if the day is selected without it; the name of a public holiday takes precedence.
      case (.yes(let name), .yes(let before)):
        if before == nil || (name != nil && selector.holiday == .publicHoliday) { result = .yes(holiday: name) }
      case (let match, _): result = match
      }
    }
    return result
  }

  /// Whether the rule can match on any day of a year.
  func canMatch(year: Int) -> Bool {
    if !rule.years.isEmpty, !rule.years.contains(where: { $0.contains(year) }) { return false }
    return rule.dates.isEmpty || rule.dates.contains { $0.years?.contains(year) ?? true }
  }

  /// The last year in which the rule can match, `Int.max` when there is no limit.
  var lastYear: Int {
    let years = rule.years.map(\.last).max() ?? .max
    let dates = rule.dates.map { $0.years?.upperBound ?? .max }.max() ?? .max
    return min(years, dates)
  }

  var isBoundToYears: Bool {
    !rule.years.isEmpty || (!rule.dates.isEmpty && rule.dates.allSatisfy { $0.years != nil })
  }
}

extension CompiledRule {
  /// The spans of the rule on a day that it matches; guessed open ends come before certain times.
  func spans(on date: LocalDate, in place: SunPlace, holiday: String?) -> [Span] {
    var spans = fixedSpans ?? CompiledRule.spans(rule, index, isFallback, on: date, in: place)
    if let holiday, rule.comment == nil {
      for index in spans.indices where !spans[index].verdict.isOpenEnd { spans[index].verdict.comment = holiday }
    }
    return spans
  }

  private static func spans(
    _ rule: Rule, _ index: Int, _ isFallback: Bool, on date: LocalDate, in place: SunPlace?
  ) -> [Span] {
    let verdict = Verdict(state: rule.state, comment: rule.comment, rule: index)
    guard !rule.times.isEmpty else {
      return [Span(start: 0, end: 1440, verdict: verdict, isWholeDay: true, isFallback: isFallback)]
    }
    var spans = spans(rule.times, verdict, on: date, in: place ?? SunPlace(HoursContext(zone: .utc)))
    for index in spans.indices { spans[index].isFallback = isFallback }
    return spans
  }

  /// The spans of one rule, guesses first so that certain ones override them.
  private static func spans(
    _ times: [TimeSpan], _ verdict: Verdict, on date: LocalDate, in place: SunPlace
  ) -> [Span] {
    var weak: [Span] = []
    var firm: [Span] = []
    for time in times {
      let (possible, certain) = time.bounds(on: date, in: place)
      let last = max(possible.upperBound, certain.upperBound)
      if time.isOpenEnded { weak.append(openEnd(verdict, after: last)) }
      if possible != certain, verdict.state == .open {
        var unsure = verdict
        unsure.state = .unknown
        weak.append(Span(start: possible.lowerBound, end: possible.upperBound, verdict: unsure))
      }
      if !certain.isEmpty { firm.append(Span(start: certain.lowerBound, end: certain.upperBound, verdict: verdict)) }
    }
    return weak + firm
  }

  private static func openEnd(_ verdict: Verdict, after minute: Int) -> Span {
    var guess = verdict
    if guess.state == .open {
      guess.state = .unknown
      guess.isOpenEnd = true
      guess.comment = verdict.comment ?? Verdict.openEndComment
    }
    return Span(start: minute, end: OpenEnd.guess(after: minute), verdict: guess)
  }
}
