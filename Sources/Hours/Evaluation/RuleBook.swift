import CivilTime

/// All rules of a value, bound to a place: computes the segments of a day.
struct RuleBook: Sendable {
  private var context: HoursContext
  private var place: SunPlace
  private var rules: [CompiledRule]
  /// The same rules, where those that may be meant to replace others do; nil if none may.
  private let replacing: [CompiledRule]?
  /// The verdict when no rule applies.
  private let otherwise: Verdict
  private let isBoundToYears: Bool
  /// The last year in which a rule can match.
  let lastYear: Int
  /// How many days back a span may begin that still affects a day.
  private let daysBack: Int
  /// An estimate of the work for one day.
  let cost: Int
  /// The possible calendars, if the rules mention holidays that the calendar does not know.
  private var worlds: [any HolidayCalendar]
  /// The longest offset of a day from a holiday; -1 without holidays.
  private let holidayOffset: Int
  private let mentionsSchoolHolidays: Bool

  init(_ hours: OpeningHours, in context: HoursContext) {
    self.context = context
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
    let mayReplace = context.isLikePeer ? [] : hours.mayReplace
    replacing = mayReplace.isEmpty ? nil : rules.enumerated().map { $1.replacing(mayReplace.contains($0)) }
    otherwise = hours.closesOnly && !context.isLikePeer ? .notOpened : .closed
    daysBack = rules.map { ($0.reach - 1) / 1440 }.max().map { min($0, 3) } ?? 0
    lastYear = rules.map(\.lastYear).max() ?? .max
    isBoundToYears = otherwise == .closed && rules.allSatisfy(\.isBoundToYears)
    let holidays = hours.rules.flatMap(\.days).filter { $0.holiday != nil }
    holidayOffset = holidays.map { abs($0.offset) }.max() ?? -1
    mentionsSchoolHolidays = holidays.contains { $0.holiday == .schoolHoliday }
    worlds = holidayOffset < 0 ? [] : Self.worlds(context.holidays, mentionsSchoolHolidays)
    // Each boundary is compared with each span.
    let size = hours.rules.reduce(1) { $0 + 1 + $1.times.count + $1.dates.count }
    cost = size + size * size / 16
  }

  /// The same rules at another place.
  init(_ book: RuleBook, in context: HoursContext) {
    self = book
    self.context = context
    place = SunPlace(context)
    worlds = holidayOffset < 0 ? [] : Self.worlds(context.holidays, mentionsSchoolHolidays)
  }

  /// The calendars that are possible where one does not know all holidays; empty where it does.
  private static func worlds(
    _ holidays: (any HolidayCalendar)?, _ mentionsSchoolHolidays: Bool
  ) -> [any HolidayCalendar] {
    guard let holidays, !(holidays is AssumedSchoolHolidays) else { return [] }
    guard mentionsSchoolHolidays else { return holidays.alternatives }
    let calendars = holidays.alternatives.isEmpty ? [holidays] : holidays.alternatives
    return calendars.flatMap { calendar in
      [false, true].map { AssumedSchoolHolidays(calendar: calendar, isHoliday: $0) }
    }
  }

  var zone: Zone { context.zone }

  /// Whether nothing can match in a year, so that the place is closed all year except for tails in its first days.
  func isSilent(in year: Int) -> Bool {
    isBoundToYears && !rules.contains { $0.canMatch(year: year) }
  }

  /// The segments of a day from 00:00 to 24:00: at least one, the first starting at 0.
  ///
  /// Where holidays are uncertain, a state is known if it is the same in all cases.
  func segments(onDay number: Int) -> [Segment] {
    guard !worlds.isEmpty, let holidays = context.holidays,
      holidayDays(for: number).contains(where: { isUncertain(LocalDate(dayNumber: $0), in: holidays) })
    else { return certainSegments(onDay: number) }
    var seen: Set<[Bool]> = []
    var all: [[Segment]] = []
    for world in worlds {
      let pattern = holidayDays(for: number).flatMap { day in
        let date = LocalDate(dayNumber: day)
        return [
          world.publicHoliday(on: date) != nil, mentionsSchoolHolidays && world.schoolHoliday(on: date) != .schoolDay,
        ]
      }
      guard seen.insert(pattern).inserted else { continue }
      var context = context
      context.holidays = world
      all.append(RuleBook(self, in: context).certainSegments(onDay: number))
    }
    return Segment.agreed(
      of: all, otherwise: mentionsSchoolHolidays ? Verdict.schoolComment : Verdict.regionComment)
  }

  /// Whether a date may or may not be a holiday that the rules mention.
  private func isUncertain(_ date: LocalDate, in holidays: any HolidayCalendar) -> Bool {
    holidays.isUncertain(on: date) || mentionsSchoolHolidays && holidays.schoolHoliday(on: date) == .unknown
  }

