import CodedErrors

/// An error in an iCalendar file and its location.
public struct ICalendarError: CodedError, Hashable {
  /// The line, from 1; the first one of a folded line.
  public let line: Int
  /// The UID of the event, if known.
  public let uid: String?
  /// The problem, and the expected value.
  public let problem: String
}

extension ICalendarError {
  /// Stable, for programs.
  public var code: String { "not-icalendar" }

  /// The line, the event and the problem.
  public var description: String { "line \(line): \(uid.map { "event \"\($0)\": " } ?? "")\(problem)" }
}

/// An item read from an iCalendar file.
public enum ICalendarItem: Hashable, Sendable {
  /// A valid event.
  case event(ICalendarEvent)
  /// An event or other part of the file that could not be read; reading continues after it.
  case error(ICalendarError)
}
