import Geography
import Streams

/// The completions of a text: the names and tags of the listings of one version, and separately the places of the
/// gazetteer, which later versions share.
final class Completions: Sized {
  let listings: CompletionIndex
  let places: CompletionIndex
  /// The import of the gazetteer with the places; 0 without a gazetteer.
  private let gazetteer: Int

  /// - Parameters:
  ///   - former: made of an earlier version.
  ///   - longest: the most points of a beginning without blocks.
  init(
    reading reader: some StatementSource, work: WorkMeter, after former: Completions? = nil,
    longest: Int = CompletionIndex.longestList
  ) throws {
    gazetteer = try reader.count("SELECT max(import_id) FROM place_import")
    if let former, former.gazetteer == gazetteer {
      places = former.places
    } else {
      places = try CompletionIndex(placesIn: reader, work: work, longest: longest)
    }
    listings = try CompletionIndex(listingsIn: reader, work: work, longest: longest)
  }

  var byteCount: Int { listings.byteCount + places.byteCount }

  /// The best completions of a text, in order: whole names and tags that equal it, then those that begin with it.
  ///
  /// - Parameter streets: further names; nil without any.
  func best(
    _ typed: TypedText, near coordinate: Coordinate?, limit: Int, with streets: StreetNames? = nil
  ) -> [CompletionSearch.Found] {
    var found = merged(streets, near: coordinate, limit: limit) { $0.named(typed.wholes) }
    for beginnings in typed.beginnings where found.count < limit {
      let known = Set(found.map(\.id))
      found += merged(streets, near: coordinate, limit: limit) { $0.best(of: beginnings) }.filter {
        !known.contains($0.id)
      }
    }
    return Array(found.prefix(limit))
  }

  /// The best completions of what may have been meant by a text that nothing begins with, in order.
  func corrected(
    _ typed: TypedText, near coordinate: Coordinate?, limit: Int, with streets: StreetNames? = nil, work: WorkMeter
  ) throws -> [CompletionSearch.Found] {
    let texts = try corrections(of: typed.folded, lists(streets), work: work).map {
      CompletionSearch.Typed(bytes: Array($0.utf8))
    }
    return merged(streets, near: coordinate, limit: limit) { $0.best(of: texts) }
  }

  private func indexes(_ streets: StreetNames?) -> [CompletionIndex] {
    [listings, places] + (streets.map { [$0.index] } ?? [])
  }

  private func lists(_ streets: StreetNames?) -> [WordList] { indexes(streets).map(\.words) }

  private func merged(
    _ streets: StreetNames?, near coordinate: Coordinate?, limit: Int,
    _ search: (inout CompletionSearch) -> [CompletionSearch.Found]
  ) -> [CompletionSearch.Found] {
    let found = indexes(streets).flatMap { index in
      var part = CompletionSearch(index, near: coordinate, limit: limit)
      return search(&part)
    }
    return Array(found.sorted { $0.precedes($1) }.prefix(limit))
  }

  /// The words of a text corrected where none of the catalog is, or begins, so.
  private func corrections(of text: String, _ lists: [WordList], work: WorkMeter) throws -> [String] {
    let typed = text.split(separator: " ").map(String.init)
    var texts = [""]
    for (place, word) in typed.enumerated() {
      let term = SearchText.Term(words: [word], isPrefix: place == typed.count - 1)
      let others = try corrections(of: term, lists, work: work)
      texts = texts.flatMap { text in others.map { text.isEmpty ? $0 : "\(text) \($0)" } }
      if texts.count > Self.mostCorrections { texts.removeLast(texts.count - Self.mostCorrections) }
    }
    return texts.filter { $0 != text }
  }

  /// The most texts that are tried instead of a mistyped one.
  private static let mostCorrections = 64

  private func corrections(
    of term: SearchText.Term, _ lists: [WordList], work: WorkMeter
  ) throws -> [String] {
    let word = term.phrase
    let letters = word.unicodeScalars
    let most = TypingErrors.usual.most(in: letters.count)
    guard most > 0, !letters.contains(where: \.isNumeral) else { return [word] }
    let isKnown = lists.contains { $0.contains(beginningWith: word) { term.isPrefix || $0 == word } }
    if isKnown { return [word] }
    let near = WordList.Near(merging: try lists.map { try $0.near(word, limit: most, work: work) })
    return near.nearest(orBeginnings: term.isPrefix) { _ in true } ?? [word]
  }
}

/// User input, in the forms in which names are compared.
struct TypedText {
  /// The folded text.
  let folded: String
  /// The input as a whole name.
  let wholes: [CompletionSearch.Typed]
  /// The input as a prefix of names; the first ones come first.
  let beginnings: [[CompletionSearch.Typed]]

  init(_ text: String) {
    folded = FoldedWords.text(of: text, for: .search)
    var forms: [CompletionSearch.Typed] = []
    for text in text.withSaints {
      let plain = FoldedWords.text(of: text, for: .search)
      forms.append(.init(bytes: Array(plain.utf8)))
      let transcribed = FoldedWords.text(of: text.withTranscribedUmlauts, for: .search)
      if transcribed != plain { forms.append(.init(bytes: Array(transcribed.utf8), isTranscribed: true)) }
    }
    wholes = forms
    // An abbreviation such as `St.` is a whole word.
    let ended = forms.map {
      CompletionSearch.Typed(bytes: $0.bytes + [UInt8(ascii: " ")], isTranscribed: $0.isTranscribed)
    }
    beginnings = text.trimmingSpaces.hasSuffix(".") && !folded.isEmpty ? [ended, forms] : [forms]
  }
}

extension String {
  /// Unchanged, and with `saint` and `sankt` for each word `St.`.
  fileprivate var withSaints: [String] {
    let words = split(separator: " ")
    func isSaint(_ word: Substring) -> Bool { word.lowercased() == "st." }
    guard words.contains(where: isSaint) else { return [self] }
    return [self]
      + ["saint", "sankt"].map { saint in words.map { isSaint($0) ? saint : String($0) }.joined(separator: " ") }
  }

  /// With `ae`, `oe` and `ue` for `ä`, `ö` and `ü`.
  fileprivate var withTranscribedUmlauts: String {
    var letters = ""
    for letter in self {
      switch letter {
      case "ä", "Ä": letters += "ae"
      case "ö", "Ö": letters += "oe"
      case "ü", "Ü": letters += "ue"
      default: letters.append(letter)
      }
    }
    return letters
  }
}