  /// The days that decide about a day by being holidays or not.
  private func holidayDays(for number: Int) -> ClosedRange<Int> {
    (number - daysBack - holidayOffset)...(number + holidayOffset)
  }

  /// The segments of a day where it is known which days are holidays.
  private func certainSegments(onDay number: Int) -> [Segment] {
    let added = literalSegments(onDay: number)
    guard let replacing else { return added }
    var book = self
    book.rules = replacing
    return Segment.agreed(of: [added, book.literalSegments(onDay: number)])
  }

  private func literalSegments(onDay number: Int) -> [Segment] {
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

  /// The spans that affect a day, in the order of their rules: for each rule first the tails of earlier days, then the
  /// spans that begin on the day.
  private func spans(touchingDay number: Int) -> [Span] {
    let own = spans(beginningOnDay: number)
    guard daysBack > 0 else { return own }
    var spans = (1...daysBack).reversed().flatMap { tails(of: number - $0, after: $0) }
    if context.isLikePeer, let first = own.first?.rule, rules[first].replaces { spans.removeAll { $0.rule < first } }
    guard !spans.isEmpty else { return own }
    spans += own
    // The sort must be stable within a rule: tails first.
    return spans.enumerated().sorted { ($0.element.rule, $0.offset) < ($1.element.rule, $1.offset) }.map(\.element)
  }

  /// The parts of an earlier day's spans that extend into a day `days` later.
  private func tails(of number: Int, after days: Int) -> [Span] {
    var spans = spans(beginningOnDay: number, all: context.isLikePeer)
    // A day that is closed as a whole has no tails.
    if !context.isLikePeer, let closed = spans.lastIndex(where: { $0.isWholeDay && $0.isClosed && !$0.isFallback }) {
      spans.removeSubrange(...closed)
    }
    return spans.compactMap { span in
      span.end > days * 1440 ? span.tail(after: days, comment: rules[span.rule].rule.comment) : nil
    }
  }

  /// The spans that begin on a day, in the order of their rules; without those that later rules replace, unless `all`
  /// is set.
  private func spans(beginningOnDay number: Int, all: Bool = false) -> [Span] {
    let day = DayFacts(number: number)
    var spans: [Span] = []
    for rule in rules {
      guard let own = self.spans(of: rule, on: day) else { continue }
      if rule.replaces, !all { spans.removeAll(keepingCapacity: true) }
      spans += own
    }
    return spans
  }

  /// The spans of a rule that begin on a day, nil when the rule does not apply to the day.
  private func spans(of rule: CompiledRule, on day: DayFacts) -> [Span]? {
    switch rule.match(day, context.holidays) {
    case .no: nil
    case .yes(let holiday): rule.spans(on: day.date, in: place, holiday: holiday)
    case .unknown where rule.countsUnknownHolidays:
      rule.spans(on: day.date, in: place, holiday: nil).map(\.unsure)
    case .unknown: nil
    }
  }

  /// The verdict at a minute: applies the spans in order, each overriding those before it where it may.
  private func verdict(at minute: Int, _ spans: [Span]) -> Verdict {
    var current: Span?
    for span in spans where span.covers(minute) {
      if let before = current, !span.prevails(over: before, context.tails) { continue }
      current = span
    }
    return current?.verdict ?? otherwise
  }
}

extension Span {
  /// Whether a span overrides one before it.
  fileprivate func prevails(over before: Span, _ tails: HoursContext.Tails) -> Bool {
    // A fallback after || applies only where the place would be closed.
    if isFallback { return before.isClosed && (!isClosed || before.verdict.comment == nil) }
    if before.isFallback { return true }
    // A span belongs to the day it begins on: it does not end because the next day is closed.
    if before.isTail, !isTail, isWholeDay, isClosed, !before.isClosed { return tails == .endWithLaterRules }
    // An open end is a guess; any certain span takes precedence.
    if verdict.isOpenEnd, !before.verdict.isOpenEnd { return before.isClosed }
    return true
  }

  /// The part of a span that extends into a later day, without the name of the holiday.
  fileprivate func tail(after days: Int, comment: String?) -> Span {
    var copy = self
    copy.start -= days * 1440
    copy.end -= days * 1440
    copy.isTail = true
    if !verdict.isOpenEnd { copy.verdict.comment = comment }
    return copy
  }

  /// The same span with the state unknown.
  fileprivate var unsure: Span {
    var copy = self
    copy.verdict.state = .unknown
    return copy
  }
}

/// A calendar in which all unknown days are school holidays, or none.
private struct AssumedSchoolHolidays: HolidayCalendar {
  let calendar: any HolidayCalendar
  let isHoliday: Bool

  func publicHoliday(on date: LocalDate) -> String? { calendar.publicHoliday(on: date) }

  func schoolHoliday(on date: LocalDate) -> SchoolHoliday {
    let known = calendar.schoolHoliday(on: date)
    guard known == .unknown else { return known }
    return isHoliday ? .holiday(name: "School holidays") : .schoolDay
  }
}
