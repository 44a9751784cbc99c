import Streams

/// The conditions in the text of a query: words, phrases, alternatives and exclusions.
///
///     jazz "live music"        both; a word may be the beginning of one, a phrase is exact
///     jazz OR blues cellar     one of the first two, and the third
///     jazz -bastion            without a word or phrase
struct SearchText: Hashable, Sendable {
  /// A word or a phrase.
  struct Term: Hashable, Sendable {
    /// Folded words that follow each other.
    var words: [String]
    /// Whether the last word may be the beginning of one.
    var isPrefix: Bool
    /// The typing errors between this and the typed word, if it is an additional match.
    var edits = 0
  }

  /// At least one of each group must occur.
  private(set) var alternatives: [[Term]] = []
  /// None of these may occur.
  private(set) var excluded: [Term] = []

  /// The number of words.
  var count: Int { (alternatives.joined() + excluded).reduce(0) { $0 + $1.words.count } }

  init(_ text: String) {
    // Most texts are words in the form of the index.
    defer { leaveOutConnections() }
    if text.utf8.allSatisfy(\.isPlain) {
      alternatives = text.split(separator: " ").map { [Term(words: [String($0)], isPrefix: true)] }
      return
    }
    // OR joins the two adjacent terms; next to an exclusion it has no meaning.
    var (isAlternative, isAfterTerm) = (false, false)
    defer { addOtherKana() }
    for part in Self.parts(of: text) {
      if part.text == "OR", !part.isQuoted, !part.isExcluded {
        isAlternative = isAfterTerm
        continue
      }
      let terms = part.words.compactMap(Term.init)
      guard let first = terms.first else { continue }
      if part.isExcluded {
        excluded += terms
      } else if isAlternative {
        alternatives[alternatives.count - 1].append(first)
        alternatives += terms.dropFirst().map { [$0] }
      } else {
        alternatives += terms.map { [$0] }
      }
      (isAlternative, isAfterTerm) = (false, !part.isExcluded)
    }
  }

  /// Leaves out `and` between two words, which many names have as `&`. As the last word it may be the beginning of
  /// another one.
  private mutating func leaveOutConnections() {
    guard alternatives.count > 2 else { return }
    let inner = alternatives.dropFirst().dropLast().filter { group in
      group.count > 1 || !group[0].isCorrectable || !EmptyWords.connections.contains(group[0].phrase)
    }
    guard inner.count < alternatives.count - 2 else { return }
    alternatives = [alternatives[0]] + inner + [alternatives[alternatives.count - 1]]
  }

  /// Accepts the other syllabary of Japanese as well: `サクラ` finds `さくら`.
  private mutating func addOtherKana() {
    for group in alternatives.indices {
      let others = alternatives[group].compactMap { term -> Term? in
        let words = term.words.map { Kana.other($0) ?? $0 }
        return words == term.words ? nil : Term(words: words, isPrefix: term.isPrefix)
      }
      alternatives[group] += others.filter { !alternatives[group].contains($0) }
    }
  }

  /// Replaces a wanted word wherever it occurs.
  mutating func replace(_ word: String, by other: String) {
    for group in alternatives.indices {
      for term in alternatives[group].indices {
        alternatives[group][term].words = alternatives[group][term].words.map { $0 == word ? other : $0 }
      }
    }
  }

  /// The text of a query that asks for this.
  var text: String {
    let parts =
      alternatives.map { $0.map(\.text).joined(separator: " OR ") } + excluded.map { "-\($0.text)" }
    return parts.joined(separator: " ")
  }

  fileprivate struct Part {
    var text = ""
    var isQuoted = false
    var isExcluded = false

    /// Without quotes, `jazz,live` and `jazz/live` are two words; `live-music`, `L'Osteria` and `3.5` are one.
    var words: [Part] {
      if isQuoted { return [self] }
      return text.split { SearchText.separators.contains($0) }.map { Part(text: String($0), isExcluded: isExcluded) }
    }
  }

  fileprivate static let separators: Set<Character> = [
    ",", ";", "/", "|", "&", "+", "(", ")", "[", "]", "{", "}", "<", ">", "!", "?", "、", "，", "。", "・",
  ]

  /// The hyphen, and what phones make of it: the en dash and the minus sign.
  private static let minuses: Set<Character> = ["-", "–", "−"]

  private static let quotes: Set<Character> = ["\"", "“", "”", "„", "«", "»", "「", "」"]

