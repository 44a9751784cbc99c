import Streams

/// Words that mean the same in a catalog.
///
/// One rule per line, as for Solr and Elasticsearch: `pub, tavern, kneipe` finds each by the others;
/// `nyc => new york` finds New York by `nyc`, not the reverse. A line that begins with `#` is a comment.
public struct Synonyms: Hashable, Sendable {
  /// The folded words and phrases that a word or phrase also finds.
  private(set) var others: [String: [String]] = [:]
  /// The number of rules.
  public private(set) var rules = 0

  /// Parses rules.
  ///
  /// - Parameter text: the lines of a file.
  /// - Throws: `SynonymError` with the number of the first line that is no rule.
  public init(parsing text: String) throws(SynonymError) {
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      let line = String(line).trimmingSpaces
      guard !line.isEmpty, !line.hasPrefix("#") else { continue }
      try add(line, number: index + 1)
    }
  }

  private mutating func add(_ line: String, number: Int) throws(SynonymError) {
    let sides = line.split(separator: "=>", omittingEmptySubsequences: false).map { Self.phrases(String($0)) }
    if let empty = line.replacing("=>", with: ",").split(separator: ",").map({ String($0).trimmingSpaces })
      .first(where: { !$0.isEmpty && FoldedWords.text(of: $0, for: .search).isEmpty })
    {
      throw SynonymError(line: number, text: line, sign: empty)
    }
    guard sides.count <= 2, sides.allSatisfy({ !$0.isEmpty }), sides.count == 2 || sides[0].count > 1 else {
      throw SynonymError(line: number, text: line)
    }
    for phrase in sides[0] { for other in sides[sides.count - 1] where other != phrase { add(phrase, other) } }
    rules += 1
  }

  private mutating func add(_ phrase: String, _ other: String) {
    guard others[phrase]?.contains(other) != true else { return }
    others[phrase, default: []].append(other)
  }

  /// The folded phrases between commas.
  private static func phrases(_ text: String) -> [String] {
    text.split(separator: ",").map { FoldedWords.text(of: String($0), for: .search) }.filter { !$0.isEmpty }
  }
}
