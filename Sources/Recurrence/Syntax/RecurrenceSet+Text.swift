import CivilTime

extension RecurrenceSet: CustomStringConvertible {
  /// The normalized lines with DTSTART; parsing them gives an equal set.
  public var description: String { (["DTSTART" + Self.property([start])] + lines).joined(separator: "\n") }

  /// The normalized text without the start: the bare rule if there is nothing else, otherwise lines; empty without
  /// recurrence.
  public var recurrenceText: String {
    if lines.count == 1, let rule = rules.first { return rule.description }
    return lines.joined(separator: "\n")
  }

  /// The lines of RRULE, EXRULE, RDATE and EXDATE.
  var lines: [String] {
    rules.map { "RRULE:\($0)" } + exceptionRules.map { "EXRULE:\($0)" } + dateLines + exceptionLines
  }

  private var dateLines: [String] {
    let points = dates.filter { $0.duration == nil }.map(\.start)
    let periods = dates.filter { $0.duration != nil }
    let written = periods.map { date in
      let (parameters, value) = Self.parts(of: date.start, kind: "PERIOD")
      return "RDATE\(parameters):\(value)/\(date.duration ?? ICalendarDuration())"
    }
    return Self.grouped(points).map { "RDATE" + Self.property($0) } + written
  }

  private var exceptionLines: [String] { Self.grouped(exceptionDates).map { "EXDATE" + Self.property($0) } }

  /// Groups of equal kind and zone, in order of first appearance.
  private static func grouped(_ times: [ICalendarTime]) -> [[ICalendarTime]] {
    var groups: [(ICalendarTime.Reference, [ICalendarTime])] = []
    for time in times {
      if let index = groups.firstIndex(where: { $0.0 == time.reference }) {
        groups[index].1.append(time)
      } else {
        groups.append((time.reference, [time]))
      }
    }
    return groups.map(\.1)
  }

  /// The parameters and values of a property whose values are of one kind.
  static func property(_ times: [ICalendarTime]) -> String {
    guard let first = times.first else { return ":" }
    return parts(of: first, kind: nil).parameters + ":" + times.map(\.description).joined(separator: ",")
  }

  private static func parts(of time: ICalendarTime, kind: String?) -> (parameters: String, value: String) {
    let value = kind ?? (time.isDate ? "DATE" : nil)
    var parameters = value.map { ";VALUE=\($0)" } ?? ""
    if case .zone(let zone) = time.reference { parameters += ";TZID=" + zone.identifier.asParameter }
    return (parameters, time.description)
  }
}

extension String {
  /// Escaped as the value of a parameter: quoted where necessary, with RFC 6868 escapes for what quotes cannot contain.
  var asParameter: String {
    let escaped = replacing("^", with: "^^").replacing("\"", with: "^'").replacing("\n", with: "^n")
    return escaped.contains { ",;:".contains($0) } ? "\"\(escaped)\"" : escaped
  }
}
