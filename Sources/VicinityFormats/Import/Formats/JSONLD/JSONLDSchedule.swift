import CivilTime
import Recurrence
import Streams
import Vicinity

/// A schema.org Schedule as a rule of RFC 5545.
struct JSONLDSchedule {
  private let schedule: JSONObject

  init(_ schedule: JSONObject) { self.schedule = schedule }

  var startDate: String? { text("startDate") }
  var duration: String? { text("duration") }

  /// The time of day, `19:00` or `19:00:00`, without the offset, which would be wrong for half of the year.
  var startTime: String? { text("startTime").flatMap(Self.time) }

  /// The end of the first occurrence by `endTime`: on the day of the start, or the next day when it is before the
  /// start.
  func end(afterStart start: String?) -> String? {
    guard let start, let time = text("endTime").flatMap(Self.time),
      let day = try? LocalDate(parsing: String(start.prefix(10)))
    else { return nil }
    let isNextDay = Self.time(String(start.dropFirst(11))).map { time <= $0 } ?? false
    return "\(isNextDay ? day + 1 : day)T\(time)"
  }

  /// Lines of RRULE and EXDATE, or the bare value of a rule; nil without a recurrence.
  var rule: String? {
    guard let frequency = text("repeatFrequency") else { return nil }
    var parts = Self.frequency(frequency)
    parts += days + numbers("byMonth", "BYMONTH") + numbers("byMonthDay", "BYMONTHDAY")
    if let count = text("repeatCount") { parts.append("COUNT=\(count)") }
    if let until = text("endDate").flatMap({ try? LocalDate(parsing: String($0.prefix(10))) }) {
      parts.append("UNTIL=\(ICalendarTime(until))")
    }
    let line = parts.joined(separator: ";")
    let exceptions = JSONLDNode.words(schedule["exceptDate"]).compactMap {
      try? LocalDate(parsing: String($0.prefix(10)))
    }
    guard !exceptions.isEmpty else { return line }
    return "RRULE:\(line)\nEXDATE;VALUE=DATE:" + exceptions.map { "\(ICalendarTime($0))" }.joined(separator: ",")
  }

  private func text(_ key: String) -> String? { JSONLDNode.text(schedule[key]) }

  /// `P2W` or `Weekly`; unknown words are returned unchanged, so that the report shows them.
  private static func frequency(_ text: String) -> [String] {
    let word = (text.split(separator: "/").last ?? "").uppercased()
    if let period = word.wholeMatch(of: /P(\d+)([DWMY])/), let name = names[String(period.2)] {
      return period.1 == "1" ? ["FREQ=\(name)"] : ["FREQ=\(name)", "INTERVAL=\(period.1)"]
    }
    return ["FREQ=\(word)"]
  }

  private static let names = ["D": "DAILY", "W": "WEEKLY", "M": "MONTHLY", "Y": "YEARLY"]

  /// `https://schema.org/Monday`, `Monday`, `MO` and `1MO`, in the weeks of `byMonthWeek`.
  private var days: [String] {
    let days = JSONLDNode.words(schedule["byDay"]).compactMap { word -> String? in
      let name = (word.split(separator: "/").last ?? "").uppercased()
      return Self.weekdays.contains(name) ? String(name.prefix(2)) : name.nonEmpty
    }
    let weeks = JSONLDNode.words(schedule["byMonthWeek"])
    let all = weeks.isEmpty ? days : weeks.flatMap { week in days.map { week + $0 } }
    return all.isEmpty ? [] : ["BYDAY=" + all.joined(separator: ",")]
  }

  private static let weekdays: Set = [
    "MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY", "SUNDAY",
  ]

  private func numbers(_ key: String, _ name: String) -> [String] {
    let numbers = JSONLDNode.words(schedule[key])
    return numbers.isEmpty ? [] : ["\(name)=" + numbers.joined(separator: ",")]
  }

  /// The time without its offset, `19:00:00` for `19:00:00+01:00`.
  private static func time(_ text: String) -> String? {
    guard let match = text.prefixMatch(of: /\d\d:\d\d(:\d\d)?/) else { return nil }
    return String(match.0)
  }
}
