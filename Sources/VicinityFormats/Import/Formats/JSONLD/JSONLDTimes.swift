import CivilTime
import Recurrence
import Streams
import Vicinity

/// Parses the times and recurrence of a JSON-LD event.
struct JSONLDTimes {
  private let options: ImportOptions

  init(_ options: ImportOptions) { self.options = options }

  func setTimes(of node: JSONObject, in listing: inout Listing, _ remarks: inout ReaderRemarks) throws(RowRejection) {
    let schedules = JSONLDNode.objects(node["eventSchedule"])
    listing.timeZone = zone(schedules.first)
    if let schedule = schedules.first {
      try set(JSONLDSchedule(schedule), node, &listing)
      if schedules.count > 1 { remarks.leaveOut("further eventSchedule", example: "only the first is read") }
    } else if let rule = node["recurrence"]?.object {
      try set(rule, node, &listing)
    } else {
      let (starts, ends) = (Self.text(node, "startDate", "dtstart"), Self.text(node, "endDate", "dtend"))
      try set(starts, ends, &listing)
      try setEnd(JSONLDNode.text(node["duration"]), &listing)
    }
    remarks.mendEnd(of: &listing, in: zone(of: listing).flatMap(Zone.init(identifier:)))
  }

  private static func text(_ node: JSONObject, _ keys: String...) -> String? {
    keys.lazy.compactMap { JSONLDNode.text(node[$0]) }.first
  }

  /// The zone of a schedule, if it has a valid name.
  private func zone(_ schedule: JSONObject?) -> String? {
    JSONLDNode.text(schedule?["scheduleTimezone"]).flatMap { Zone.named($0)?.identifier }
  }

  private func zone(of listing: Listing) -> String? { listing.timeZone ?? options.zone(at: listing.coordinate) }

  private func set(_ starts: String?, _ ends: String?, _ listing: inout Listing) throws(RowRejection) {
    let times = EventTimes(zone: zone(of: listing))
    let (first, last) = Self.days(starts, ends) ?? (starts, ends)
    listing.starts = try first.map { text throws(RowRejection) in try times.start(text) }
    listing.ends = try times.end(last, afterStart: first)
    listing.allDay = EventTimes.areDays(first, last)
  }

  /// The dates alone if the times are only the ends of days: `2018-04-30 00:00:00.0` to `2018-05-16 23:59:00.0`.
  private static func days(_ starts: String?, _ ends: String?) -> (String?, String?)? {
    guard let start = starts.flatMap(local), start.secondOfDay == 0 else { return nil }
    guard let end = ends.flatMap(local), end.secondOfDay >= 86_340, end.date >= start.date else { return nil }
    return ("\(start.date)", "\(end.date)")
  }

  private static func local(_ text: String) -> LocalDateTime? {
    do { return try LocalDateTime(parsing: text) } catch { return nil }
  }

  /// Applies a `duration` such as `PT2H` if there is no end.
  private func setEnd(_ duration: String?, _ listing: inout Listing) throws(RowRejection) {
    guard listing.ends == nil, let starts = listing.starts, let duration else { return }
    do throws(RecurrenceError) {
      let zone = zone(of: listing).flatMap(Zone.init(identifier:))
      let end = try ICalendarDuration(parsing: duration).end(after: starts.iCalendarTime(in: zone))
      if end > starts { listing.ends = end }
    } catch {
      throw .timeNotUnderstood(key: "duration", text: duration, expected: "an ISO 8601 duration such as PT2H")
    }
  }

  // MARK: Schedules

  private func set(_ schedule: JSONLDSchedule, _ node: JSONObject, _ listing: inout Listing) throws(RowRejection) {
    let starts = Self.text(node, "startDate", "dtstart")
    // A start without a time of day takes that of the schedule.
    let day = schedule.startDate ?? starts
    let start = schedule.startTime.flatMap { time in day.map { "\($0.prefix(10))T\(time)" } } ?? starts ?? day
    try set(start, schedule.end(afterStart: start), &listing)
    try setEnd(schedule.duration ?? JSONLDNode.text(node["duration"]), &listing)
    listing.recurrence = schedule.rule
  }

  /// The keys of iCalendar: `frequency`, `interval` and `days` from `dtstart` to `dtend`, without `excluded-days`.
  private func set(_ rule: JSONObject, _ node: JSONObject, _ listing: inout Listing) throws(RowRejection) {
    guard let starts = Self.text(node, "dtstart", "startDate") else { return }
    let isDay = (try? LocalDate(parsing: starts)) != nil || Self.local(starts)?.secondOfDay == 0
    let ends = Self.text(node, "dtend", "endDate")
    try set(isDay ? String(starts.prefix(10)) : starts, nil, &listing)
    var parts = ["FREQ=\((Self.text(rule, "frequency") ?? "DAILY").uppercased())"]
    if let interval = Self.text(rule, "interval"), interval != "1" { parts.append("INTERVAL=\(interval)") }
    if let days = Self.text(rule, "days") { parts.append("BYDAY=\(days.uppercased())") }
    if let day = ends.flatMap({ try? LocalDate(parsing: String($0.prefix(10))) }) {
      parts.append("UNTIL=\(ICalendarTime(day))")
    }
    let excluded = (Self.text(node, "excluded-days") ?? "").split(separator: ";").compactMap(Self.day)
    let exceptions =
      excluded.isEmpty ? [] : ["EXDATE;VALUE=DATE:" + excluded.map { "\(ICalendarTime($0))" }.joined(separator: ",")]
    let line = parts.joined(separator: ";")
    listing.recurrence = exceptions.isEmpty ? line : (["RRULE:" + line] + exceptions).joined(separator: "\n")
  }

  /// A date such as 9/2/2018, day first.
  private static func day(_ text: Substring) -> LocalDate? {
    let parts = text.split(separator: "/").compactMap { Int($0.trimmingSpaces) }
    guard parts.count == 3 else { return nil }
    let padded = [
      "\(parts[2])", String(parts[1] + 100).dropFirst().description, String(parts[0] + 100).dropFirst().description,
    ]
    return try? LocalDate(parsing: padded.joined(separator: "-"))
  }
}
