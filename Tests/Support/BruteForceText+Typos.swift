@testable import Vicinity

extension BruteForce {
  /// The search terms for the words of a text that are corrected, by word.
  package func corrections(of text: String, typos: Int?) -> [String: [String]] {
    self.text.corrections(of: text, typos: typos)
  }

  /// The words of all listings.
  package var vocabulary: [String] { text.vocabulary }
}

/// Corrects typing errors by comparing all words of all listings.
extension BruteForceText {
  func corrections(of text: String, typos: Int?) -> [String: [String]] {
    let groups = Self.groups(text)
    var corrections: [String: [String]] = [:]
    for (index, group) in groups.enumerated() {
      for phrase in group where phrase.isCorrectable && corrections[phrase.words[0]] == nil {
        let found = meant(by: phrase, after: index > 0 ? groups[index - 1] : [], typos)
        if found != [phrase] { corrections[phrase.words[0]] = found.map { $0.words.joined(separator: " ") } }
      }
    }
    // Something has to be found.
    return corrections.count { $0.value.isEmpty } < groups.count
      ? corrections : corrections.filter { !$0.value.isEmpty }
  }

  func corrected(_ groups: [[Phrase]], _ typos: Int?) -> [[Phrase]] {
    let found = groups.indices.map { index in
      let before = index > 0 ? groups[index - 1] : []
      return groups[index].reduce(into: [Phrase]()) { found, phrase in
        let others = meant(by: phrase, after: before, typos)
        found += others == [phrase] ? others : others.filter { !found.contains($0) }
      }
    }
    return found.allSatisfy(\.isEmpty) ? groups : found.filter { !$0.isEmpty }
  }

  /// The phrases for a word after others: joined with the one before it, none for a word that says nothing.
  private func meant(by phrase: Phrase, after before: [Phrase], _ typos: Int?) -> [Phrase] {
    guard phrase.isCorrectable, typos != 0, !occurs(phrase) else { return meant(by: phrase, typos) }
    let word = phrase.words[0]
    var joined: Phrase?
    if before.count == 1, before[0].isCorrectable {
      joined = Phrase(words: [before[0].words[0] + word], isPrefix: true, isExcluded: false)
    }
    if let joined, occurs(joined) { return [joined] }
    if EmptyWords.contains(word) { return [] }
    let found = meant(by: phrase, typos)
    guard found == [phrase], let joined else { return found }
    let others = meant(by: joined, typos).filter { $0 != joined && $0.words[0].hasPrefix(before[0].words[0]) }
    return others.isEmpty ? found : others
  }

  /// The word as two that follow each other in a text; nil without such.
  private func split(_ phrase: Phrase) -> Phrase? {
    let word = phrase.words[0]
    guard (3...24).contains(word.count) else { return nil }
    return word.indices.dropFirst().lazy.map { index in
      Phrase(words: [String(word[..<index]), String(word[index...])], isPrefix: phrase.isPrefix, isExcluded: false)
    }.first { found in
      found.words.allSatisfy { $0.count > 1 || $0.first?.isNumber == true } && occurs(found)
    }
  }

  private func meant(by phrase: Phrase, _ typos: Int?) -> [Phrase] {
    let word = phrase.words[0]
    let letters = word.unicodeScalars.count
    if phrase.isCorrectable, typos != 0, letters > 1, !occurs(phrase), let split = split(phrase) { return [split] }
    let most = min(typos ?? 2, letters < 4 ? 0 : letters < (typos == nil ? 8 : 6) ? 1 : 2)
    guard phrase.words.count == 1, phrase.isPrefix, !phrase.isExcluded, most > 0, letters <= 64, !Self.hasDigits(word)
    else {
      return [phrase]
    }
    let isKnown = vocabulary.contains { Self.begins($0, with: word) }
    if isKnown, typos == nil { return [phrase] }
    if typos != nil {
      let others = (1...most).flatMap { distance in
        vocabulary.filter { Self.distance(word, $0) == distance && !Self.hasDigits($0) }
      }.filter { !isKnown || !Self.begins($0, with: word) }
        .map { Phrase(words: [$0], isPrefix: false, isExcluded: false, edits: Self.distance(word, $0)) }
      if isKnown || !others.isEmpty { return (isKnown ? [phrase] : []) + others }
    }
    let nearest = Self.nearest(to: word, among: vocabulary, orBeginnings: true, most: most)
    return nearest?.map { Phrase(words: [$0], isPrefix: true, isExcluded: false) } ?? [phrase]
  }

  /// The words at the least distance, else the beginnings at that; nil if there are none, or for a word that is not
  /// corrected.
  static func nearest(
    to word: String, among vocabulary: some Sequence<String>, orBeginnings: Bool, most: Int? = nil
  ) -> [String]? {
    let letters = word.unicodeScalars.count
    let most = most ?? (letters < 4 ? 0 : letters < 8 ? 1 : 2)
    guard most > 0, letters <= 64, !hasDigits(word) else { return nil }
    for distance in 1...most {
      let whole = vocabulary.filter { Self.distance(word, $0) == distance && !hasDigits($0) }
      let found = whole.isEmpty && orBeginnings ? beginnings(at: distance, from: word, vocabulary) : whole
      if !found.isEmpty {
        return found.sorted { $0.unicodeScalars.lexicographicallyPrecedes($1.unicodeScalars) }
      }
    }
    return nil
  }

  /// The prefixes of words at a distance from a word, without those that begin with another one.
  private static func beginnings(
    at distance: Int, from word: String, _ vocabulary: some Sequence<String>
  ) -> [String] {
    var found: Set<String> = []
    for other in vocabulary {
      let letters = Array(other.unicodeScalars)
      for length in 1...letters.count {
        let beginning = String(String.UnicodeScalarView(letters.prefix(length)))
        if Self.distance(word, beginning) == distance, !hasDigits(beginning) { found.insert(beginning) }
      }
    }
    return found.filter { long in !found.contains { $0 != long && begins(long, with: $0) } }
  }

  private static func begins(_ word: String, with beginning: String) -> Bool {
    word.unicodeScalars.starts(with: beginning.unicodeScalars)
  }

  private static func hasDigits(_ word: String) -> Bool {
    word.unicodeScalars.contains {
      [.decimalNumber, .letterNumber, .otherNumber].contains($0.properties.generalCategory)
    }
  }

  /// The distance of the optimal string alignment, by the whole table.
  private static func distance(_ left: String, _ right: String) -> Int {
    let (a, b) = (Array(left.unicodeScalars), Array(right.unicodeScalars))
    if abs(a.count - b.count) > 2 { return abs(a.count - b.count) }
    var table = (0...a.count).map { row in (0...b.count).map { row == 0 ? $0 : $0 == 0 ? row : 0 } }
    for i in 1..<(a.count + 1) {
      for j in 1..<(b.count + 1) {
        let change = table[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)
        table[i][j] = min(change, table[i - 1][j] + 1, table[i][j - 1] + 1)
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
          table[i][j] = min(table[i][j], table[i - 2][j - 2] + 1)
        }
      }
    }
    return table[a.count][b.count]
  }
}
