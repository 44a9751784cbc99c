/// Which of day, month and year comes first in dates such as 03/04/2026 or 26-11-27.
public enum DateOrder: String, CaseIterable, Sendable {
  /// Day, month, year.
  case dmy
  /// Month, day, year.
  case mdy
  /// Year, month, day: of dates whose year has two digits.
  case ymd
}
