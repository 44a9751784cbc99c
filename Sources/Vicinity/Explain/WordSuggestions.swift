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

  /// The text with the nearest words instead of those that no listing has; nil without such words.
  func text(insteadOf text: SearchText) throws -> (text: SearchText, unknown: [String], nearest: [String])? {
    let unknown = try text.wantedWords.filter { try !occurs($0) }
    guard !unknown.isEmpty else { return nil }
    let words = try Self.words(worker)
    var (changed, replaced, nearest) = (text, [String](), [String]())
    for (word, _) in unknown {
      let longest = max(1, word.count / 3)
      let similar = words.filter { abs($0.count - word.count) <= longest || $0.hasPrefix(word) }
      guard let best = Suggestion.nearest(to: word, among: similar) else { continue }
      changed.replace(word, by: best)
      replaced.append(word)
      nearest.append(best)
    }
    return replaced.isEmpty ? nil : (changed, replaced, nearest)
  }

  private func occurs(_ word: (text: String, isPrefix: Bool)) throws -> Bool {
    try worker.first(
      "SELECT 1 FROM listing_text WHERE listing_text MATCH ?1 LIMIT 1",
      "\"\(word.text)\"" + (word.isPrefix ? " *" : ""),
      body: { _ in true }) != nil
  }

  /// All words of the text index.
  private static func words(_ worker: SearchWorker) throws -> [String] {
    let handle = worker.connection.handle
    return try TemporaryTables.allow(on: handle) {
      let make = "CREATE VIRTUAL TABLE IF NOT EXISTS temp.word USING fts5vocab('main', 'listing_text', 'row')"
      try Statement(make, on: handle).run()
      let terms = try Statement("SELECT term FROM temp.word", on: handle)
      var words: [String] = []
      while try terms.step() { if let word = terms.string(0) { words.append(word) } }
      return words
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
