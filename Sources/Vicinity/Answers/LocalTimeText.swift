import CivilTime

/// Formats instants in the local time of a listing, relative to `now` where they are near.
package struct LocalTimeText {
  package let zone: Zone
  private let instant: Instant
  private let now: LocalDateTime

  package init(zone: Zone, now: Instant) {
    self.zone = zone
    instant = now
    self.now = zone.localDateTime(at: now)
  }

  /// `02:00` within the next half day or today, `Fr 17:00` within a week, else `24 Dec 17:00`, with the year unless it
  /// is the current one.
  package func short(_ instant: Instant) -> String {
    let local = zone.localDateTime(at: instant)
    let days = local.date - now.date
    let seconds = days * 86_400 + local.secondOfDay - now.secondOfDay
    if days == 0 || (0..<43_200).contains(seconds) { return time(local) }
    if (0..<7).contains(days) { return "\(local.date.weekday.abbreviation) \(time(local))" }
    return "\(day(local.date)) \(time(local))"
  }

  /// `in 20 min`, `in 1 h 20 min`, `in 3 h`, `in 2 days`, rounded down beyond a day, else up to the minute; nil for the
  /// past.
  func wait(until moment: Instant) -> String? {
    let seconds = moment - instant
    guard seconds > 0 else { return nil }
    let minutes = (seconds + 59) / 60
    guard minutes >= 60 else { return "in \(minutes) min" }
    guard minutes < 1440 else { return minutes < 2880 ? "in 1 day" : "in \(minutes / 1440) days" }
    return minutes % 60 == 0 ? "in \(minutes / 60) h" : "in \(minutes / 60) h \(minutes % 60) min"
  }

  /// `today 20:00–01:00`, `Fr 27 Nov 20:00–01:00`, `27 Nov 20:00 – 29 Nov 02:00`; dates only from midnight to
  /// midnight.
  package func span(from start: Instant, to end: Instant?) -> String {
    let first = zone.localDateTime(at: start)
    guard let end else { return "\(named(first.date)) \(time(first))" }
    let last = zone.localDateTime(at: end)
    if start < end, zone.isMidnight(start), zone.isMidnight(end) {
      return span(from: first.date, through: last.date - 1)
    }
    if end - start < 86_400 { return "\(named(first.date)) \(time(first))–\(time(last))" }
    return "\(day(first.date)) \(time(first)) – \(day(last.date)) \(time(last))"
  }

  /// `Fr 27 Nov, all day`, `27 Nov – 29 Nov, all day`.
  private func span(from first: LocalDate, through last: LocalDate) -> String {
    first == last ? "\(named(first)), all day" : "\(day(first)) – \(day(last)), all day"
  }

  private func named(_ date: LocalDate) -> String {
    switch date - now.date {
    case 0: "today"
    case 1: "tomorrow"
    default: "\(date.weekday.abbreviation) \(day(date))"
    }
  }

  private func day(_ date: LocalDate) -> String {
    let parts = date.parts
    let text = "\(parts.day) \(Self.months[parts.month - 1])"
    return parts.year == now.date.year ? text : "\(text) \(parts.year)"
  }

  private func time(_ local: LocalDateTime) -> String { "\(padded(local.hour)):\(padded(local.minute))" }

  private func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}
