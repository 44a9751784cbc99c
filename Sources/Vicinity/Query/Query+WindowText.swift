import CivilTime
import CodedErrors
import Streams

/// The two parts of `from..to`, or with a slash (ISO 8601); a part may be empty.
struct SpanText {
  let from: String
  let to: String

  init?(_ text: String) {
    for separator in ["..", "/"] {
      let parts = text.split(separator: separator, omittingEmptySubsequences: false).map {
        $0.trimmingSpaces
      }
      guard parts.count == 2, parts.contains(where: { !$0.isEmpty }) else { continue }
      (from, to) = (parts[0], parts[1])
      return
    }
    return nil
  }
}

extension Query.Window {
  /// Parses a name (`tonight`), a day (`2026-11-28`, `Sa`), days (`Sa..Su`), a span (`Sa 20:00..Su 04:00`) or what has
  /// no end (`2026-11-27..`).
  init(parsing text: String, path: String) throws(QueryError) {
    if let window = try Self.days(text, path: path) {
      self = window
    } else if let span = SpanText(text) {
      guard !span.from.isEmpty else {
        throw .badTime(path: path, found: text, expected: "a start before \"..\", such as now..2026-12-24")
      }
      let from = try Query.Moment(boundary: span.from, path: path)
      self = span.to.isEmpty ? .from(from) : .between(from: from, to: try Query.Moment(boundary: span.to, path: path))
    } else {
      throw Self.error(text, path: path)
    }
  }

  /// The error for a text that is no window: about the date, if it looks like one.
  private static func error(_ text: String, path: String) -> QueryError {
    if text.utf8.dropFirst(4).first == UInt8(ascii: "-") {
      do { _ = try LocalDate(parsing: text) } catch { return .badTime(path: path, error) }
    }
    return .unknownWord(text, path: path, suggestion: Suggestion.nearest(to: text, among: words), known: words + forms)
  }

  /// Days; a place must be open at some time of one.
  static let dayForms = "some time of a day: today, tonight, tomorrow, weekend, Sa, Fr..Su or 2026-11-28"

  /// The error for what is nearly a name of days; nil for all other texts.
  static func misspelled(_ text: String, path: String) -> QueryError? {
    let words = days.map(\.rawValue)
    return Suggestion.nearest(to: text, among: words).map {
      .unknownWord(text, path: path, suggestion: $0, known: words)
    }
  }

  /// The error for a name that does not mean days.
  static func noDays(_ text: String, path: String) -> QueryError {
    .outOfRange(path: path, found: "\"\(text)\"", allowed: dayForms)
  }

  private static let days: [Name] = [.today, .tonight, .tomorrow, .weekend, .thisWeek, .nextWeek]

  /// Whether it has a start and an end by the calendar.
  var isOfDays: Bool {
    switch self {
    case .named(let name): Self.days.contains(name)
    case .between, .weekdays: true
    case .from: false
    }
  }

  private static let words = Name.allCases.map(\.rawValue)
  private static let forms = ["Sa", "Sa..Su", "2026-11-28", "\"Sa 20:00..Su 04:00\"", "2026-11-28.."]

  /// Whole days and named times; nil for all other texts.
  static func days(_ text: String, path: String) throws(QueryError) -> Query.Window? {
    let word = text.trimmingSpaces.lowercased()
    if let name = Name(rawValue: word) { return .named(name) }
    if let weekday = Weekday(queryWord: word[...]) { return .weekdays(weekday, through: weekday) }
    if let span = SpanText(text), let first = Weekday(queryWord: span.from[...]),
      let last = Weekday(queryWord: span.to[...])
    {
      return .weekdays(first, through: last)
    }
    return (try? LocalDate(parsing: text)).map { Self.day($0) }
  }

  /// A day in local time.
  private static func day(_ date: LocalDate) -> Query.Window {
    .between(
      from: .local(LocalDateTime(date: date, secondOfDay: 0)), to: .local(LocalDateTime(date: date + 1, secondOfDay: 0))
    )
  }

  /// The word that parses back to the same window; nil for a span.
  var word: String? {
    switch self {
    case .named(let name): return name.rawValue
    case .weekdays(let first, let last):
      return first == last ? first.abbreviation : "\(first.abbreviation)..\(last.abbreviation)"
    case .from(let from): return "\(from).."
    case .between(.local(let from), _): return self == Self.day(from.date) ? from.date.description : nil
    case .between: return nil
    }
  }
}
