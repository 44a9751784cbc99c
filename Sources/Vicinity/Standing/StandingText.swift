import Foundation
import Streams

/// The words that a standing query requires, compared with the words of one listing in memory.
///
/// The text index compares folded words, so a word occurs in a listing if its bytes do between two spaces, the
/// beginning of one after a space, and a phrase likewise. Letters newer than the tables of SQLite's tokenizer are left
/// to the index.
///
/// A class, because it is passed along for every candidate.
final class StandingText: Sendable {
  private let text: SearchText
  private let wanted: [[Needle]]
  private let unwanted: [Needle]
  /// Whether the comparison is that of the text index.
  let isSure: Bool
  /// The marks of words: a matching listing has one of them; zero if none is known.
  let marks: SIMD2<UInt64>

  init(_ text: SearchText) {
    self.text = text
    wanted = text.alternatives.map { $0.map(Needle.init) }
    unwanted = text.excluded.map(Needle.init)
    let terms = text.alternatives.joined() + text.excluded
    isSure = terms.allSatisfy { $0.words.allSatisfy { $0.unicodeScalars.allSatisfy(ListingWords.isSure) } }
    let groups = isSure ? text.alternatives.map(Self.marks).filter { $0 != .zero } : []
    marks = groups.min { Self.count($0) < Self.count($1) } ?? .zero
  }

  /// Whether a listing has the words.
  ///
  /// - Parameter synonyms: the phrases that each folded phrase also finds.
  func matches(_ words: ListingWords, synonyms: [String: [String]]) -> Bool {
    guard synonyms.isEmpty else {
      return StandingText(text.expanded { synonyms[$0] ?? [] }).matches(words, synonyms: [:])
    }
    return wanted.allSatisfy { $0.contains(where: words.have) } && !unwanted.contains(where: words.have)
  }

  /// A term with the spaces around it, as text of C.
  struct Needle: Sendable {
    let bytes: [CChar]

    init(_ term: SearchText.Term) { self.init(" " + term.phrase + (term.isPrefix ? "" : " ")) }

    init(_ text: String) { bytes = Array(text.utf8CString) }
  }

  /// Zero if one of the terms may be a shorter prefix than the marks cover.
  private static func marks(ofAny terms: [SearchText.Term]) -> SIMD2<UInt64> {
    var marks = SIMD2<UInt64>.zero
    for term in terms {
      guard let first = term.words.first?.utf8 else { return .zero }
      if term.words.count == 1, term.isPrefix, first.count < StandingMarks.prefixLength { return .zero }
      marks |= StandingMarks.word(first)
    }
    return marks
  }

  private static func count(_ marks: SIMD2<UInt64>) -> Int { marks[0].nonzeroBitCount + marks[1].nonzeroBitCount }
}

/// The folded words of one listing, in the form of the text index.
struct ListingWords {
  /// The columns of the index as text of C: each with a space before every word and at its end, and a line end.
  private var bytes: [CChar] = [0]
  /// The marks of the words.
  private(set) var marks = SIMD2<UInt64>.zero
  /// Whether comparing bytes gives the same result as the text index.
  private(set) var isSure = true

  /// Adds a column of the text index.
  mutating func add(_ column: String) {
    guard !column.isEmpty else { return }
    bytes.removeLast()
    for word in column.utf8.split(separator: UInt8(ascii: " ")) {
      bytes += " ".utf8.map(CChar.init)
      bytes += word.map(CChar.init(bitPattern:))
      marks |= StandingMarks.word(word)
    }
    bytes += " \n\0".utf8.map(CChar.init)
    isSure = isSure && (column.utf8.allSatisfy { $0 < 0x80 } || column.unicodeScalars.allSatisfy(Self.isSure))
  }

  /// Adds the marks of the phrases that find a word or phrase of the listing as a synonym.
  mutating func addMarks(by synonyms: [String: [String]]) {
    for (phrase, others) in synonyms where others.contains(where: { have(StandingText.Needle(" \($0)")) }) {
      marks |= StandingMarks.word(phrase.utf8.prefix { $0 != UInt8(ascii: " ") })
    }
  }

  /// Whether a term occurs.
  func have(_ needle: StandingText.Needle) -> Bool { strstr(bytes, needle.bytes) != nil }

  /// Whether SQLite's tokenizer leaves a folded letter, digit or mark unchanged: its tables are of Unicode 6.1 or
  /// later.
  static func isSure(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII || scalar.properties.age.map { ($0.major, $0.minor) <= (6, 1) } ?? false
  }
}
