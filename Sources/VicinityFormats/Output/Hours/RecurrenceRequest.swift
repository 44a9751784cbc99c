import CivilTime
import Recurrence
import Streams
import Vicinity

/// A request to list the occurrences of a recurrence, as text values.
public struct RecurrenceRequest: Hashable, Sendable {
  /// A rule, or lines of RRULE, RDATE and EXDATE.
  public var recurrence: String
  /// The start: `2026-11-27`, `2026-11-27T20:00`, the same with `Z`, or in iCalendar notation; nil if the text has a
  /// DTSTART.
  public var start: String?
  /// The IANA name of the zone of the start; nil means floating.
  public var timeZone: String?
  /// The start of the list; nil means the start of the recurrence.
  public var from: String?
  /// The end of the list, exclusive.
  public var to: String?
  /// The maximum number of occurrences listed.
  public var limit = 20

  /// Makes a request for the first occurrences.
  public init(recurrence: String) { self.recurrence = recurrence }

  /// The occurrences as a table, one per line.
  ///
  /// - Throws: `QueryError` for the other properties, with their names as paths; `RecurrenceError` for the recurrence.
  public func report() throws -> String {
    let zone = try zone()
    let set = try RecurrenceSet(parsing: recurrence, start: try start.map { try time($0, "start", zone) })
    let window = try window(zone ?? .utc)
    let listed = Array(set.occurrences(in: window, floatingIn: zone ?? .utc).prefix(limit + 1))
    let rows = listed.prefix(limit).enumerated().map { Self.row($1, "\($0 + 1)", zone ?? .utc) }
    return (header(set) + rows + Self.footer(listed: listed.count, limit: limit)).joined(separator: "\n")
  }

  private func header(_ set: RecurrenceSet) -> [String] {
    let lines = set.recurrenceText.split(separator: "\n").map(String.init)
    let rules = lines.enumerated().map { ($0 == 0 ? "recurrence  " : "            ") + $1.printable }
    return rules + ["start       \(Self.text(set.start))"]
  }

  private static func footer(listed: Int, limit: Int) -> [String] {
    if listed == 0 { return ["no occurrence"] }
    return listed > limit ? ["and more; a higher limit shows them"] : []
  }

  private static func row(_ occurrence: Occurrence, _ number: String, _ zone: Zone) -> String {
    let offset = occurrence.instant.iso8601(in: occurrence.start.zone ?? zone).dropFirst(19)
    var line = number.padded(to: 10, alignedRight: true) + "  " + text(occurrence.start)
    if !occurrence.start.isDate, occurrence.start.zone != nil { line += " \(offset)" }
    if occurrence.isShifted { line += ", which the clocks skip: \(occurrence.instant)" }
    return line + (occurrence.duration.map { ", for \($0)" } ?? "")
  }

  private static func text(_ time: ICalendarTime) -> String {
    let date = "\(time.local.date.weekday.abbreviation) \(time.local.date)"
    guard !time.isDate else { return date }
    let clock = time.local.description.dropFirst(time.local.date.description.count + 1)
    let shown = time.local.second == 0 ? clock.dropLast(3) : clock
    return "\(date) \(shown)" + (time.zone.map { " \($0.identifier)" } ?? "")
  }
}

extension RecurrenceRequest {
  private func zone() throws(QueryError) -> Zone? {
    guard let timeZone else { return nil }
    if let zone = Zone(identifier: timeZone) { return zone }
    throw .outOfRange(
      path: "timeZone", found: "\"\(timeZone)\"", allowed: "the IANA name of a zone, such as Europe/Berlin")
  }

  private func window(_ zone: Zone) throws(QueryError) -> Range<Instant> {
    let from = try from.map { text throws(QueryError) in try time(text, "from", zone).instant(floatingIn: zone) }
    let to = try to.map { text throws(QueryError) in try time(text, "to", zone).instant(floatingIn: zone) }
    let window = (from ?? .distantPast, to ?? .distantFuture)
    guard window.0 < window.1 else { throw .conflict("\"to\" must be later than \"from\"") }
    guard (1...1_000_000).contains(limit) else {
      throw .outOfRange(path: "limit", found: "\(limit)", allowed: "a whole number from 1 to 1000000")
    }
    return window.0..<window.1
  }

  private func time(_ text: String, _ path: String, _ zone: Zone?) throws(QueryError) -> ICalendarTime {
    if let date = try? LocalDate(parsing: text) { return ICalendarTime(date) }
    let reference = zone.map { ICalendarTime.Reference.zone($0) }
    if let local = try? LocalDateTime(parsing: text) { return ICalendarTime(local, reference ?? .floating) }
    if let instant = try? Instant(parsing: text) {
      return ICalendarTime((zone ?? .utc).localDateTime(at: instant), reference ?? .utc)
    }
    do throws(RecurrenceError) { return try ICalendarTime(parsing: text, in: zone) } catch {
      throw .outOfRange(
        path: path, found: "\"\(text)\"", allowed: "a day 2026-11-27, or a time 2026-11-27T20:00, with Z or an offset")
    }
  }
}

extension ICalendarTime {
  /// The zone of the time; nil for all-day and floating times.
  fileprivate var zone: Zone? {
    switch reference {
    case .date, .floating: nil
    case .utc: .utc
    case .zone(let zone): zone
    }
  }
}
