/// All rules of a value, bound to a place: says what holds on a day.
struct RuleBook: Sendable {
  let zone: Zone
  private let context: HoursContext
  private let place: SunPlace
  /// Rules between two `||`, in order.
  private let groups: [[CompiledRule]]
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
    var groups: [[CompiledRule]] = [[]]
    for (index, rule) in hours.rules.enumerated() {
      let previous = index > 0 ? hours.rules[index - 1] : nil
      let counts = onlyHolidays && rule.state != .closed
      if rule.relation == .fallback { groups.append([]) }
      groups[groups.count - 1].append(
        CompiledRule(rule, index: index, previous: previous, countsUnknownHolidays: counts))
    }
    self.groups = groups
    isBoundToYears = groups.joined().allSatisfy(\.isBoundToYears)
    cost = hours.rules.reduce(1) { $0 + 1 + $1.times.count }
  }

  /// Whether nothing can match in a year, so that the place is closed all year but for a tail in its first days.
  func isSilent(in year: Int) -> Bool {
    isBoundToYears && !groups.contains { group in group.contains { $0.canMatch(year: year) } }
  }

  /// What holds on a day from 00:00 to 24:00: at least one segment, the first one at 0.
  func segments(onDay number: Int) -> [Segment] {
    let today = groups.map { spans($0, on: DayFacts(number: number)) }
    let tails = self.tails(intoDay: number)
    var cuts: [Int] = [0]
    for spans in today + tails {
      for span in spans {
        if span.start > 0, span.start < 1440 { cuts.append(span.start) }
        if span.end > 0, span.end < 1440 { cuts.append(span.end) }
      }
    }
    cuts.sort()
    var segments: [Segment] = []
    for minute in cuts where segments.last?.start != minute {
      let verdict = verdict(at: minute, today, tails)
      if segments.last?.verdict != verdict { segments.append(Segment(start: minute, verdict: verdict)) }
    }
    return segments
  }

  /// What earlier days' spans leave over for a day. A span can be two days long and its open end ten hours longer.
  private func tails(intoDay number: Int) -> [[Span]] {
    groups.map { group in
      (1...3).reversed().flatMap { back in
        spans(group, on: DayFacts(number: number - back)).filter { $0.end > back * 1440 }
          .map { $0.moved(by: -back * 1440) }
      }
    }
  }

  /// What the rules of a group say about the times that begin on a day, later ones stronger.
  private func spans(_ group: [CompiledRule], on day: DayFacts) -> [Span] {
    var spans: [Span] = []
    for rule in group {
      switch rule.match(day, context.holidays) {
      case .no: continue
      case .yes(let holiday):
        if rule.replaces { spans.removeAll(keepingCapacity: true) }
        spans += rule.spans(on: day.date, in: place, holiday: holiday)
      case .unknown where rule.countsUnknownHolidays:
        spans += rule.spans(on: day.date, in: place, holiday: nil).map(\.unsure)
      case .unknown: continue
      }
    }
    return spans
  }
}

extension RuleBook {
  /// The first group that does not leave the place closed decides; else what was said about being closed.
  private func verdict(at minute: Int, _ today: [[Span]], _ tails: [[Span]]) -> Verdict {
    var closed = Verdict.closed
    for index in groups.indices {
      guard let verdict = RuleBook.verdict(at: minute, today[index], tails[index]) else { continue }
      if verdict.state != .closed { return verdict }
      if closed.comment == nil { closed = verdict }
    }
    return closed
  }

  /// Weighs what begins today against what is left from days before.
  private static func verdict(at minute: Int, _ today: [Span], _ tails: [Span]) -> Verdict? {
    let own = strongest(at: minute, today)
    guard let tail = strongest(at: minute, tails) else { return own?.verdict }
    guard let own else { return tail.verdict }
    // A span belongs to the day it begins on: that the next day is closed does not end it...
    if own.isWholeDay, own.isClosed { return tail.isClosed ? own.verdict : tail.verdict }
    if tail.verdict.isOpenEnd { return own.verdict }
    // ...but hours closed by name do, if the rule comes later.
    return own.rule >= tail.rule ? own.verdict : tail.verdict
  }

  /// The last span that covers a minute; an open end only where nothing firmer is said.
  private static func strongest(at minute: Int, _ spans: [Span]) -> Span? {
    guard let last = spans.last(where: { $0.covers(minute) }) else { return nil }
    guard last.verdict.isOpenEnd else { return last }
    return spans.last { $0.covers(minute) && !$0.verdict.isOpenEnd && !$0.isClosed } ?? last
  }
}

extension Span {
  /// The same with the state unknown.
  fileprivate var unsure: Span {
    var copy = self
    copy.verdict.state = .unknown
    return copy
  }
}
