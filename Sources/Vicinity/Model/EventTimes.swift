import CivilTime

/// Parses the start and end of an event: instants with an offset, local times, or whole days in the listing's zone.
package struct EventTimes {
  private let zone: String?

  /// - Parameter zone: the IANA name of the zone of times without offset; nil when there is none.
  package init(zone: String?) { self.zone = zone }

  package static let expected = "2026-11-27T20:00:00+01:00, 2026-11-27T20:00 or 2026-11-27"

  /// The instant of `text`; a date alone means its midnight.
  package func start(_ text: String) throws(RowRejection) -> Instant { try instant(text, key: "starts") }

  /// The end of an event; a date alone is inclusive, so the event ends at the following midnight.
  ///
  /// If clocks skip the whole interval, such as from 02:30 to 03:30, the event has the length between its local times.
  /// - Returns: nil without `text`, except that an event that starts on a date alone lasts that day.
  package func end(_ text: String?, afterStart start: String?) throws(RowRejection) -> Instant? {
    if let text {
      if let day = try? LocalDate(parsing: text) { return try midnight(after: day, text, key: "ends") }
      let end = try instant(text, key: "ends")
      guard let start, let from = Self.wallClock(start), let to = Self.wallClock(text) else { return end }
      let begin = try instant(start, key: "starts")
      return end > begin ? end : Self.length(from: from, to: to).map { begin + $0 } ?? end
    }
    guard let start, let day = try? LocalDate(parsing: start) else { return nil }
    return try midnight(after: day, start, key: "starts")
  }

  /// - Parameters:
  ///   - text: the day as written in the row, under `key`.
  private func midnight(after day: LocalDate, _ text: String, key: String) throws(RowRejection) -> Instant {
    let last = LocalDate.fourDigitYears.upperBound
    guard day < last else {
      throw .timeNotUnderstood(key: key, text: text, expected: "a day before \(last)")
    }
    return try instant("\(day + 1)", key: key)
  }

  /// Whether an event has only dates: a start without a time of day, and an end without one or no end.
  package static func areDays(_ start: String?, _ end: String?) -> Bool {
    guard let start, (try? LocalDate(parsing: start)) != nil else { return false }
    return end.map { (try? LocalDate(parsing: $0)) != nil } ?? true
  }

  /// Seconds between two local times; nil unless the second is later.
  package static func length(from start: LocalDateTime, to end: LocalDateTime) -> Int64? {
    let seconds = Zone.utc.instant(of: end) - Zone.utc.instant(of: start)
    return seconds > 0 ? seconds : nil
  }

  /// Whether a text is a date, a local time or an instant in ISO 8601.
  package static func isISO(_ text: String) -> Bool {
    local(text) != nil || parsed { try Instant(parsing: text) } != nil
  }

  private func instant(_ text: String, key: String) throws(RowRejection) -> Instant {
    if let instant = Self.parsed({ try Instant(parsing: text) }) { return instant }
    guard let local = Self.local(text) else { throw .timeNotUnderstood(key: key, text: text, expected: Self.expected) }
    guard let zone else { throw .localTimeWithoutZone(key: key, text: text) }
    guard let known = Zone(identifier: zone) else {
      throw .unknownTimeZone(zone, suggestion: ZoneNames.nearest(to: zone))
    }
    return known.instant(of: local)
  }

  /// A time without an offset; nil for other texts.
  private static func wallClock(_ text: String) -> LocalDateTime? {
    parsed { try Instant(parsing: text) } == nil ? local(text) : nil
  }

  /// A local time, or the midnight of a day.
  private static func local(_ text: String) -> LocalDateTime? {
    if let day = try? LocalDate(parsing: text) { return LocalDateTime(date: day, secondOfDay: 0) }
    return parsed { try LocalDateTime(parsing: text) }
  }

  private static func parsed<Value>(_ parse: () throws -> Value) -> Value? {
    do { return try parse() } catch { return nil }
  }
}
