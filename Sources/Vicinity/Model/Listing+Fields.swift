import CivilTime
import CodedErrors
import Streams

extension Kind {
  /// The kind of that name, in any case.
  package static func named(_ text: String) throws(RowRejection) -> Kind {
    if let kind = Kind(rawValue: text) ?? Kind(rawValue: text.lowercased()) { return kind }
    throw .unknownKind(text, suggestion: Suggestion.nearest(to: text, among: allCases.map(\.rawValue)))
  }
}

extension Nights {
  /// Nights between two ISO dates; nil unless both are dates and in order.
  package init?(_ from: String?, _ to: String?) {
    guard let from = from.flatMap({ try? LocalDate(parsing: $0) }), let to = to.flatMap({ try? LocalDate(parsing: $0) })
    else { return nil }
    self.init(from: from, to: to)
  }
}

extension LocalDate {
  /// 0000-01-01 to 9999-12-31: the days with a four-digit year in ISO 8601, the range of the catalog and the canonical
  /// form.
  package static let fourDigitYears = LocalDate(dayNumber: -719_528)...LocalDate(dayNumber: 2_932_896)
}
