import CivilTime

/// The choice of one occurrence of an event.
public enum OccurrenceChoice: Hashable, Sendable {
  /// The current or next one; the only one of an event without recurrence.
  case next
  /// The one that begins at this time; a time without offset is local to the event.
  case at(Query.Moment)
  /// The first one that begins on this local date.
  case on(LocalDate)

  /// Parses a day, an instant, a local time, or a weekday and time.
  ///
  /// - Parameters:
  ///   - text: the text to read.
  ///   - path: the path of the text, for errors.
  public init(parsing text: String, path: String = "time") throws(QueryError) {
    if let day = try? LocalDate(parsing: text) {
      self = .on(day)
    } else {
      self = .at(try Query.Moment(parsing: text, path: path))
    }
  }
}

extension OccurrenceChoice: CustomStringConvertible {
  /// `next`, or the day or moment; parses back to the same choice, except for `next`.
  public var description: String {
    switch self {
    case .next: "next"
    case .at(let moment): moment.description
    case .on(let day): day.description
    }
  }
}
