import CivilTime
import CodedErrors

/// Collects the lines of a recurrence; values that depend on the start are resolved at the end.
struct RecurrenceReader {
  var start: ICalendarTime?
  let leniency: RecurrenceLeniency
  /// The zone of a TZID; nil when it is unknown.
  var zones: (String) -> Zone? = { Zone(identifier: $0) }
  private var rules: [RecurrenceRule] = []
  private var exceptionRules: [RecurrenceRule] = []
  private var dates: [RecurrenceDate] = []
  private var exceptionDates: [ICalendarTime] = []

  init(start: ICalendarTime?, leniency: RecurrenceLeniency) {
    self.start = start
    self.leniency = leniency
  }

  static let names = ["DTSTART", "RRULE", "RDATE", "EXDATE", "EXRULE"]

  mutating func read(_ text: String) throws(RecurrenceError) {
    let lines = text.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
    var unfolded: [(text: String, line: Int)] = []
    for (number, line) in lines.enumerated() where !line.allSatisfy(\.isWhitespace) {
      if let first = line.first, first == " " || first == "\t", !unfolded.isEmpty {
        unfolded[unfolded.count - 1].text += line.dropFirst()
      } else {
        unfolded.append((String(line), number + 1))
      }
    }
    guard !unfolded.isEmpty else {
      throw RecurrenceError(text, at: 0, found: nil, expected: "a rule such as FREQ=WEEKLY;BYDAY=FR")
    }
    for (text, line) in unfolded { try read(text, line: line) }
  }

  private mutating func read(_ text: String, line: Int) throws(RecurrenceError) {
    do throws(RecurrenceError) {
      guard !isBareRule(text) else {
        rules.append(try RecurrenceRule(parsing: text, leniency: leniency))
        return
      }
      try read(try ContentLine(parsing: text), text)
    } catch { throw error.moved(by: 0, in: text, line: line) }
  }

  /// Whether a line is the value of an RRULE: it has no colon before its first "=".
  private func isBareRule(_ text: String) -> Bool {
    let head = text.prefix { $0 != "=" && $0 != ":" && $0 != ";" }
    return !Self.names.contains(head.uppercased()) && !text.contains(":")
  }

  mutating func read(_ line: ContentLine, _ text: String) throws(RecurrenceError) {
    do throws(RecurrenceError) { try take(line) } catch {
      throw error.moved(by: line.valuePosition, in: text, line: 1)
    }
  }

  private mutating func take(_ line: ContentLine) throws(RecurrenceError) {
    switch line.name {
    case "RRULE": rules.append(try RecurrenceRule(parsing: line.value, leniency: leniency))
    case "EXRULE": exceptionRules.append(try RecurrenceRule(parsing: line.value, leniency: leniency))
    case "DTSTART": start = try time(line.value, try zone(line))
    case "EXDATE":
      let zone = try zone(line)
      for value in Self.list(line.value) { exceptionDates.append(try time(value, zone)) }
    case "RDATE":
      let zone = try zone(line)
      for value in Self.list(line.value) { dates.append(try date(value, zone)) }
    default:
      throw RecurrenceError(
        line.name, at: -line.valuePosition, found: line.name, expected: Self.names.joined(separator: ", "),
        suggestion: Suggestion.question(for: line.name, among: Self.names))
    }
  }

  private static func list(_ value: String) -> [String] {
    value.split(separator: ",", omittingEmptySubsequences: false).map { $0.filter { !$0.isWhitespace } }
  }

  func zone(_ line: ContentLine) throws(RecurrenceError) -> Zone? {
    guard let name = line["TZID"] else { return nil }
    if let zone = zones(name) { return zone }
    throw RecurrenceError(
      name, at: 0, found: name, expected: "a time zone",
      suggestion: "Use an IANA name such as Europe/Berlin, or define it with a VTIMEZONE before it")
  }

