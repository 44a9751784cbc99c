/// All rules of a value, bound to a place: says what holds on a day.
struct RuleBook: Sendable {
  let zone: Zone
  private let context: HoursContext
  private let place: SunPlace
  private let rules: [CompiledRule]
  private let isBoundToYears: Bool
  /// A measure of the work for one day.
  let cost: Int

  init(_ hours: OpeningHours, in context: HoursContext) {
    self.context = context
    zone = context.zone
    place = SunPlace(context)
    let onlyHolidays = hours.rules.allSatisfy { rule in
      rule.state == .closed || (!rule.days.isEmpty && rule.days.allSatisfy { $0.holiday != nil })
    }
    var rules: [CompiledRule] = []
    for (index, rule) in hours.rules.enumerated() {
      let counts = onlyHolidays && rule.state != .closed
      rules.append(CompiledRule(rule, index: index, previous: rules.last, countsUnknownHolidays: counts))
    }
    self.rules = rules
    isBoundToYears = rules.allSatisfy(\.isBoundToYears)
    cost = hours.rules.reduce(1) { $0 + 1 + $1.times.count }
  }

  /// Whether nothing can match in a year, so that the place is closed all year but for a tail in its first days.
  func isSilent(in year: Int) -> Bool {
    isBoundToYears && !rules.contains { $0.canMatch(year: year) }
  }

  /// What holds on a day from 00:00 to 24:00: at least one segment, the first one at 0.
  func segments(onDay number: Int) -> [Segment] {
    let spans = spans(touchingDay: number)
    var cuts: [Int] = [0]
    for span in spans {
      if span.start > 0, span.start < 1440 { cuts.append(span.start) }
      if span.end > 0, span.end < 1440 { cuts.append(span.end) }
    }
    cuts.sort()
    var segments: [Segment] = []
    var previous = -1
    for minute in cuts where minute != previous {
      previous = minute
      let verdict = verdict(at: minute, spans)
      if segments.last?.verdict != verdict { segments.append(Segment(start: minute, verdict: verdict)) }
    }
    return segments
  }

  /// What the rules say about a day, in their order: first what is left of a rule's spans from earlier days, then those
  /// that begin on it.
  private func spans(touchingDay number: Int) -> [Span] {
    let today = DayFacts(number: number)
    var spans: [Span] = []
    for rule in rules {
      let own = self.spans(of: rule, on: today)
      if own != nil, rule.replaces { spans.removeAll { !$0.isTail || context.tails == .endWithLaterRules } }
      if rule.reach > 1440 { spans += tails(of: rule, intoDay: number) }
      spans += own ?? []
    }
    return spans
  }

  /// What a rule's spans of earlier days leave over for a day. A span can be two days long and its open end longer.
  private func tails(of rule: CompiledRule, intoDay number: Int) -> [Span] {
    let days = (rule.reach - 1) / 1440
    return (1...max(1, min(days, 3))).reversed().flatMap { back -> [Span] in
      let spans = self.spans(of: rule, on: DayFacts(number: number - back)) ?? []
      return spans.filter { $0.end > back * 1440 }.map { $0.tail(after: back, comment: rule.rule.comment) }
    }
  }

  /// What a rule says about the times that begin on a day, nil when it does not speak of the day.
  private func spans(of rule: CompiledRule, on day: DayFacts) -> [Span]? {
    switch rule.match(day, context.holidays) {
    case .no: nil
    case .yes(let holiday): rule.spans(on: day.date, in: place, holiday: holiday)
    case .unknown where rule.countsUnknownHolidays:
      rule.spans(on: day.date, in: place, holiday: nil).map(\.unsure)
    case .unknown: nil
    }
  }

  /// Lets the spans speak in their order, each with the last word over those before it where it may.
  private func verdict(at minute: Int, _ spans: [Span]) -> Verdict {
    var current: Span?
    for span in spans where span.covers(minute) {
      if let before = current, !span.prevails(over: before, context.tails) { continue }
      current = span
    }
    return current?.verdict ?? .closed
  }
}

extension Span {
  /// Whether a span has the last word over one that came before it.
  fileprivate func prevails(over before: Span, _ tails: HoursContext.Tails) -> Bool {
    // What stands after || speaks only where the place would be closed.
    if isFallback { return before.isClosed && (!isClosed || before.verdict.comment == nil) }
    if before.isFallback { return true }
    // A span belongs to the day it begins on: that the next day is closed does not end it.
    if before.isTail, !isTail, isWholeDay, isClosed, !before.isClosed { return tails == .endWithLaterRules }
    // An open end is a guess, anything firm is better.
    if verdict.isOpenEnd, !before.verdict.isOpenEnd { return before.isClosed }
    return true
  }

  /// The part of a span that lies some days later. The name of a holiday is left behind at midnight.
  fileprivate func tail(after days: Int, comment: String?) -> Span {
    var copy = self
    copy.start -= days * 1440
    copy.end -= days * 1440
    copy.isTail = true
    if !verdict.isOpenEnd { copy.verdict.comment = comment }
    return copy
  }

  /// The same with the state unknown.
  fileprivate var unsure: Span {
    var copy = self
    copy.verdict.state = .unknown
    return copy
  }
}
