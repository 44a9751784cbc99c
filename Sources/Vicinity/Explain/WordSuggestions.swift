import CodedErrors

/// Finds the nearest tags and words of a catalog for those that no listing has.
struct WordSuggestions {
  let worker: SearchWorker

  /// A tag or a word that no listing has, and the nearest one that the catalog knows.
  struct Correction {
    var unknown: String
    var nearest: String
  }

  /// The corrections of the tags that no listing has; without those that no tag is near to.
  ///
  /// - Complexity: compares all tags of the catalog; the work is charged.
  func tags(insteadOf tags: [String]) throws -> [Correction] {
    let unknown = try tags.filter { try !isUsed($0) }
    guard !unknown.isEmpty else { return [] }
    let known = try worker.rows("SELECT name FROM tag") { row in
      try worker.scratch.work.visitNodes()
      return row.string(0) ?? ""
    }
    return unknown.compactMap { tag in
      Suggestion.nearest(to: tag, among: known).map { Correction(unknown: tag, nearest: $0) }
    }
  }

  private func isUsed(_ tag: String) throws -> Bool {
    try worker.first(
      "SELECT 1 FROM listing_tag WHERE tag_id = (SELECT tag_id FROM tag WHERE name = ?1)", TagWords.kept(tag),
      body: { _ in true }) != nil
  }

  /// The most words of a text that are corrected.
  private static let mostWords = 3

  /// The corrections of the words of a text that no listing has, at most three; without those that no word is near to.
  ///
  /// - Complexity: compares all words of the catalog; the work is charged.
  func words(insteadOf text: SearchText) throws -> [Correction] {
    var unknown: [String] = []
    for word in text.wantedWords where unknown.count < Self.mostWords && word.phrase.count >= Self.shortest {
      if !unknown.contains(word.phrase), try !occurs(word) { unknown.append(word.phrase) }
    }
    guard !unknown.isEmpty else { return [] }
    return zip(unknown, try nearest(to: unknown)).compactMap { word, nearest in
      nearest.map { Correction(unknown: word, nearest: $0) }
    }
  }

  /// Of a shorter word nearly every other one is near.
  private static let shortest = 3

  /// The nearest word of the text index for each of some words: one that begins with it, or with the fewest edits, at
  /// most a third of its letters. Of equally near words the first in the order of the alphabet.
  private func nearest(to words: [String]) throws -> [String?] {
    let typed = words.map { Array($0.unicodeScalars) }
    var best: [(word: String, distance: Int)?] = Array(repeating: nil, count: words.count)
    try forEachWord { word in
      let known = Array(word.unicodeScalars)
      guard known.count >= Self.shortest else { return }
      for (index, typed) in typed.enumerated() {
        let limit = min(Suggestion.mostEdits(of: typed.count), (best[index]?.distance ?? .max) - 1)
        let distance = known.starts(with: typed) ? 1 : Suggestion.editDistance(typed, known, limit: limit)
        if distance <= limit { best[index] = (word, distance) }
      }
    }
    return best.map { $0?.word }
  }

  private func occurs(_ word: SearchText.Term) throws -> Bool {
    try worker.first(
      "SELECT 1 FROM listing_text WHERE listing_text MATCH ?1 LIMIT 1", TextIndex.expression(word),
      body: { _ in true }) != nil
  }

  /// Passes all words of the text index to `body`, in their order.
  private func forEachWord(_ body: (String) throws -> Void) throws {
    let handle = worker.connection.handle
    try TemporaryTables.allow(on: handle) {
      let make = "CREATE VIRTUAL TABLE IF NOT EXISTS temp.word USING fts5vocab('main', 'listing_text', 'row')"
      try Statement(make, on: handle).run()
      let words = try Statement("SELECT term FROM temp.word", on: handle)
      while try words.step() {
        try worker.scratch.work.visitNodes()
        if let word = words.string(0) { try body(word) }
      }
    }
  }
}

extension SearchText {
  /// The words of all alternatives, one by one; only the last one of a term may be the beginning of one.
  fileprivate var wantedWords: [Term] {
    alternatives.joined().flatMap { term in
      term.words.indices.map { index in
        Term(words: [term.words[index]], isPrefix: term.isPrefix && index == term.words.count - 1)
      }
    }
  }
}