  private func time(_ value: String, _ zone: Zone?) throws(RecurrenceError) -> ICalendarTime {
    try ICalendarTime(parsing: value.filter { !$0.isWhitespace }, in: zone)
  }

  private func date(_ value: String, _ zone: Zone?) throws(RecurrenceError) -> RecurrenceDate {
    guard let slash = value.firstIndex(of: "/") else { return RecurrenceDate(try time(value, zone)) }
    let start = try time(String(value[..<slash]), zone)
    let end = String(value[value.index(after: slash)...])
    guard end.contains(where: { "Pp".contains($0) }) else {
      return RecurrenceDate(start, lasting: try period(start, to: try time(end, zone), value))
    }
    let duration = try ICalendarDuration(parsing: end)
    guard duration.days > 0 || duration.seconds > 0 else {
      throw RecurrenceError(value, at: 0, found: value, expected: "a period that lasts")
    }
    return RecurrenceDate(start, lasting: duration)
  }

  private func period(
    _ start: ICalendarTime, to end: ICalendarTime, _ text: String
  ) throws(RecurrenceError) -> ICalendarDuration {
    let seconds = end.instant() - start.instant()
    guard seconds > 0, start.isDate == end.isDate else {
      throw RecurrenceError(text, at: 0, found: text, expected: "a period whose end is after its start")
    }
    return ICalendarDuration(seconds: seconds)
  }
}

extension RecurrenceReader {
  func finished() throws(RecurrenceError) -> RecurrenceSet {
    guard let start = start ?? dates.map(\.start).min(by: { $0.local < $1.local }) else {
      throw RecurrenceError(
        rules.first?.description ?? "", at: 0, found: nil, expected: "a start",
        suggestion: "Say when it starts, or add a line DTSTART:20261127T200000")
    }
    var set = RecurrenceSet(start: start)
    for rule in rules + exceptionRules { try check(rule, start) }
    set.rules = rules
    set.exceptionRules = exceptionRules
    set.dates = RecurrenceSet.sorted(dates.map { RecurrenceDate(settled($0.start, start), lasting: $0.duration) }) {
      $0.start
    }
    set.exceptionDates = RecurrenceSet.sorted(exceptionDates.map { settledException($0, start) }) { $0 }
    return set
  }

  private func check(_ rule: RecurrenceRule, _ start: ICalendarTime) throws(RecurrenceError) {
    let text = rule.description
    if start.isDate, rule.frequency.isSubDaily {
      throw RecurrenceError(
        text, at: 5, found: rule.frequency.rawValue, expected: "DAILY or longer, for the start is a whole day")
    }
    guard leniency == .strict else { return }
    if start.isDate, rule.timesAreGiven {
      throw RecurrenceError(
        text, at: 0, found: text, expected: "no BYHOUR, BYMINUTE or BYSECOND, for the start is a whole day")
    }
    guard let until = rule.until else { return }
    let wanted: ICalendarTime.Reference =
      switch start.reference {
      case .date, .floating: start.reference
      case .utc, .zone: .utc
      }
    guard until.reference == wanted else {
      throw RecurrenceError(text, at: 0, found: "UNTIL=\(until)", expected: "an UNTIL of the kind of the start")
    }
  }

  /// A floating time among zoned ones takes the start's zone; a date with a timed start takes the start's time of day.
  private func settled(_ time: ICalendarTime, _ start: ICalendarTime) -> ICalendarTime {
    if start.isDate { return ICalendarTime(time.local.date) }
    switch time.reference {
    case .date:
      return ICalendarTime(
        LocalDateTime(date: time.local.date, secondOfDay: start.local.secondOfDay), start.reference)
    case .floating: return ICalendarTime(time.local, start.reference)
    case .utc, .zone: return time
    }
  }

  private func settledException(_ time: ICalendarTime, _ start: ICalendarTime) -> ICalendarTime {
    time.isDate ? time : settled(time, start)
  }
}
