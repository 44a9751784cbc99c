import CivilTime

/// Texts that people may read otherwise than the specification. Where the readings differ the state is unknown.
extension OpeningHours {
  /// The rules after a comma that may be meant to replace the hours before them on their days, by their place.
  ///
  /// The specification adds them: "Mo-Su 11:00-23:00, Tu 17:00-23:00" would be open on Tuesday at 12:00, and
  /// "Mo-Sa 10:00-20:00, Su,PH 12:00-18:00" on a holiday at 10:00. Where such a rule covers the hours before it, or
  /// shares none with them on weekdays of both, there is one reading.
  var mayReplace: Set<Int> {
    guard !isLiteral else { return [] }
    return Set(
      rules.indices.filter { place in
        let rule = rules[place]
        guard rule.relation == .additional, rule.state == .open, !rule.times.isEmpty else { return false }
        return rules[..<place].contains { rule.mayReplace($0) }
      })
  }

  /// Whether it says only when it is closed, and nothing of other times: "Mo off", "PH off", "14:00-17:00 closed".
  var closesOnly: Bool { !isLiteral && rules.allSatisfy { $0.state == .closed } }
}

extension Rule {
  fileprivate func mayReplace(_ earlier: Rule) -> Bool {
    guard earlier.state == .open, earlier.relation != .fallback, !covers(earlier) else { return false }
    let shared = earlier.ordinaryDays.intersection(ordinaryDays)
    if !holidays.isSubset(of: earlier.holidays), !earlier.ordinaryDays.isEmpty {
      // "Mo-Sa 08:00-12:00, Su,PH 14:00-18:00" means the hours of Sundays.
      return shared.isEmpty && !earlier.selectsDates || overlaps(earlier)
    }
    let mayMeet = !earlier.selectsDates || earlier.hasDates(of: self)
    return mayMeet && !shared.isEmpty && overlaps(earlier)
  }

  fileprivate func hasDates(of other: Rule) -> Bool {
    (years, dates, weeks) == (other.years, other.dates, other.weeks)
  }

  /// The holidays that it selects, and the weekdays that it selects whether they are holidays or not.
  fileprivate var holidays: Set<DaySelector.Holiday> { Set(days.compactMap(\.holiday)) }
  fileprivate var ordinaryDays: Set<Weekday> {
    days.isEmpty ? Set(Weekday.allCases) : days.filter { $0.holiday == nil }.possibleWeekdays
  }

  /// Whether all hours of an earlier rule lie within its own.
  fileprivate func covers(_ earlier: Rule) -> Bool {
    !earlier.times.isEmpty && earlier.times.allSatisfy { span in times.contains { $0 == span || $0.surrounds(span) } }
  }

  fileprivate func overlaps(_ earlier: Rule) -> Bool {
    earlier.times.isEmpty || times.contains { span in earlier.times.contains { $0.overlaps(span) } }
  }
}

extension TimeSpan {
  /// The minutes from the midnight of its day on; nil where the sun decides. An open end lasts until midnight.
  private var minutes: Range<Int>? {
    guard start.event == nil, end?.event == nil else { return nil }
    let last = end?.minutes ?? 24 * 60
    return start.minutes..<(last > start.minutes ? last : last + 24 * 60)
  }

  /// Whether two spans share a minute; spans with sun times may.
  fileprivate func overlaps(_ other: TimeSpan) -> Bool {
    guard let minutes, let others = other.minutes else { return true }
    return minutes.overlaps(others)
  }

  /// Whether another span that has an end lies within it, as far as the clock decides.
  func surrounds(_ other: TimeSpan) -> Bool {
    guard other.end != nil, let minutes, let others = other.minutes else { return false }
    return minutes.lowerBound <= others.lowerBound && (end == nil || others.upperBound <= minutes.upperBound)
  }
}
