import CivilTime

/// Writes a tree as normalized text.
struct Printer {
  private(set) var text = ""

  /// `HH:MM`; hours may exceed 24.
  static func time(_ minutes: Int) -> String { two(minutes / 60) + ":" + two(minutes % 60) }

  static func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }

  mutating func print(_ hours: OpeningHours) {
    for (index, rule) in hours.rules.enumerated() {
      if index > 0 { text += Printer.separator(rule.relation) }
      print(rule)
    }
  }

  private static func separator(_ relation: Rule.Relation) -> String {
    switch relation {
    case .override: "; "
    case .additional: ", "
    case .fallback: " || "
    }
  }

  mutating func print(_ rule: Rule) {
    var parts: [String] = []
    if rule.isAlways { parts.append("24/7") }
    if !rule.years.isEmpty { parts.append(rule.years.map(Printer.years).joined(separator: ",")) }
    if !rule.dates.isEmpty {
      // Without the colon "Dec 01+ Su" would be the Sunday after.
      let colon = rule.dates.last?.isOpenEnded == true && rule.weeks.isEmpty && !rule.days.isEmpty ? ":" : ""
      parts.append(Printer.dates(rule.dates) + colon)
    }
    if !rule.weeks.isEmpty { parts.append("week " + rule.weeks.map(Printer.weeks).joined(separator: ",")) }
    if !rule.days.isEmpty { parts.append(Printer.days(rule.days)) }
    if !rule.times.isEmpty { parts.append(rule.times.map(Printer.span).joined(separator: ",")) }
    if let modifier = rule.modifier { parts.append(modifier.rawValue) }
    if let comment = rule.comment { parts.append("\"\(comment)\"") }
    text += parts.joined(separator: " ")
  }

  private static func years(_ years: YearRange) -> String {
    let step = years.step == 1 ? "" : "/\(years.step)"
    if years.last == .max { return years.step == 1 ? "\(years.first)+" : "\(years.first)\(step)" }
    // "2020/3" has no end, so a single year with a step is written as a range.
    return years.first == years.last && step.isEmpty ? "\(years.first)" : "\(years.first)-\(years.last)\(step)"
  }

  private static func weeks(_ weeks: WeekRange) -> String {
    let step = weeks.step == 1 ? "" : "/\(weeks.step)"
    return (weeks.first == weeks.last ? two(weeks.first) : "\(two(weeks.first))-\(two(weeks.last))") + step
  }
}

extension Printer {
  private static func dates(_ dates: [DateRange]) -> String {
    dates.map(range).joined(separator: ",")
  }

  private static func range(_ range: DateRange) -> String {
    var text = point(range.first)
    if let last = range.last { text += "-" + end(last, after: range.first) }
    if range.isOpenEnded { text += "+" }
    return range.step == 1 ? text : text + "/\(range.step)"
  }

  /// The end of a range, without year and month where they equal those of the start.
  private static func end(_ last: DatePoint, after first: DatePoint) -> String {
    guard last.year == first.year else { return point(last) }
    var last = last
    last.year = nil
    guard case .day(let month, let day) = last.anchor, case .day(month, _) = first.anchor,
      first.weekdayOffset == nil, first.days == 0
    else { return point(last) }
    return two(day) + offsets(last)
  }

  private static func point(_ point: DatePoint) -> String {
    let year = point.year.map { "\($0) " } ?? ""
    return year + anchor(point.anchor) + offsets(point)
  }

  private static func anchor(_ anchor: DatePoint.Anchor) -> String {
    switch anchor {
    case .month(let month): Vocabulary.months[month - 1]
    case .day(let month, let day): "\(Vocabulary.months[month - 1]) \(two(day))"
    case .weekday(let month, let weekday, let nth):
      "\(Vocabulary.months[month - 1]) \(weekday.abbreviation)[\(nth)]"
    case .easter: "easter"
    }
  }

  private static func offsets(_ point: DatePoint) -> String {
    let weekday = point.weekdayOffset.map { " \($0.isForward ? "+" : "-")\($0.weekday.abbreviation)" } ?? ""
    return weekday + days(offset: point.days)
  }

  private static func days(offset: Int) -> String {
    offset == 0 ? "" : " \(offset > 0 ? "+" : "-")\(abs(offset)) day\(abs(offset) == 1 ? "" : "s")"
  }

  /// Weekdays that restrict the same holiday are grouped after it.
  private static func days(_ days: [DaySelector]) -> String {
    var text = ""
    var previous: DaySelector?
    for day in days {
      if previous != nil { text += "," }
      let continues = previous.map { $0.holiday == day.holiday && $0.weekdays != nil } ?? false
      if let holiday = day.holiday, !(continues && day.weekdays != nil) {
        text += holiday.rawValue + (day.weekdays == nil ? "" : " ")
      }
      text += day.weekdays.map(weekdays) ?? ""
      if !day.nth.isEmpty { text += "[" + nth(day.nth) + "]" }
      text += Printer.days(offset: day.offset)
      previous = day
    }
    return text
  }

  private static func weekdays(_ range: WeekdayRange) -> String {
    range.first == range.last
      ? range.first.abbreviation : "\(range.first.abbreviation)-\(range.last.abbreviation)"
  }

  private static func nth(_ numbers: [Int]) -> String {
    numbers.map { "\($0)" }.joined(separator: ",")
  }

  private static func span(_ span: TimeSpan) -> String {
    var text = point(span.start)
    if let end = span.end { text += "-" + point(end) }
    if span.isOpenEnded { text += "+" }
    return span.period.map { text + "/" + time($0) } ?? text
  }

  private static func point(_ point: TimePoint) -> String {
    guard let event = point.event else { return time(point.minutes) }
    guard point.minutes != 0 else { return event.rawValue }
    return "(\(event.rawValue)\(point.minutes > 0 ? "+" : "-")\(time(abs(point.minutes))))"
  }
}
