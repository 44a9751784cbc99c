import CivilTime

/// When something happens: a start, the rules that repeat it, further dates, and the exceptions.
///
/// The start is an occurrence by itself only where there is no rule; with rules it is one when it matches a rule. (RFC 5545 leaves
/// undefined what a start that matches no rule means.)
public struct RecurrenceSet: Hashable, Sendable {
  /// DTSTART: the first occurrence, and what the rules leave open is taken from it.
  public internal(set) var start: CalendarTime
  /// RRULE, in the order written; the union counts.
  public internal(set) var rules: [RecurrenceRule] = []
  /// EXRULE of RFC 2445, still found in old files: what these rules give is left out.
  public internal(set) var exceptionRules: [RecurrenceRule] = []
  /// RDATE, sorted.
  public internal(set) var dates: [RecurrenceDate] = []
  /// EXDATE, sorted; a whole day excludes every occurrence that begins on it.
  public internal(set) var exceptionDates: [CalendarTime] = []

  /// Something that happens once.
  public init(start: CalendarTime) { self.start = start }

  /// Reads recurrence properties one on a line, `RRULE:…`, `RDATE:…`, `EXDATE:…`, `EXRULE:…`, `DTSTART:…`, or the bare value of
  /// one RRULE.
  ///
  /// - Parameters:
  ///   - text: Lines ended by LF or CRLF; folded lines are joined; empty ones are passed over.
  ///   - start: When it starts, unless the text has a DTSTART. Without either the first RDATE is the start.
  ///   - leniency: How far from the RFC the text may be.
  /// - Throws: ``RecurrenceError`` with line, place, what was expected there and a suggestion.
  public init(
    parsing text: String, start: CalendarTime? = nil, leniency: RecurrenceLeniency = .tolerant
  ) throws(RecurrenceError) {
    var reader = RecurrenceReader(start: start, leniency: leniency)
    try reader.read(text)
    self = try reader.finished()
  }

  /// Whether there can be more than one occurrence.
  public var isRecurring: Bool { !rules.isEmpty || !dates.isEmpty }

  /// Leaves out the occurrences that begin at a time, as an EXDATE does.
  public mutating func exclude(_ time: CalendarTime) {
    exceptionDates = Self.sorted(exceptionDates + [time]) { $0 }
  }

  /// By what the clock shows and then by text, without doubles.
  static func sorted<Value: Hashable>(_ values: [Value], by time: (Value) -> CalendarTime) -> [Value] {
    let keyed = Set(values).map { value in (value, time(value)) }
    let ordered = keyed.sorted { left, right in
      left.1.local == right.1.local ? "\(left.0)" < "\(right.0)" : left.1.local < right.1.local
    }
    return ordered.map(\.0)
  }
}

/// A member of RDATE: a further occurrence, with its own length when it is a PERIOD.
public struct RecurrenceDate: Hashable, Sendable {
  /// When it begins.
  public let start: CalendarTime
  /// How long it lasts when that differs from the others; the end of a PERIOD is kept as the time from its start.
  public let duration: CalendarDuration?

  init(_ start: CalendarTime, lasting duration: CalendarDuration? = nil) {
    self.start = start
    self.duration = duration
  }
}
