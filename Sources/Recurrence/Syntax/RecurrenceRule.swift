import CivilTime

/// A recurrence rule of RFC 5545 (3.3.10), normalized: lists are sorted without duplicates.
///
/// Two rules are equal when their parts are, whatever their spelling.
public struct RecurrenceRule: Hashable, Sendable {
  /// The length of the period.
  public internal(set) var frequency: Frequency
  /// The number of periods between occurrences, at least 1.
  public internal(set) var interval = 1
  /// The maximum number of occurrences, counted from the start.
  public internal(set) var count: Int?
  /// The latest start of an occurrence, inclusive: a day, a floating time, or UTC.
  public internal(set) var until: ICalendarTime?
  /// BYMONTH, 1...12.
  public internal(set) var months: [Int] = []
  /// BYWEEKNO, 1...53 or negative from the end of the year.
  public internal(set) var weekNumbers: [Int] = []
  /// BYYEARDAY, 1...366 or negative from the end of the year.
  public internal(set) var yearDays: [Int] = []
  /// BYMONTHDAY, 1...31 or negative from the end of the month.
  public internal(set) var monthDays: [Int] = []
  /// BYDAY.
  public internal(set) var weekdays: [OrdinalWeekday] = []
  /// BYHOUR, 0...23.
  public internal(set) var hours: [Int] = []
  /// BYMINUTE, 0...59.
  public internal(set) var minutes: [Int] = []
  /// BYSECOND, 0...59; 60 is read as 59.
  public internal(set) var seconds: [Int] = []
  /// BYSETPOS: the occurrences of a period to keep, 1...366 or negative from the last.
  public internal(set) var setPositions: [Int] = []
  /// The first day of the week.
  public internal(set) var weekStart = Weekday.monday

  init(_ frequency: Frequency) { self.frequency = frequency }

  /// Parses the value of an RRULE, such as `FREQ=WEEKLY;BYDAY=FR;COUNT=10`, with or without the prefix `RRULE:`.
  ///
  /// - Parameters:
  ///   - text: at most ``maximumLength`` bytes, in either case.
  ///   - leniency: how far the text may deviate from the RFC.
  /// - Throws: ``RecurrenceError`` with the position, what was expected there and a suggestion. RSCALE (RFC 7529) is
  ///   not supported.
  /// - Complexity: O(*n*) in the length of the text.
  public init(parsing text: String, leniency: RecurrenceLeniency = .tolerant) throws(RecurrenceError) {
    var parser = RuleParser(text, leniency)
    self = try parser.parse()
  }

  /// The maximum length of a text, in bytes.
  public static let maximumLength = 16_384
}

extension RecurrenceRule {
  /// Whether no part selects days or times, so that every period has exactly the moment that repeats the start.
  var isPlain: Bool { daysAreGiven == false && timesAreGiven == false && setPositions.isEmpty }

  var timesAreGiven: Bool { !hours.isEmpty || !minutes.isEmpty || !seconds.isEmpty }

  var daysAreGiven: Bool {
    !months.isEmpty || !weekNumbers.isEmpty || !yearDays.isEmpty || !monthDays.isEmpty || !weekdays.isEmpty
  }
}

extension RecurrenceRule: CustomStringConvertible {
  /// The normalized text; parsing it gives an equal rule.
  public var description: String {
    var parts = ["FREQ=\(frequency.rawValue)"]
    if interval != 1 { parts.append("INTERVAL=\(interval)") }
    if let count { parts.append("COUNT=\(count)") }
    if let until { parts.append("UNTIL=\(until)") }
    let lists: [(String, [Int])] = [
      ("BYMONTH", months), ("BYWEEKNO", weekNumbers), ("BYYEARDAY", yearDays), ("BYMONTHDAY", monthDays),
    ]
    parts += lists.compactMap(Self.part)
    if !weekdays.isEmpty { parts.append("BYDAY=" + weekdays.map(\.description).joined(separator: ",")) }
    let times: [(String, [Int])] = [
      ("BYHOUR", hours), ("BYMINUTE", minutes), ("BYSECOND", seconds), ("BYSETPOS", setPositions),
    ]
    parts += times.compactMap(Self.part)
    if weekStart != .monday { parts.append("WKST=\(weekStart.code)") }
    return parts.joined(separator: ";")
  }

  private static func part(_ name: String, _ values: [Int]) -> String? {
    values.isEmpty ? nil : "\(name)=" + values.map(String.init).joined(separator: ",")
  }
}
