extension TextIndex {
  /// Passes on the words of the index, in UTF-8: each of those in use, perhaps several times, and perhaps some that no
  /// listing has any more.
  ///
  /// SQLite's own list of the words (`fts5vocab`) reads the rows of each. This reads only the pages on which words
  /// begin, as of `fts5_index.c`: a leaf page ends with the offsets of its words, the first from the beginning of the
  /// page, each other one from the one before it. A word is stored as what differs from the word before it on its page,
  /// the first as a whole. An index has such pages for each of its segments.
  ///
  /// - Parameter work: charged one node per page.
  /// - Throws: `CatalogError.damaged` for a page that is none.
  /// - Complexity: O(n) in the pages with words.
  static func forEachWord(
    work: WorkMeter, in source: some StatementSource, _ body: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    let pages = try source.statement(
      """
      SELECT d.block FROM listing_text_idx i JOIN listing_text_data d ON d.id = (i.segid << 37) + (i.pgno >> 1)
        ORDER BY i.segid, i.term
      """)
    defer { pages.reset() }
    while try pages.step() {
      try work.visitNodes()
      var page = WordPage(bytes: pages.bytes(0))
      try page.forEachWord(body)
    }
  }
}

/// A leaf page of the text index.
private struct WordPage {
  let bytes: UnsafeRawBufferPointer
  private var position = 0
  private var word: [UInt8] = []

  init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// Each word begins with the number of its index; the other indexes are of prefixes.
  private static let main = UInt8(ascii: "0")

  mutating func forEachWord(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    guard bytes.count >= 4 else { throw Self.damaged }
    var (footer, offset) = (Int(bytes[2]) << 8 | Int(bytes[3]), 0)
    let end = footer
    guard (4...bytes.count).contains(end) else { throw Self.damaged }
    while footer < bytes.count {
      let isFirst = offset == 0
      position = footer
      offset += try next(before: bytes.count)
      footer = position
      position = offset
      let kept = isFirst ? 0 : try next(before: end)
      let added = try next(before: end)
      guard kept <= word.count, added <= end - position else { throw Self.damaged }
      word.removeSubrange(kept...)
      word += bytes[position..<(position + added)]
      if word.first == Self.main {
        try word.withUnsafeBytes { try body(UnsafeRawBufferPointer(rebasing: $0.dropFirst())) }
      }
    }
  }

  /// A number of seven bits per byte, the most significant first; all but the last byte have the highest bit set.
  private mutating func next(before end: Int) throws -> Int {
    var number = 0
    while position < end, number < 1 << 40 {
      let byte = bytes[position]
      position += 1
      number = number << 7 | Int(byte & 0x7F)
      if byte < 0x80 { return number }
    }
    throw Self.damaged
  }

  private static var damaged: CatalogError {
    .damaged(place: "listing_text", problem: "a page of the text index has no list of its words")
  }
}
