import Foundation

/// How well a listing has the words of a text, from 0 to 1, by where they occur.
///
/// For each wanted word or phrase, or group of alternatives, the best hit is used; the quality
/// is their mean. A hit in the name has the highest score, and a higher one if it makes up most of the name; a prefix
/// of a word scores less than the word.
struct WordQuality {
  /// The worth of a hit by column.
  static let name = 1.0
  static let tags = 0.7
  static let address = 0.1
  static let description = 0.3
  /// The share of the beginning of a word.
  static let beginning = 0.5
  /// The share of a word that is found in addition to the typed one, for each typing error between them.
  static let typingError = 0.4
  /// The share of a hit in the name that depends on how much of the name it is.
  static let coverage = 0.2

  /// A word or phrase: its phrase in the text index, and that of its beginning.
  private struct Term {
    let exact: Int
    let beginning: Int?
    let words: Int
    let share: Double
  }

  private let groups: [[Term]]

  /// - Parameter text: with synonyms.
  init(_ text: SearchText) {
    var phrase = 0
    groups = text.alternatives.map { terms in
      terms.map { term in
        defer { phrase += term.isPrefix ? 2 : 1 }
        return Term(
          exact: phrase, beginning: term.isPrefix ? phrase + 1 : nil, words: term.words.count,
          share: pow(Self.typingError, Double(term.edits)))
      }
    }
  }

  /// The quality of a listing that has the words.
  func quality(of hits: TextHits) -> Double {
    let sum = groups.reduce(0.0) { sum, terms in sum + terms.reduce(0.0) { max($0, worth($1, hits)) } }
    return sum / Double(max(groups.count, 1))
  }

  private func worth(_ term: Term, _ hits: TextHits) -> Double {
    let exact = worth(of: term.exact, term.words, hits)
    guard let beginning = term.beginning else { return term.share * exact }
    return max(exact, Self.beginning * worth(of: beginning, term.words, hits))
  }

  private func worth(of phrase: Int, _ words: Int, _ hits: TextHits) -> Double {
    if hits.count(of: phrase, in: .name) > 0 {
      let share = min(1, Double(words) / Double(max(hits.nameLength, 1)))
      return Self.name * (1 - Self.coverage + Self.coverage * share)
    }
    if hits.count(of: phrase, in: .tags) > 0 { return Self.tags }
    if hits.count(of: phrase, in: .description) > 0 { return Self.description }
    return hits.count(of: phrase, in: .address) > 0 ? Self.address : 0
  }
}
