/// Whether day or month comes first in dates such as 03/04/2026.
public enum DateOrder: String, CaseIterable, Sendable {
  /// Day, month, year.
  case dmy
  /// Month, day, year.
  case mdy
}
