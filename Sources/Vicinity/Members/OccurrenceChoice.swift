import CivilTime

/// Which occurrence of an event is meant.
public enum OccurrenceChoice: Hashable, Sendable {
  /// The one that runs or comes next; of an event that takes place once, that one.
  case next
  /// The one that begins then; a time without offset is read from the event's own clock.
  case at(Query.Moment)
  /// The first one that begins on that day where the event is.
  case on(LocalDate)

  /// Reads a day, an instant, a local time or a weekday and time.
  ///
  /// - Parameter path: what messages call the place of the text.
  public init(parsing text: String, path: String) throws(QueryError) {
    if let day = LocalDate(parsing: text) {
      self = .on(day)
    } else {
      self = .at(try Query.Moment(parsing: text, path: path))
    }
  }
}

extension OccurrenceChoice: CustomStringConvertible {
  /// `next`, or the day or moment; reads back as the same choice, but for `next`.
  public var description: String {
    switch self {
    case .next: "next"
    case .at(let moment): moment.description
    case .on(let day): day.description
    }
  }
}