  /// The parts between white space; a part in quotes may contain some. A quote without its counterpart is ignored.
  private static func parts(of text: String) -> [Part] {
    var parts: [Part] = []
    var rest = text[...]
    while let first = rest.first {
      if first.isWhitespace {
        rest = rest.dropFirst()
        continue
      }
      var part = Part()
      if minuses.contains(first), let next = rest.dropFirst().first, !next.isWhitespace, !minuses.contains(next) {
        part.isExcluded = true
        rest = rest.dropFirst()
      }
      if let quote = rest.first, quotes.contains(quote), let end = rest.dropFirst().firstIndex(where: quotes.contains) {
        (part.text, part.isQuoted) = (String(rest[rest.index(after: rest.startIndex)..<end]), true)
        rest = rest[rest.index(after: end)...]
      } else {
        let quoted = rest.dropFirst().firstIndex { $0.isWhitespace || quotes.contains($0) } ?? rest.endIndex
        part.text = String(rest[..<quoted])
        rest = rest[quoted...]
      }
      parts.append(part)
    }
    return parts
  }
}

extension SearchText.Term {
  /// Nil without words.
  ///
  /// - Parameters:
  ///   - words: folded.
  ///   - isWhole: whether the last word must be a whole one; a letter of a script without spaces always is.
  private init?(words: [String], isWhole: Bool) {
    guard let last = words.last else { return nil }
    self.init(words: words, isPrefix: !isWhole && !FoldedWords.isUnspaced(last), edits: 0)
  }

  /// Nil for a part without letters and digits.
  fileprivate init?(_ part: SearchText.Part) {
    self.init(words: FoldedWords.words(of: part.text, for: .search), isWhole: part.isQuoted)
  }

  /// Another phrase instead of this one; nil without words.
  fileprivate func replaced(by phrase: String) -> SearchText.Term? {
    SearchText.Term(words: phrase.split(separator: " ").map(String.init), isWhole: !isPrefix)
  }

  /// The words with spaces between them.
  var phrase: String { words.joined(separator: " ") }

  /// As a part of the text of a query.
  fileprivate var text: String { isPrefix ? words.joined(separator: "-") : "\"\(phrase)\"" }
}

extension SearchText {
  /// The same with other words for each word or phrase of the alternatives.
  ///
  /// - Parameter others: the folded phrases that a folded phrase also finds.
  func expanded(by others: (String) throws -> [String]) rethrows -> SearchText {
    try replacingTerms { term in [term] + (try others(term.phrase).compactMap(term.replaced)) }
  }

  /// The same with other words and phrases for each of the alternatives; replacements are not repeated.
  ///
  /// - Parameter keepingEmpty: whether a word with nothing in its place finds nothing; otherwise it is left out.
  func replacingTerms(keepingEmpty: Bool = true, by others: (Term) throws -> [Term]) rethrows -> SearchText {
    var text = self
    text.alternatives = try alternatives.map { terms in
      var found: [Term] = []
      for term in terms {
        let meant = try others(term)
        found += meant == [term] ? meant : meant.filter { !found.contains($0) }
      }
      return found
    }
    if !keepingEmpty { text.alternatives.removeAll(where: \.isEmpty) }
    return text
  }

  /// The words of all alternatives, one by one; only the last one of a term may be the beginning of one.
  var wantedWords: [Term] {
    alternatives.joined().flatMap { term in
      term.words.indices.map { index in
        Term(words: [term.words[index]], isPrefix: term.isPrefix && index == term.words.count - 1)
      }
    }
  }
}

extension SearchText: CustomStringConvertible {
  /// The alternatives as text: `"jazz…" or "live music"`.
  var wanted: [String] { alternatives.map { $0.map(\.description).joined(separator: " or ") } }

  /// `"jazz…" and "live music" or "blues…", not "bastion…"`.
  var description: String {
    wanted.joined(separator: " and ")
      + (excluded.isEmpty ? "" : ", not " + excluded.map(\.description).joined(separator: " or "))
  }
}

extension SearchText.Term: CustomStringConvertible {
  /// `"jazz…"` for a word or its beginning, `"live music"` for a phrase.
  var description: String { "\"\(phrase)\(isPrefix ? "…" : "")\"" }
}

extension UInt8 {
  /// Whether it is a space, or a small letter or a digit of ASCII, which folding does not change.
  fileprivate var isPlain: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: " "): true
    default: false
    }
  }
}

extension SearchText.Term {
  /// Whether it is a single word, which may be mistyped.
  var isCorrectable: Bool { isPrefix && words.count == 1 }
}
