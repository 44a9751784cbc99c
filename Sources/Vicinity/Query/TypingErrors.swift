import CodedErrors
import Streams

/// Which typing errors are assumed in words.
///
/// An error is an extra, missing or wrong letter, or two swapped neighbors: the optimal string alignment distance
/// (Boytsov 2011, doi:10.1145/1963190.1963191). Letters are those of folded words.
enum TypingErrors: Hashable, Sendable {
  /// None: every word is taken as typed.
  case none
  /// In words that are no prefix of a word of the catalog: one from four letters, two from eight.
  case usual
  /// At most this many, also in words that occur: one from four letters, two from six.
  case upTo(Int)
  /// Twice as many as usual, for suggestions: one for every three letters.
  case generous

  /// The maximum number of errors in a word of `letters` letters.
  func most(in letters: Int) -> Int {
    guard letters <= Self.mostLetters else { return 0 }
    switch self {
    case .none: return 0
    case .usual: return letters < 4 ? 0 : letters < 8 ? 1 : 2
    case .upTo(let most): return min(most, letters < 4 ? 0 : letters < 6 ? 1 : 2)
    case .generous: return min(letters / 3, 4)
    }
  }

  /// Whether other words are found in addition to those that begin with the typed one.
  var extendsKnownWords: Bool { if case .upTo = self { true } else { false } }

  /// Longer words are not corrected.
  private static let mostLetters = 64

  static func distance(_ left: String, _ right: String) -> Int {
    Suggestion.editDistance(Array(left.unicodeScalars), Array(right.unicodeScalars))
  }
}

extension Unicode.Scalar {
  /// Whether it is a digit or another number; words with any are not corrected, and nothing is corrected to them.
  var isNumeral: Bool {
    switch properties.generalCategory {
    case .decimalNumber, .letterNumber, .otherNumber: true
    default: false
    }
  }
}

extension Query {
  /// The errors assumed in the words of the text.
  var typingErrors: TypingErrors {
    switch typos {
    case nil: .usual
    case 0: .none
    case let most?: .upTo(most)
    }
  }

  mutating func readTypos(_ members: QueryMembers) throws(QueryError) {
    typos = try members.integer("typos", in: Self.typoCounts, allowed: "0, 1 or 2", example: "1")
  }

  private static let typoCounts = 0...2

  func checkTypos() throws(QueryError) {
    guard let typos, !Self.typoCounts.contains(typos) else { return }
    throw .outOfRange(path: "typos", found: "\(typos)", allowed: "0, 1 or 2")
  }
}
