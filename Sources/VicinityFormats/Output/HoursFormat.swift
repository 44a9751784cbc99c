/// A form in which the meaning of opening hours is written.
public enum HoursFormat: String, CaseIterable, Sendable {
  /// Lines for people.
  case table
  /// One JSON object.
  case json
}
