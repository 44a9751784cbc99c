import CodedErrors
import Streams

/// Wheelchair access: the values of the OSM key `wheelchair`.
public enum Accessibility: String, Codable, CaseIterable, Hashable, Sendable, NamedWord {
  /// Fully accessible without help.
  case yes
  /// Partly accessible, or with help.
  case limited
  /// Not accessible.
  case no

  /// Parses the words of OSM and of tables, ignoring case: `yes`, `designated`, `partial`, `true`.
  ///
  /// - Returns: nil for `unknown`.
  /// - Throws: `RowRejection.unknownWord` for any other word.
  package static func named(_ text: String) throws(RowRejection) -> Accessibility? {
    let word = text.lowercased().trimmingSpaces
    if let accessibility = words[word] { return accessibility }
    guard word != "unknown" else { return nil }
    let known = allCases.map(\.rawValue)
    throw .unknownWord(
      text, key: "accessible", known: known, suggestion: Suggestion.nearest(to: word, among: known))
  }

  private static let words: [String: Accessibility] = [
    "yes": .yes, "designated": .yes, "true": .yes, "limited": .limited, "partial": .limited, "partially": .limited,
    "no": .no, "false": .no,
  ]
}
