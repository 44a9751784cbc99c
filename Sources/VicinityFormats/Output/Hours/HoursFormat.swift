/// The output format of evaluated opening hours.
public enum HoursFormat: String, CaseIterable, Sendable {
  /// Lines of text.
  case table
  /// One JSON object.
  case json
}
