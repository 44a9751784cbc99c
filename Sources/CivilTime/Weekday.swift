/// A day of the week in ISO 8601 order, but numbered from zero: Monday is 0, Sunday is 6.
public enum Weekday: Int, CaseIterable, Sendable, Codable {
  /// The day with this name.
  case monday, tuesday, wednesday, thursday, friday, saturday, sunday

  /// The two-letter English abbreviation of the `opening_hours` language: "Mo" ... "Su".
  public var abbreviation: String {
    ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"][rawValue]
  }
}
