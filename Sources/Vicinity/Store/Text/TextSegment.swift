/// A segment of the text index: leaf pages in the order of their words.
///
/// The text index is made of segments, each written by one commit or by merging others. A newer segment replaces the
/// entry of an older one for the same word and row.
///
/// Source: "Data Structures" in SQLite's `fts5_index.c`.
struct TextSegment: Hashable {
  let number: Int
  let firstPage: Int
  let lastPage: Int

  /// All segments, the newest first; nil if the index has another form than this reads.
  static func all(in source: some StatementSource) throws -> [TextSegment]? {
    let version = try source.count("SELECT v FROM listing_text_config WHERE k = 'version'")
    guard version == Self.version else { return nil }
    return try source.first("SELECT block FROM listing_text_data WHERE id = ?1", Self.structure) { row in
      Self.segments(of: row.bytes(0))
    } ?? nil
  }

  /// The row with the list of the segments.
  private static let structure = 10
  /// The version of the form, without the option `secure-delete`.
  private static let version = 4

  /// The numbers that SQLite uses at most.
  private static let greatestNumber = 0xFFFF
  private static let greatestPage = Int(Int32.max)

  /// The list begins with four bytes that change with the configuration, and the numbers of levels, segments and writes.
  /// Newer segments are on lower levels, and behind others on the same.
  private static func segments(of bytes: UnsafeRawBufferPointer) -> [TextSegment]? {
    var position = 4
    func number() -> Int? { TextPage.number(in: bytes, at: &position, before: bytes.count) }
    guard let levels = number(), number() != nil, number() != nil else { return nil }
    var segments: [TextSegment] = []
    for _ in 0..<levels {
      guard number() != nil, let count = number(), count <= bytes.count else { return nil }
      var onLevel: [TextSegment] = []
      for _ in 0..<count {
        guard let segment = number(), let first = number(), let last = number(), first <= last,
          segment <= Self.greatestNumber, last <= Self.greatestPage
        else { return nil }
        onLevel.append(TextSegment(number: segment, firstPage: first, lastPage: last))
      }
      segments += onLevel.reversed()
    }
    return segments
  }

  /// The pages from that on which a word is, if the segment has it.
  ///
  /// - Parameters:
  ///   - word: with the number of its index before it.
  ///   - body: returns whether to go on.
  func forEachPage(
    from word: String, in source: some StatementSource, _ body: (inout TextPage) throws -> Bool
  ) throws {
    let first = try source.first(
      "SELECT pgno >> 1 FROM listing_text_idx WHERE segid = ?1 AND term <= CAST(?2 AS BLOB) ORDER BY term DESC LIMIT 1",
      number, word
    ) { $0.int(0) }
    let pages = try source.statement("SELECT block FROM listing_text_data WHERE id BETWEEN ?1 AND ?2 ORDER BY id")
    pages.bind(1, Int64(Self.block(first ?? firstPage, of: number)))
    pages.bind(2, Int64(Self.block(lastPage, of: number)))
    defer { pages.reset() }
    while try pages.step() {
      var page = try TextPage(bytes: pages.bytes(0))
      guard try body(&page) else { return }
    }
  }

  /// The row of a page.
  private static func block(_ page: Int, of segment: Int) -> Int { segment << 37 + page }
}
