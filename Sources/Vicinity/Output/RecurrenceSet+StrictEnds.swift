import Recurrence

extension RecurrenceSet {
  /// The same occurrences with every UNTIL of the kind that RFC 5545 (3.3.10) asks for, on which all programs agree: a day where the
  /// start is one, else a time in UTC.
  var withStrictEnds: RecurrenceSet {
    get throws(RecurrenceError) {
      guard rules.contains(where: { $0.until != nil }) else { return self }
      let text = recurrenceText.replacing(/UNTIL=(\d{8}(?:T\d{6}Z?)?)/) { match in "UNTIL=" + strictEnd(match.1) }
      return try RecurrenceSet(parsing: text, start: start)
    }
  }

  /// The value of an UNTIL; a day among times means its last second.
  private func strictEnd(_ text: Substring) -> String {
    if start.isDate { return String(text.prefix(8)) }
    guard !text.hasSuffix("Z"), case .zone(let zone) = start.reference else {
      return text.count == 8 && start.reference == .utc ? text + "T235959Z" : String(text)
    }
    let parsed: CalendarTime?
    do throws(RecurrenceError) { parsed = try CalendarTime(parsing: String(text), in: zone) } catch { parsed = nil }
    guard let until = parsed else { return String(text) }
    let last = until.isDate ? LocalDateTime(date: until.local.date, secondOfDay: 86_399) : until.local
    return CalendarTime(Zone.utc.localDateTime(at: zone.instant(of: last)), .utc).description
  }
}
