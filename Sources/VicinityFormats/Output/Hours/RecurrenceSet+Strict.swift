import CivilTime
import Recurrence

extension RecurrenceSet {
  /// The same occurrences with values of the kinds that RFC 5545 requires, which all programs interpret alike.
  ///
  /// An UNTIL is a date if the start is one, else a time in UTC (3.3.10); an EXDATE is of the kind of the start
  /// (3.8.5.1): a date that excludes timed occurrences becomes the time of the start on that date.
  var strict: RecurrenceSet {
    get throws(RecurrenceError) {
      guard isRecurring else { return self }
      let text = recurrenceText.replacing(/UNTIL=(\d{8}(?:T\d{6}Z?)?)/) { match in "UNTIL=" + strictEnd(match.1) }
      let lines = text.split(separator: "\n").map { strictExceptions(String($0)) }
      return try RecurrenceSet(parsing: lines.joined(separator: "\n"), start: start)
    }
  }

  /// The value of an UNTIL; a date with a timed start means its last second.
  private func strictEnd(_ text: Substring) -> String {
    if start.isDate { return String(text.prefix(8)) }
    guard !text.hasSuffix("Z"), case .zone(let zone) = start.reference else {
      return text.count == 8 && start.reference == .utc ? text + "T235959Z" : String(text)
    }
    let parsed: ICalendarTime?
    do throws(RecurrenceError) { parsed = try ICalendarTime(parsing: String(text), in: zone) } catch { parsed = nil }
    guard let until = parsed else { return String(text) }
    let last = until.isDate ? LocalDateTime(date: until.local.date, secondOfDay: 86_399) : until.local
    return ICalendarTime(Zone.utc.localDateTime(at: zone.instant(of: last)), .utc).description
  }

  private func strictExceptions(_ line: String) -> String {
    let head = "EXDATE;VALUE=DATE:"
    guard !start.isDate, line.hasPrefix(head) else { return line }
    let time = start.description.dropFirst(8)
    let times = line.dropFirst(head.count).split(separator: ",").map { $0 + time }.joined(separator: ",")
    guard case .zone(let zone) = start.reference else { return "EXDATE:" + times }
    return "EXDATE;TZID=\(zone.identifier):" + times
  }
}
