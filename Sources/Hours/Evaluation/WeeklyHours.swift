import CivilTime

/// Opening hours that repeat every week, as values: for apps that store or edit them by weekday and time.
///
/// Two values are equal when they are open at the same times. ``description`` is the text of the OSM key
/// `opening_hours`, which a listing has.
///
///     let hours = WeeklyHours([.init(.friday, from: 17 * 60, to: 3 * 60), .init(.saturday, from: 17 * 60, to: 3 * 60)])
///     print(hours)  // Fr,Sa 17:00-03:00
public struct WeeklyHours: Hashable, Sendable {
  /// The open times in the order of the week, Monday first: each at most 24 hours, none of them overlapping.
  ///
  /// Times that follow each other without a gap are one span, except where that would be 24 hours or longer: then each
  /// whole day is a span.
  public let spans: [Span]

  /// A span of open time that begins on a weekday.
  public struct Span: Hashable, Sendable {
    /// The weekday on which it begins.
    public let day: Weekday
    /// Minutes from the midnight before, 0..<1440.
    public let start: Int
    /// Minutes from the same midnight, exclusive and after `start`; from 1441 on it ends on the next day.
    public let end: Int

    /// Makes a span, in minutes from the midnight at which the day begins.
    ///
    /// An end that is not after the start is on the next day: from 1020 to 60 is from 17:00 to 01:00, and from 0 to 0
    /// is the whole day. A start outside 0..<1440 is on another day.
    public init(_ day: Weekday, from start: Int, to end: Int) {
      // No sensible value is further away than a week, and the sums cannot overflow.
      let bounds = -10_080...20_160
      let (start, end) = (min(max(start, -10_080), bounds.upperBound), min(max(end, -10_080), bounds.upperBound))
      let minute = (day.rawValue * 1440 + start + 2 * WeeklyHours.week) % WeeklyHours.week
      let length = end > start ? min(end - start, WeeklyHours.week) : (end - start) % 1440 + 1440
      self.init(minute: minute, length: length)
    }

    /// A span from a minute of the week, 0..<10 080, on.
    init(minute: Int, length: Int) {
      day = Weekday(rawValue: minute / 1440) ?? .monday
      start = minute % 1440
      end = minute % 1440 + length
    }

    /// The start in minutes of the week.
    var minute: Int { day.rawValue * 1440 + start }
  }

  static let week = 7 * 1440

  /// Makes hours that are open in all of these spans; they may overlap and be in any order.
  public init(_ spans: some Sequence<Span>) {
    // Each part of a span up to Sunday midnight, and from Monday on.
    var parts: [Range<Int>] = []
    for span in spans {
      let end = span.minute + span.end - span.start
      parts.append(span.minute..<min(end, Self.week))
      if end > Self.week { parts.append(0..<min(end - Self.week, Self.week)) }
    }
    self.spans = Self.spans(covering: parts)
  }

  /// Open at all times.
  public static let always = WeeklyHours(Weekday.allCases.map { Span($0, from: 0, to: 1440) })

  /// Never open.
  public static let never = WeeklyHours([])

  /// The spans that begin on a weekday, in their order.
  public subscript(day: Weekday) -> [Span] { spans.filter { $0.day == day } }

  /// Whether it is open at a minute of a weekday, counted from midnight, also by a span that began the day before.
  public func isOpen(on day: Weekday, minuteOfDay: Int) -> Bool {
    let minute = day.rawValue * 1440 + min(max(minuteOfDay, 0), 1439)
    return spans.contains { span in
      (minute - span.minute + Self.week) % Self.week < span.end - span.start
    }
  }

  /// The normal form of open parts of the week.
  private static func spans(covering parts: [Range<Int>]) -> [Span] {
    var open: [Range<Int>] = []
    for part in parts.sorted(by: { $0.lowerBound < $1.lowerBound }) where !part.isEmpty {
      if let last = open.last, part.lowerBound <= last.upperBound {
        open[open.count - 1] = last.lowerBound..<max(last.upperBound, part.upperBound)
      } else {
        open.append(part)
      }
    }
    // A span through Sunday midnight is one.
    if open.count > 1, let first = open.first, let last = open.last, first.lowerBound == 0, last.upperBound == week {
      open.removeFirst()
      open[open.count - 1] = last.lowerBound..<(week + first.upperBound)
    }
    return open.flatMap(days).sorted { $0.minute < $1.minute }
  }

