import CodedErrors
import Streams

/// A word of a query's text for which an answer also, or only, has listings with other words.
///
/// By default this is a typing error: a word that is no prefix of a word of the catalog is corrected to the nearest
/// ones.
public struct WordCorrection: Hashable, Sendable {
  /// The word as typed, folded: small letters without diacritics.
  public let typed: String
  /// The words to search instead; empty for a word that is left out.
  let terms: [SearchText.Term]

  /// The folded words of the catalog, or the beginnings of some, that are searched instead; the typed word is among
  /// them if words of the catalog begin with it.
  public var words: [String] { terms.map(\.phrase) }

  /// Whether the typed word says nothing, such as `the`, and is left out because no listing has it.
  public var isOmission: Bool { terms.isEmpty }

  /// Whether nothing of the catalog begins with the typed word.
  public var isTypingError: Bool { !words.contains(typed) }
}

extension WordCorrection: CustomStringConvertible {
  /// `jszz is read as jazz`, or `jazz is accepted as jezz too`.
  public var description: String {
    if isOmission { return "\(typed) is left out, because no listing has it" }
    let others = words.filter { $0 != typed }.joined(separator: " or ")
    return isTypingError ? "\(typed) is read as \(others)" : "\(typed) is accepted as \(others) too"
  }
}

extension WordCorrection {
  /// `jszz=jazz*|jaz`, with an asterisk behind a beginning, `cocacola=coca+cola`, and `the=` for an omission; folded
  /// words contain none of these signs.
  fileprivate var code: String {
    "\(typed)=" + terms.map { $0.words.joined(separator: "+") + ($0.isPrefix ? "*" : "") }.joined(separator: "|")
  }

  /// Scalar by scalar: a word may begin with a mark, which forms a character with what is before it.
  fileprivate init?(code: Substring.UnicodeScalarView) {
    let sides = code.split(separator: "=", omittingEmptySubsequences: false)
    guard sides.count == 2 else { return nil }
    typed = String(sides[0])
    terms = sides[1].split(separator: "|").map { part in
      SearchText.Term(
        words: part.prefix { $0 != "*" }.split(separator: "+").map { String($0) }, isPrefix: part.last == "*")
    }
    guard !typed.isEmpty, terms.allSatisfy({ !$0.phrase.isEmpty }) else { return nil }
  }
}

extension [WordCorrection] {
  /// As text, for cursors.
  var code: String { map(\.code).joined(separator: " ") }

  /// Nil for other text.
  init?(code: String) {
    var read: [WordCorrection] = []
    for part in Substring(code).unicodeScalars.split(separator: " ") {
      guard let correction = WordCorrection(code: part) else { return nil }
      read.append(correction)
    }
    self = read
  }
}

extension SearchText {
  /// The same with the corrections applied; phrases, parts joined by hyphens and exclusions do not change.
  func corrected(by corrections: [WordCorrection]) -> SearchText {
    guard !corrections.isEmpty else { return self }
    return replacingTerms(keepingEmpty: false) { term in
      guard term.isCorrectable, let correction = corrections.first(where: { $0.typed == term.phrase }) else {
        return [term]
      }
      return correction.terms.map { other in
        var other = other
        other.edits = other.isPrefix ? 0 : TypingErrors.distance(term.phrase, other.phrase)
        return other
      }
    }
  }
}
