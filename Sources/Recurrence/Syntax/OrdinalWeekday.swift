import CivilTime

/// A member of BYDAY: every given weekday, or the nth one from the start or the end of the month or year.
public struct OrdinalWeekday: Hashable, Sendable {
  /// -53...53; 0 means every one, negative numbers count from the end.
  public let ordinal: Int
  /// The day of the week.
  public let weekday: Weekday

  init(_ ordinal: Int, _ weekday: Weekday) {
    self.ordinal = ordinal
    self.weekday = weekday
  }
}

extension OrdinalWeekday: Comparable, CustomStringConvertible {
  /// Orders by number, then by weekday from Monday.
  public static func < (left: OrdinalWeekday, right: OrdinalWeekday) -> Bool {
    (left.ordinal, left.weekday.rawValue) < (right.ordinal, right.weekday.rawValue)
  }

  /// The notation of BYDAY: "MO", "2TU", "-1FR".
  public var description: String { (ordinal == 0 ? "" : "\(ordinal)") + weekday.code }
}

extension Weekday {
  /// The two-letter code in iCalendar: "MO" ... "SU".
  var code: String { abbreviation.uppercased() }

  static let byCode = Dictionary(uniqueKeysWithValues: allCases.map { ($0.code, $0) })
}
