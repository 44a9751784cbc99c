/// The full-text index over name, address, tags and description.
enum TextIndex {
  /// The rows whose text has what is asked for, or synonyms of it, with their relevance score (BM25; smaller is
  /// better).
  ///
  /// A hit in the name weighs ten times a hit in the description, one in the tags five times, in the address twice.
  ///
  /// - Parameters:
  ///   - scored: whether scores are needed; without them all are 0, and many rows are returned several times as fast.
  ///   - work: charged one node per row.
  static func rows(
    matching text: SearchText, scored: Bool, work: WorkMeter, in source: some StatementSource
  ) throws -> [Int64: Double] {
    let score = scored ? "bm25(listing_text, 10.0, 2.0, 5.0, 1.0)" : "0.0"
    let search = try source.statement("SELECT rowid, \(score) FROM listing_text WHERE listing_text MATCH ?1")
    search.bind(1, matchExpression(try text.expanded(by: source.synonyms)))
    var rows: [Int64: Double] = [:]
    defer { search.reset() }
    while try search.step() {
      try work.visitNodes()
      rows[Int64(search.int(0))] = search.double(1)
    }
    return rows
  }

  /// Where the words asked for occur, for every row that has them.
  ///
  /// - Parameters:
  ///   - text: with synonyms.
  ///   - work: charged one node per row.
  static func forEachRow(
    matching text: SearchText, work: WorkMeter, in source: some StatementSource, _ body: (Int64, TextHits) -> Void
  ) throws {
    let search = try source.statement(
      "SELECT rowid, \(HitsFunction.name)(listing_text) FROM listing_text WHERE listing_text MATCH ?1")
    search.bind(1, matchExpression(text, separatesBeginnings: true))
    defer { search.reset() }
    while try search.step() {
      try work.visitNodes()
      body(Int64(search.int(0)), TextHits(bytes: search.bytes(1)))
    }
  }

  /// FTS5 syntax. Folded words contain no quotes: they are letters, digits and marks.
  ///
  /// - Parameter separatesBeginnings: whether a word that may be the beginning of one is a phrase as a word, and
  ///   another as a beginning.
  static func matchExpression(_ text: SearchText, separatesBeginnings: Bool = false) -> String {
    func either(_ terms: [SearchText.Term]) -> String {
      let phrases = terms.flatMap { term in
        let whole = SearchText.Term(words: term.words, isPrefix: false)
        return separatesBeginnings && term.isPrefix ? [whole, term] : [term]
      }
      return "(\(phrases.map(expression).joined(separator: " OR ")))"
    }
    let wanted = text.alternatives.map(either).joined(separator: " AND ")
    return text.excluded.isEmpty ? wanted : "(\(wanted)) NOT \(either(text.excluded))"
  }

  /// The FTS5 syntax of one word or phrase.
  static func expression(_ term: SearchText.Term) -> String {
    "\"\(term.phrase)\"" + (term.isPrefix ? " *" : "")
  }
}
