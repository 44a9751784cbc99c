import CodedErrors

/// Finds the nearest tags and words of a catalog for those that no listing has.
struct WordSuggestions {
  let worker: SearchWorker

  /// The tag nearest to one that no listing has; nil for a known tag, and if none is near.
  func tag(insteadOf tag: String) throws -> String? {
    let isKnown = try worker.first(
      "SELECT 1 FROM listing_tag WHERE tag_id = (SELECT tag_id FROM tag WHERE name = ?1)", TagWords.kept(tag),
      body: { _ in true })
    guard isKnown == nil else { return nil }
    return Suggestion.nearest(to: tag, among: try worker.rows("SELECT name FROM tag") { $0.string(0) ?? "" })
  }

  /// The most words of a text that are corrected.
  private static let mostWords = 3

  /// The text with the nearest words instead of those that no listing has, at most three; nil without such words.
  ///
  /// - Complexity: compares all words of the catalog; the work is charged.
  func text(insteadOf text: SearchText) throws -> (text: SearchText, unknown: [String], nearest: [String])? {
    var unknown: [String] = []
    for word in text.wantedWords where unknown.count < Self.mostWords && word.text.count >= Self.shortest {
      if !unknown.contains(word.text), try !occurs(word) { unknown.append(word.text) }
    }
    guard !unknown.isEmpty else { return nil }
    let nearest = try nearest(to: unknown)
    var (changed, corrected) = (text, [(unknown: String, nearest: String)]())
    for (word, other) in zip(unknown, nearest) {
      guard let other else { continue }
      changed.replace(word, by: other)
      corrected.append((word, other))
    }
    return corrected.isEmpty ? nil : (changed, corrected.map(\.unknown), corrected.map(\.nearest))
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
        let limit = min(max(1, typed.count / 3), (best[index]?.distance ?? .max) - 1)
        let distance = known.starts(with: typed) ? 1 : Suggestion.editDistance(typed, known, limit: limit)
        if distance <= limit { best[index] = (word, distance) }
      }
    }
    return best.map { $0?.word }
  }

  private func occurs(_ word: (text: String, isPrefix: Bool)) throws -> Bool {
    try worker.first(
      "SELECT 1 FROM listing_text WHERE listing_text MATCH ?1 LIMIT 1",
      "\"\(word.text)\"" + (word.isPrefix ? " *" : ""),
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
  /// The words of all alternatives; only the last one of a term may be the beginning of one.
  fileprivate var wantedWords: [(text: String, isPrefix: Bool)] {
    alternatives.joined().flatMap { term in
      term.words.indices.map { (term.words[$0], term.isPrefix && $0 == term.words.count - 1) }
    }
  }
}
