import CivilTime
import Hours

extension HoursReport {
  /// The hours of the seven days from the day of an instant on, one line per day.
  ///
  /// Hours that continue past midnight, until noon at most, are shown with the day on which they begin.
  func week(from instant: Instant) -> [String] {
    let today = schedule.context.zone.localDateTime(at: instant).date
    return (0..<7).map { day(today + $0) }
  }

  private func day(_ date: LocalDate) -> String {
    let (start, end) = (midnight(date), midnight(date + 1))
    let intervals = schedule.intervals(in: (start - 43_200)..<(end + 43_201))
    let spans = intervals.compactMap { span($0, of: start..<end) }
    let name = schedule.hours.usesHolidays ? schedule.context.holidays?.publicHoliday(on: date) : nil
    let text = spans.isEmpty ? "closed" : spans.joined(separator: ", ")
    return "\(date.weekday.abbreviation) \(date)  \(text)\(name.map { "  \($0)" } ?? "")"
  }

  /// The part of an interval shown with a day; nil when it belongs to the evening before or to another day.
  private func span(_ interval: HoursInterval, of day: Range<Instant>) -> String? {
    let range = interval.range
    guard range.lowerBound < day.upperBound, range.upperBound > day.lowerBound else { return nil }
    let isFromBefore = range.lowerBound < day.lowerBound
    if isFromBefore, range.upperBound <= day.lowerBound + 43_200 { return nil }
    let first = isFromBefore ? "00:00" : time(range.lowerBound)
    let goesOn = range.upperBound >= day.upperBound
    let last = goesOn && (range.upperBound > day.upperBound + 43_200 || range.upperBound == day.upperBound)
    let text = "\(first)–\(last ? "24:00" : time(range.upperBound))"
    guard interval.state == .unknown else { return interval.comment.map { "\(text) (\($0))" } ?? text }
    return "\(text) unknown\(interval.comment.map { " (\($0))" } ?? "")"
  }

  func midnight(_ date: LocalDate) -> Instant {
    schedule.context.zone.instant(of: LocalDateTime(date: date, secondOfDay: 0))
  }

  private func time(_ instant: Instant) -> String {
    String(schedule.context.zone.localDateTime(at: instant).description.suffix(8).prefix(5))
  }
}
