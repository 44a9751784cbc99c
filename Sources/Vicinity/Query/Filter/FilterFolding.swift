import CivilTime
import Streams

/// The functions `CASEI` and `ACCENTI`.
enum FilterFolding: CaseIterable {
  case ignoringCase, ignoringAccents

  static let named: [(name: String, fold: FilterFolding)] = [("CASEI", .ignoringCase), ("ACCENTI", .ignoringAccents)]

  func folded(_ text: String) -> String {
    switch self {
    case .ignoringCase: TextFolding.withoutCase(text)
    case .ignoringAccents: TextFolding.withoutAccents(text)
    }
  }

  func apply(to operand: inout FilterOperand) {
    switch self {
    case .ignoringCase: operand.ignoresCase = true
    case .ignoringAccents: operand.ignoresAccents = true
    }
  }
}

extension FilterValue {
  /// The value as one of a type; nil if it is none. A date or instant may be written as text.
  func read(as type: FilterType) -> FilterValue? {
    if self.type == type { return self }
    guard type == .time, case .text(let text) = self else { return nil }
    return try? FilterValue(time: text, isDate: LocalDate(parsing: text) != nil, at: 0)
  }

  init(time text: String, isDate: Bool, at position: Int) throws(FilterSyntaxError) {
    if isDate {
      guard let date = LocalDate(parsing: text) else {
        throw FilterSyntaxError(
          offset: position, problem: "\"\(text.shortened)\" is not a date; write DATE('2026-11-27')")
      }
      self = .date(date)
    } else {
      guard let instant = try? Instant(iso8601: text) else {
        throw FilterSyntaxError(
          offset: position,
          problem: "\"\(text.shortened)\" is not an instant; write TIMESTAMP('2026-11-27T22:30:00Z')")
      }
      self = .instant(instant)
    }
  }
}
