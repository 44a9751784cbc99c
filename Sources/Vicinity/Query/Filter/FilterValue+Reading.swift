import CivilTime
import Streams

extension FilterValue {
  /// The value in a type; nil if it does not have that type. A date or instant may be written as text.
  func read(as type: FilterType) -> FilterValue? {
    if self.type == type || type == .own { return self }
    guard type == .time, case .text(let text) = self else { return nil }
    return try? FilterValue(time: text, isDate: (try? LocalDate(parsing: text)) != nil, at: 0)
  }

  /// Reads a date or an instant.
  ///
  /// - Parameter position: its position in the text of the filter, in bytes.
  init(time text: String, isDate: Bool, at position: Int) throws(FilterSyntaxError) {
    if isDate {
      guard let date = try? LocalDate(parsing: text) else {
        throw FilterSyntaxError(
          offset: position, problem: "\"\(text.shortened)\" is not a date; write DATE('2026-11-27')")
      }
      self = .date(date)
    } else {
      guard let instant = try? Instant(parsing: text) else {
        throw FilterSyntaxError(
          offset: position,
          problem: "\"\(text.shortened)\" is not an instant; write TIMESTAMP('2026-11-27T22:30:00Z')")
      }
      self = .instant(instant)
    }
  }
}
