/// A rule made ready for the question what it says about a day.
struct CompiledRule: Sendable {
  let rule: Rule
  let index: Int
  let state: OpeningState
  let selectsDays: Bool
  /// Whether times are the same each day.
  private let fixedSpans: [Span]?
  /// Whether the rule replaces earlier ones on its days.
  let replaces: Bool
  /// Whether a holiday that is not known makes its times unknown.
  let countsUnknownHolidays: Bool

  init(_ rule: Rule, index: Int, previous: Rule?, countsUnknownHolidays: Bool) {
    self.rule = rule
    self.index = index
    self.countsUnknownHolidays = countsUnknownHolidays
    state = rule.state
    selectsDays = rule.selectsDays
    replaces = CompiledRule.replaces(rule, previous: previous)
    fixedSpans = rule.times.contains(where: \.usesSun)
      ? nil : CompiledRule.spans(rule, index, on: LocalDate(dayNumber: 0), in: nil)
  }

  /// A rule after `;` replaces the others on its days, except that closing some hours leaves the other hours alone, and
  /// that times for no particular day do not replace what stands for particular days.
  private static func replaces(_ rule: Rule, previous: Rule?) -> Bool {
    guard rule.relation == .override, rule.state != .closed else { return false }
    return rule.selectsDays || previous.map { !$0.selectsDays } ?? false
  }
}

extension CompiledRule {
  enum Match {
    case no
    case yes(holiday: String?)
    /// It depends on a holiday that is not known.
    case unknown
  }

  /// Whether the rule speaks of a day.
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
      switch selector.match(day, holidays) {
      case .no: continue
      case .yes(let name): return .yes(holiday: name)
      case .unknown: result = .unknown
      }
    }
    return result
  }

  /// Whether the rule can match on any day of a year.
  func canMatch(year: Int) -> Bool {
    if !rule.years.isEmpty, !rule.years.contains(where: { $0.contains(year) }) { return false }
    return rule.dates.isEmpty || rule.dates.contains { $0.years?.contains(year) ?? true }
  }

  var isBoundToYears: Bool {
    !rule.years.isEmpty || (!rule.dates.isEmpty && rule.dates.allSatisfy { $0.years != nil })
  }
}

extension CompiledRule {
  /// What the rule says about a day it matches, open ends before what is certain.
  func spans(on date: LocalDate, in place: SunPlace, holiday: String?) -> [Span] {
    var spans = fixedSpans ?? CompiledRule.spans(rule, index, on: date, in: place)
    if let holiday, rule.comment == nil {
      for index in spans.indices where !spans[index].verdict.isOpenEnd { spans[index].verdict.comment = holiday }
    }
    return spans
  }

  private static func spans(_ rule: Rule, _ index: Int, on date: LocalDate, in place: SunPlace?) -> [Span] {
    let verdict = Verdict(state: rule.state, comment: rule.comment, rule: index)
    guard !rule.times.isEmpty else { return [Span(start: 0, end: 1440, verdict: verdict, isWholeDay: true)] }
    let place = place ?? SunPlace(HoursContext(zone: .utc))
    var weak: [Span] = []
    var firm: [Span] = []
    for time in rule.times {
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