  /// One open time as a span, or as several that end at midnight if it is a day or longer.
  private static func days(_ open: Range<Int>) -> [Span] {
    guard open.count >= 1440 else { return [Span(minute: open.lowerBound, length: open.count)] }
    var spans: [Span] = []
    var start = open.lowerBound
    while start < open.upperBound {
      let end = min((start / 1440 + 1) * 1440, open.upperBound)
      spans.append(Span(minute: start % week, length: end - start))
      start = end
    }
    return spans
  }
}

extension WeeklyHours {
  /// The open times of hours that say nothing else: the same every week, each time either open or closed.
  ///
  /// - Returns: nil for hours with dates, weeks, holidays, sun times, open ends or comments on open times, and where
  ///   the state is unknown at some time.
  public init?(_ hours: OpeningHours) {
    guard hours.isWeekly else { return nil }
    let week = WeekTable(RuleBook(hours, in: HoursContext(zone: .utc)))
    var parts: [Range<Int>] = []
    for (day, segments) in week.days.enumerated() {
      for (index, segment) in segments.enumerated() where segment.verdict.state != .closed {
        guard segment.verdict.state == .open, segment.verdict.comment == nil else { return nil }
        let end = index + 1 < segments.count ? segments[index + 1].start : 1440
        parts.append((day * 1440 + segment.start)..<(day * 1440 + end))
      }
    }
    spans = Self.spans(covering: parts)
  }
}

extension WeeklyHours: CustomStringConvertible {
  /// The text for the OSM key `opening_hours`, such as `Mo-Th 17:00-01:00; Fr,Sa 17:00-03:00`; `24/7` for always and
  /// `off` for never. Parsing it gives the same hours.
  public var description: String { OpeningHours(self).description }
}

extension OpeningHours {
  /// The hours as rules, those of days with equal times together.
  public init(_ weekly: WeeklyHours) {
    var rule = Rule()
    if weekly == .always {
      rule.isAlways = true
      self.init(rules: [rule])
    } else if weekly == .never {
      rule.modifier = .off
      self.init(rules: [rule])
    } else {
      self.init(rules: weekly.rules)
    }
  }
}

extension WeeklyHours {
  /// One rule for all days that have the same times.
  fileprivate var rules: [Rule] {
    var groups: [(times: [TimeSpan], days: [Weekday])] = []
    for day in Weekday.allCases {
      let times = self[day].map { span in
        TimeSpan(start: TimePoint(minutes: span.start), end: TimePoint(minutes: span.endOfClock))
      }
      guard !times.isEmpty else { continue }
      if let group = groups.firstIndex(where: { $0.times == times }) {
        groups[group].days.append(day)
      } else {
        groups.append((times, [day]))
      }
    }
    return groups.map { group in
      var rule = Rule()
      (rule.days, rule.times) = (Self.ranges(of: group.days).map { DaySelector(weekdays: $0) }, group.times)
      return rule
    }
  }

  /// Days in order as ranges: `Mo-We`, but `Fr,Sa`.
  private static func ranges(of days: [Weekday]) -> [WeekdayRange] {
    var ranges: [WeekdayRange] = []
    for day in days {
      if let last = ranges.last, last.last.rawValue + 1 == day.rawValue {
        ranges[ranges.count - 1].last = day
      } else {
        ranges.append(WeekdayRange(first: day, last: day))
      }
    }
    return ranges.flatMap { range in
      range.last.rawValue - range.first.rawValue == 1
        ? [WeekdayRange(first: range.first, last: range.first), WeekdayRange(first: range.last, last: range.last)]
        : [range]
    }
  }
}

extension WeeklyHours.Span {
  /// The end as a clock shows it: 24:00 for midnight, and 01:00 for an hour after it.
  fileprivate var endOfClock: Int { end > 1440 ? end - 1440 : end }
}
