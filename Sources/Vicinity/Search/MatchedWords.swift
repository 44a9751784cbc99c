/// Finds the words of a listing that match the words of a text with alternatives.
struct MatchedWords {
  private let groups: [[SearchText.Term]]

  /// Nil where every word has only itself.
  init?(_ filter: WordFilter) {
    let others = Set(filter.corrections.flatMap(\.words))
    groups = filter.text.alternatives.filter { $0.count > 1 || others.contains($0[0].phrase) }
    if groups.isEmpty { return nil }
  }

  /// The folded words and phrases of a listing that match, each once: by the words of the text, then as in the listing,
  /// from its name to its description.
  ///
  /// - Complexity: O(n) in the words of the listing.
  func words(ofRow row: Int, by reader: IndexReader) throws -> [String] {
    let columns = try reader.first(
      "SELECT name, address, tags, description FROM listing_text WHERE rowid = ?1", row
    ) { statement in
      (0..<4).map { (statement.string($0) ?? "").split(separator: " ") }
    }
    var matched: [String] = []
    for group in groups {
      for column in [0, 2, 1, 3].compactMap({ columns?[$0] }) {
        for start in column.indices {
          for term in group where term.matches(column[start...]) {
            let phrase = column[start..<(start + term.words.count)].joined(separator: " ")
            if !matched.contains(phrase) { matched.append(phrase) }
          }
        }
      }
    }
    return matched
  }
}

extension SearchText.Term {
  /// Whether some words begin with it.
  fileprivate func matches(_ found: ArraySlice<Substring>) -> Bool {
    guard found.count >= words.count else { return false }
    return zip(words.indices, found).allSatisfy { index, word in
      isPrefix && index == words.count - 1
        ? word.utf8.starts(with: words[index].utf8) : word.utf8.elementsEqual(words[index].utf8)
    }
  }
}

extension Plan {
  /// The corrections of the text: for a later page, those of the first page.
  var corrections: WordFilter.Corrections {
    cursor.map { .known($0.corrections) } ?? .assuming(query.typingErrors)
  }

  /// Whether answers show the matched words of each match.
  func showsMatchedWords(_ filter: WordFilter?) -> Bool {
    shows.matchedWords || query.fields == nil && filter?.corrections.isEmpty == false
  }
}

extension Search {
  /// The fields of each match: the fields of the plan, and the matched words of a text that was corrected.
  var shownFields: [Field] {
    guard plan.query.fields == nil, words?.corrections.isEmpty == false else { return plan.fields }
    return plan.fields + [.matchedWords]
  }
}
