/// What is wrong in an iCalendar file, and where.
public struct ICalendarFault: Error, Hashable, Sendable {
  /// The line, from 1; where a line is folded, its first piece.
  public let line: Int
  /// The UID of the event, when it was read.
  public let uid: String?
  /// What is wrong, and what was expected.
  public let problem: String
}

extension ICalendarFault: CustomStringConvertible {
  /// The line, the event and the problem.
  public var description: String { "line \(line): \(uid.map { "event \"\($0)\": " } ?? "")\(problem)" }
}

/// What comes next in an iCalendar file.
public enum ICalendarItem: Hashable, Sendable {
  /// An event that was understood.
  case event(CalendarEvent)
  /// An event, or a piece of the file, that was not; reading goes on behind it.
  case fault(ICalendarFault)
}
