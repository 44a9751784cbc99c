/// The full-text index over name, address, tags and description.
enum TextIndex {
  /// The rows whose text contains each word as a word or prefix, with their relevance score (BM25; smaller is better).
  ///
  /// A hit in the name weighs ten times a hit in the description, one in the tags five times, in the address twice.
  ///
  /// - Parameters:
  ///   - scored: whether scores are needed; without them all are 0, and many rows are returned several times as fast.
  ///   - work: charged one node per row.
  static func rows(
    matching words: [String], scored: Bool, work: WorkMeter, statement: (String) throws -> Statement
  ) throws -> [Int64: Double] {
    let score = scored ? "bm25(listing_text, 10.0, 2.0, 5.0, 1.0)" : "0.0"
    let search = try statement("SELECT rowid, \(score) FROM listing_text WHERE listing_text MATCH ?1")
    search.bind(1, matchExpression(words))
    var rows: [Int64: Double] = [:]
    defer { search.reset() }
    while try search.step() {
      try work.visitNodes()
      rows[Int64(search.int(0))] = search.double(1)
    }
    return rows
  }

  /// FTS5 syntax: quoted prefixes, all of which must occur. Words contain no quotes: they are letters and digits.
  static func matchExpression(_ words: [String]) -> String {
    words.map { "\"\($0)\"*" }.joined(separator: " ")
  }
}
