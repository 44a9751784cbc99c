import Streams
import Synchronization

/// Finds the words of a catalog that were meant by mistyped ones.
struct WordCorrector {
  let snapshot: IndexSnapshot
  let reader: IndexReader
  let work: WorkMeter

  /// The corrections of the single words of a text; words that need none are left out.
  ///
  /// - Complexity: for a word that is looked up first, O(n) in the words of the catalog that begin like it.
  func corrections(of text: SearchText, assuming errors: TypingErrors) throws -> [WordCorrection] {
    var corrections: [WordCorrection] = []
    for (index, group) in text.alternatives.enumerated() {
      for term in group where term.isCorrectable {
        if corrections.contains(where: { $0.typed == term.phrase }) { continue }
        let before = index > 0 ? text.alternatives[index - 1] : []
        let terms = try terms(for: term, after: before, assuming: errors)
        if terms != [term] { corrections.append(WordCorrection(typed: term.phrase, terms: terms)) }
      }
    }
    // Something has to be found.
    return corrections.filter(\.isOmission).count < text.alternatives.count
      ? corrections : corrections.filter { !$0.isOmission }
  }

  /// The search terms for a word after others: also the two as one word, such as `mcdonalds` for `mc donalds`, whose
  /// first one is then found as its beginning; none for a word that says nothing, and that no listing has.
  private func terms(
    for term: SearchText.Term, after before: [SearchText.Term], assuming errors: TypingErrors
  ) throws -> [SearchText.Term] {
    guard errors != .none, try !isKnown(term) else { return try terms(for: term, assuming: errors) }
    let joined =
      before.count == 1 && before[0].isCorrectable
      ? SearchText.Term(words: [before[0].phrase + term.phrase], isPrefix: true) : nil
    if let joined, try occurs(joined) { return [joined] }
    if EmptyWords.contains(term.phrase) { return [] }
    let meant = try terms(for: term, assuming: errors)
    guard meant == [term], let joined else { return meant }
    // A word that begins like the first of the two, which is then found by it.
    let others = try terms(for: joined, assuming: errors)
      .filter { $0 != joined && $0.words[0].hasPrefix(before[0].phrase) }
    return others.isEmpty ? meant : others
  }

  /// The search terms for a word: the word itself, other words in addition to it, or other words instead.
  func terms(for term: SearchText.Term, assuming errors: TypingErrors) throws -> [SearchText.Term] {
    let letters = term.phrase.unicodeScalars
    let most = errors.most(in: letters.count)
    guard errors != .none, letters.count > 1 else { return [term] }
    return try snapshot.corrections.terms(for: .init(term: term, errors: errors)) {
      let isKnown = try isKnown(term)
      if isKnown, !errors.extendsKnownWords { return Renewed(value: [term], isCurrent: true) }
      if !isKnown, let written = try otherwiseWritten(term) { return Renewed(value: [written], isCurrent: true) }
      guard most > 0, !letters.contains(where: \.isNumeral) else { return Renewed(value: [term], isCurrent: true) }
      let words = try reader.words(of: snapshot)
      let terms = try self.terms(for: term, of: words.value, most: most, isKnown: isKnown, assuming: errors)
      return Renewed(value: terms, isCurrent: words.isCurrent)
    }
  }

  /// - Parameters:
  ///   - words: of this or an earlier version; each is looked up.
  ///   - most: the most errors.
  private func terms(
    for term: SearchText.Term, of words: WordList, most: Int, isKnown: Bool, assuming errors: TypingErrors
  ) throws -> [SearchText.Term] {
    let near = try words.near(term.phrase, limit: most, work: work)
    guard errors.extendsKnownWords else { return try nearest(near, to: term, in: words) ?? [term] }
    let others = try near.words.dropFirst().joined().filter(occurs)
      .filter { !isKnown || !$0.utf8.starts(with: term.phrase.utf8) }
      .map { SearchText.Term(words: [$0], isPrefix: false) }
    if isKnown { return [term] + others }
    return others.isEmpty ? try nearest(near, to: term, in: words) ?? [term] : others
  }

  /// The word as two: `coca cola` for `cocacola`, `cafe 21` for `cafe21`; nil where they do not occur together.
  private func otherwiseWritten(_ term: SearchText.Term) throws -> SearchText.Term? {
    let word = term.phrase
    guard (3...Self.mostSplit).contains(word.count) else { return nil }
    for index in word.indices.dropFirst() {
      let parts = [String(word[..<index]), String(word[index...])]
      // A single letter is one where a digit follows or precedes it: `u2`.
      guard parts.allSatisfy({ $0.count > 1 || $0.first?.isNumber == true }) else { continue }
      let term = SearchText.Term(words: parts, isPrefix: term.isPrefix)
      if try occurs(term) { return term }
    }
    return nil
  }

  /// Letters and digits; longer words are not split, because each place costs a look.
  private static let mostSplit = 24

  private func nearest(
    _ near: WordList.Near, to term: SearchText.Term, in words: WordList
  ) throws -> [SearchText.Term]? {
    let found = try near.nearest(orBeginnings: term.isPrefix) { found in
      try found.isWhole ? occurs(found.text) : words.contains(beginningWith: found.text, where: occurs)
    }
    return found?.map { SearchText.Term(words: [$0], isPrefix: term.isPrefix) }
  }

  /// Whether a word, or a synonym of it, occurs.
  private func isKnown(_ term: SearchText.Term) throws -> Bool {
    if try occurs(term) { return true }
    guard try snapshot.hasSynonyms(by: reader) else { return false }
    return try reader.synonyms(of: term.phrase).contains { other in
      try occurs(SearchText.Term(words: other.split(separator: " ").map(String.init), isPrefix: term.isPrefix))
    }
  }

  private func occurs(_ word: String) throws -> Bool { try occurs(SearchText.Term(words: [word], isPrefix: false)) }

  private func occurs(_ term: SearchText.Term) throws -> Bool {
    try work.visitNodes()
    let isHere =
      try reader.first(
        "SELECT 1 FROM listing_text WHERE listing_text MATCH ?1 LIMIT 1", TextIndex.expression(term),
        body: { _ in true }) != nil
    return try isHere || occursBeyond(term)
  }

  /// Whether a word that no listing of this file has occurs in another part of the catalog.
  /// - Throws: `BeyondShard` for a phrase of words that all occur.
  private func occursBeyond(_ term: SearchText.Term) throws -> Bool {
    guard try reader.shard() != nil else { return false }
    for (index, word) in term.words.enumerated() {
      let isPrefix = term.isPrefix && index == term.words.count - 1
      guard try ShardTable.hasWord(word, isPrefix: isPrefix, in: reader) else { return false }
    }
    guard term.words.count == 1 else { throw BeyondShard() }
    return true
  }
}

/// The terms found for the words of recent queries, for one version of the catalog.
final class CorrectionCache: Sendable {
  struct Key: Hashable {
    var term: SearchText.Term
    var errors: TypingErrors
  }

  private let found = Mutex<[Key: [SearchText.Term]]>([:])

  /// The most words kept, about 200 bytes each.
  private static let capacity = 10_000

  /// The search terms for a word, from `find` on first use; terms found with the words of an earlier version are not
  /// cached.
  func terms(for key: Key, find: () throws -> Renewed<[SearchText.Term]>) rethrows -> [SearchText.Term] {
    if let terms = found.withLock({ $0[key] }) { return terms }
    let terms = try find()
    guard terms.isCurrent else { return terms.value }
    found.withLock { found in
      if found.count >= Self.capacity { found = [:] }
      found[key] = terms.value
    }
    return terms.value
  }
}
