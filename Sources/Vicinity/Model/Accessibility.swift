import Streams

/// Whether a place can be reached and used in a wheelchair: the values of the OSM key `wheelchair`.
public enum Accessibility: String, Codable, CaseIterable, Hashable, Sendable, NamedWord {
  /// Everything that matters, without help.
  case yes
  /// Some of it, or with help.
  case limited
  /// Not at all.
  case no

  /// Reads the words of OSM and of tables, in any case: `yes`, `designated`, `partial`, `true`.
  ///
  /// - Returns: nil for `unknown`.
  /// - Throws: `RowFault.unknownWord` for any other word.
  package static func named(_ text: String) throws(RowFault) -> Accessibility? {
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
