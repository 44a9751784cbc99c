import CivilTime

/// A recurrence: a start, the rules that repeat it, additional dates, and exceptions.
///
/// Without rules, the start itself is an occurrence; with rules, only if it matches one. (RFC 5545 leaves a start that
/// matches no rule undefined.)
public struct RecurrenceSet: Hashable, Sendable {
  /// DTSTART: the first occurrence, which also provides what the rules leave open.
  public internal(set) var start: ICalendarTime
  /// RRULE, in the order written; occurrences are the union.
  public internal(set) var rules: [RecurrenceRule] = []
  /// EXRULE of RFC 2445, still found in old files: occurrences of these rules are excluded.
  public internal(set) var exceptionRules: [RecurrenceRule] = []
  /// RDATE, sorted.
  public internal(set) var dates: [RecurrenceDate] = []
  /// EXDATE, sorted; a whole day excludes every occurrence that begins on it.
  public internal(set) var exceptionDates: [ICalendarTime] = []

  /// Makes a single occurrence.
  public init(start: ICalendarTime) { self.start = start }

  /// Parses recurrence properties, one per line, `RRULE:…`, `RDATE:…`, `EXDATE:…`, `EXRULE:…`, `DTSTART:…`,
  /// or the bare value of one RRULE.
  ///
  /// - Parameters:
  ///   - text: lines ended by LF or CRLF; folded lines are unfolded, empty ones skipped.
  ///   - start: the start, unless the text has a DTSTART. Without either the first RDATE is the start.
  ///   - leniency: how far the text may deviate from the RFC.
  /// - Throws: ``RecurrenceError`` with line, position, what was expected there and a suggestion.
  public init(
    parsing text: String, start: ICalendarTime? = nil, leniency: RecurrenceLeniency = .tolerant
  ) throws(RecurrenceError) {
    var reader = RecurrenceReader(start: start, leniency: leniency)
    try reader.read(text)
    self = try reader.finished()
  }

  /// Whether there can be more than one occurrence.
  public var isRecurring: Bool { !rules.isEmpty || !dates.isEmpty }

  /// Excludes the occurrences that begin at a time, as an EXDATE does.
  public mutating func exclude(_ time: ICalendarTime) {
    exceptionDates = Self.sorted(exceptionDates + [time]) { $0 }
  }

  /// Ordered by local time and then by text, without duplicates.
  static func sorted<Value: Hashable>(_ values: [Value], by time: (Value) -> ICalendarTime) -> [Value] {
    let keyed = Set(values).map { value in (value, time(value)) }
    let ordered = keyed.sorted { left, right in
      left.1.local == right.1.local ? "\(left.0)" < "\(right.0)" : left.1.local < right.1.local
    }
    return ordered.map(\.0)
  }
}

/// A member of RDATE: an additional occurrence, with its own length when it is a PERIOD.
public struct RecurrenceDate: Hashable, Sendable {
  /// The start.
  public let start: ICalendarTime
  /// The length when it differs from the others; the end of a PERIOD is stored as the time from its start.
  public let duration: ICalendarDuration?

  init(_ start: ICalendarTime, lasting duration: ICalendarDuration? = nil) {
    self.start = start
    self.duration = duration
  }
}
