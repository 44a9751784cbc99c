/// The full-text index over name, address, tags and description.
enum TextIndex {
  /// Passes on the rows that an expression finds, each once.
  ///
  /// - Parameter work: charged one node per row.
  static func forEachRow(
    matching expression: String, work: WorkMeter, in source: some StatementSource, _ body: (Int) -> Void
  ) throws {
    // Without a score, many rows are returned several times faster.
    try forEachRow("NULL", matching: expression, work, source) { body($0.int(0)) }
  }

  /// Passes on the rows that an expression finds, each once, with their relevance: BM25, smaller is better. A hit in
  /// the name weighs ten times a hit in the description, one in the tags five times, in the address twice.
  ///
  /// - Parameter work: charged one node per row.
  static func forEachRelevance(
    matching expression: String, work: WorkMeter, in source: some StatementSource, _ body: (Int, Double) -> Void
  ) throws {
    try forEachRow("bm25(listing_text, 10.0, 2.0, 5.0, 1.0)", matching: expression, work, source) {
      body($0.int(0), $0.double(1))
    }
  }

  /// Passes on where the phrases of an expression occur, for every row that it finds.
  ///
  /// - Parameter work: charged one node per row.
  static func forEachHits(
    matching expression: String, work: WorkMeter, in source: some StatementSource, _ body: (Int, TextHits) -> Void
  ) throws {
    try forEachRow("\(HitsFunction.name)(listing_text)", matching: expression, work, source) {
      body($0.int(0), TextHits(bytes: $0.bytes(1)))
    }
  }

  private static func forEachRow(
    _ value: String, matching expression: String, _ work: WorkMeter, _ source: some StatementSource,
    _ body: (Statement) -> Void
  ) throws {
    let search = try source.statement("SELECT rowid, \(value) FROM listing_text WHERE listing_text MATCH ?1")
    search.bind(1, expression)
    defer { search.reset() }
    while try search.step() {
      try work.visitNodes()
      body(search)
    }
  }

  /// The expression for what a text asks for, in the syntax of FTS5. Folded words contain no quotes: they are letters,
  /// digits and marks.
  ///
  /// - Parameter separatesBeginnings: whether a word that may be the beginning of one is a phrase as a word, and
  ///   another as a beginning.
  static func expression(_ text: SearchText, separatesBeginnings: Bool = false) -> String {
    let wanted = text.alternatives.map { expression(anyOf: $0, separatesBeginnings: separatesBeginnings) }
    let all = wanted.joined(separator: " AND ")
    guard !text.excluded.isEmpty else { return all }
    return "(\(all)) NOT \(expression(anyOf: text.excluded, separatesBeginnings: separatesBeginnings))"
  }

  /// The expression for one of some words or phrases.
  static func expression(anyOf terms: [SearchText.Term], separatesBeginnings: Bool = false) -> String {
    let phrases = terms.flatMap { term in
      let whole = SearchText.Term(words: term.words, isPrefix: false)
      return separatesBeginnings && term.isPrefix ? [whole, term] : [term]
    }
    return "(\(phrases.map(expression).joined(separator: " OR ")))"
  }

  /// The expression for one word or phrase.
  static func expression(_ term: SearchText.Term) -> String {
    "\"\(term.phrase)\"" + (term.isPrefix ? " *" : "")
  }
}
