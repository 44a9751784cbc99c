// SQLite reads about 300 000 rows of a word a second, since it also prepares where the word occurs in each; from the
// pages, they are read fifty times as fast.

extension TextIndex {
  /// Passes on the words of the index, in UTF-8: each word in use, perhaps several times, and perhaps words that no
  /// listing has any longer.
  ///
  /// SQLite's own list of the words (`fts5vocab`) reads the rows of each. This reads only the pages on which words
  /// begin.
  ///
  /// - Parameter work: charged one node per page.
  /// - Throws: `CatalogError.damaged` for a malformed page.
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
      var page = try TextPage(bytes: pages.bytes(0))
      while page.hasNext {
        try page.next { word, _ in
          if word.first == TextPage.mainIndex { try body(UnsafeRawBufferPointer(rebasing: word.dropFirst())) }
        }
      }
    }
  }

  /// Passes on the rows that have a word or phrase; some perhaps several times.
  ///
  /// - Parameter work: charged one node per page or row that is read.
  static func forEachRow(
    with term: SearchText.Term, work: WorkMeter, in source: some StatementSource, _ body: (Int) -> Void
  ) throws {
    if isReadable(term),
      try forEachRow(with: term.words[0], orBeginning: term.isPrefix, work: work, in: source, { row, _ in body(row) })
    {
      return
    }
    try forEachRow(matching: expression(term), work: work, in: source, body)
  }

  /// Whether it is a word whose rows can be read from the pages.
  private static func isReadable(_ term: SearchText.Term) -> Bool {
    term.words.count == 1 && term.words[0].unicodeScalars.allSatisfy(isKept)
  }

  /// Passes on where the words of a text occur, for every row that has them; the phrases are those of `WordQuality`.
  ///
  /// - Parameter work: charged one node per page and 64 rows from pages, and one per row from SQLite.
  static func forEachHits(
    of text: SearchText, work: WorkMeter, in source: some StatementSource, _ body: (Int, TextHits) -> Void
  ) throws {
    guard (text.alternatives.joined() + text.excluded).allSatisfy(isReadable), text.phrases.count <= PhraseHit.most,
      try forEachReadHits(of: text, work: work, in: source, body)
    else {
      return try forEachHits(
        matching: expression(text, separatesBeginnings: true), work: work, in: source, body)
    }
  }

  /// The same from the pages.
  private static func forEachReadHits(
    of text: SearchText, work: WorkMeter, in source: some StatementSource, _ body: (Int, TextHits) -> Void
  ) throws -> Bool {
    var hits: [PhraseHit] = []
    let wanted = text.phrases.enumerated().map { (number: $0, term: $1.0, isBeginning: $1.isBeginning) }
    let unwanted = text.excluded.map { (number: PhraseHit.excluded, term: $0, isBeginning: $0.isPrefix) }
    for (number, term, isBeginning) in wanted + unwanted {
      let isRead = try forEachRow(
        with: term.words[0], orBeginning: isBeginning, readsColumns: number < PhraseHit.excluded, work: work, in: source
      ) { row, columns in
        if let hit = PhraseHit(row: row, phrase: number, columns: columns) { hits.append(hit) }
      }
      guard isRead else { return false }
    }
    if zip(hits, hits.dropFirst()).contains(where: { $0.value > $1.value }) { hits.sort { $0.value < $1.value } }
    // The phrases of each group, as bits.
    var (groups, next) = ([UInt64](), 0)
    for terms in text.alternatives {
      let count = terms.reduce(0) { $0 + ($1.isPrefix ? 2 : 1) }
      groups.append(((1 << UInt64(count)) - 1) << UInt64(next))
      next += count
    }
    var lengths = try NameLengths(in: source)
    defer { lengths.end() }
    var found = [UInt8](repeating: 0, count: 2 + 4 * next)
    var (index, scored) = (0, 0)
    while index < hits.count {
      let row = hits[index].row
      scored += 1
      if scored % PhraseHit.perNode == 0 { try work.visitNodes() }
      var (phrases, isInName) = (UInt64(0), false)
      for place in found.indices { found[place] = 0 }
      while index < hits.count, hits[index].row == row {
        let hit = hits[index]
        phrases |= 1 << UInt64(hit.phrase)
        isInName = isInName || hit.columns & 1 != 0
        if hit.phrase < next {
          for column in 0..<4 where hit.columns & (1 << column) != 0 { found[2 + 4 * hit.phrase + column] = 1 }
        }
        index += 1
      }
      guard phrases >> UInt64(PhraseHit.excluded) == 0, groups.allSatisfy({ phrases & $0 != 0 }) else { continue }
      if isInName {
        let length = UInt16(clamping: try lengths.length(ofRow: row))
        (found[0], found[1]) = (UInt8(truncatingIfNeeded: length), UInt8(truncatingIfNeeded: length >> 8))
      }
      found.withUnsafeBytes { body(row, TextHits(bytes: $0)) }
    }
    return true
  }

  /// Whether the tokenizer surely leaves a letter or digit unchanged, so that words made of such characters are in the
  /// index in the form in which they are searched: those of Latin, Greek and Cyrillic.
  static func isKept(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "0"..."9", "\u{3B1}"..."\u{3C1}", "\u{3C3}"..."\u{3C9}", "\u{430}"..."\u{45F}": true
    default: false
    }
  }

  /// Passes on the rows that have a word, or one that begins with it; those with several such words several times.
  ///
  /// - Parameters:
  ///   - word: in the form of the index.
  ///   - readsColumns: whether the columns are read; if not, `body` gets all.
  ///   - work: charged one node per page.
  /// - Returns: whether the index has the form that this reads; if not, nothing is passed on.
  /// - Throws: `CatalogError.damaged` for a malformed page.
  /// - Complexity: O(n) in the pages with the rows.
  static func forEachRow(
    with word: String, orBeginning isPrefix: Bool, readsColumns: Bool = false, work: WorkMeter,
    in source: some StatementSource, _ body: (_ row: Int, _ columns: TextRows.Columns) -> Void
  ) throws -> Bool {
    guard let segments = try TextSegment.all(in: source) else { return false }
    let wanted = String(decoding: [TextPage.mainIndex], as: UTF8.self) + word
    var newer = NewerRows()
    for (index, segment) in segments.enumerated() {
      var list: NewerRows.List?
      newer.isLast = index == segments.count - 1
      try segment.forEachPage(from: wanted, in: source) { page in
        try work.visitNodes()
        try list?.read(page.continued, body)
        while page.hasNext {
          let goesOn = try page.next { found, part in
            let place = found.place(of: wanted, isPrefix: isPrefix)
            guard place != .before else { return true }
            list.map { newer.keep($0) }
            list = nil
            guard place == .wanted else { return false }
            list = newer.list(of: found, readsColumns: readsColumns)
            try list?.read(part, body)
            return true
          }
          guard goesOn else { return false }
        }
        return true
      }
      list.map { newer.keep($0) }
    }
    return true
  }
}

/// The rows of words in newer segments, which replace those in older ones.
private struct NewerRows {
  /// Ascending, by word.
  private var rows: [[UInt8]: [Int]] = [:]
  /// Whether this is the oldest segment.
  var isLast = false

  /// The list of a word in one segment.
  struct List {
    let word: [UInt8]
    private let newer: [Int]
    private let keepsRows: Bool
    private var next = 0
    private(set) var all: [Int] = []
    private var rows: TextRows

    init(_ word: [UInt8], newer: [Int], keepsRows: Bool, readsColumns: Bool) {
      (self.word, self.newer, self.keepsRows) = (word, newer, keepsRows)
      rows = TextRows(readsColumns: readsColumns)
    }

    /// Passes on the rows of a part of the list that have the word.
    mutating func read(_ part: UnsafeRawBufferPointer, _ body: (Int, TextRows.Columns) -> Void) throws {
      if newer.isEmpty, !keepsRows { return try rows.read(part) { if $1 != 0 { body($0, $1) } } }
      try rows.read(part) { row, columns in
        while next < newer.count, newer[next] < row {
          if keepsRows { all.append(newer[next]) }
          next += 1
        }
        if keepsRows, next == newer.count || newer[next] > row { all.append(row) }
        if columns != 0, next == newer.count || newer[next] > row { body(row, columns) }
      }
    }

    /// All rows of this segment and newer ones.
    var merged: [Int] { all + newer[next...] }
  }

  func list(of word: UnsafeRawBufferPointer, readsColumns: Bool) -> List {
    guard !isLast || !rows.isEmpty else {
      return List([], newer: [], keepsRows: false, readsColumns: readsColumns)
    }
    let word = Array(word)
    return List(word, newer: rows[word] ?? [], keepsRows: !isLast, readsColumns: readsColumns)
  }

  mutating func keep(_ list: List) {
    if !isLast { rows[list.word] = list.merged }
  }
}

extension SearchText {
  /// The phrases of the hits of its words, in their order: each word, and then the beginning of one if it may be that.
  fileprivate var phrases: [(SearchText.Term, isBeginning: Bool)] {
    alternatives.joined().flatMap { $0.isPrefix ? [($0, false), ($0, true)] : [($0, false)] }
  }
}

/// The columns of a row with a phrase; ordered by row.
private struct PhraseHit {
  let value: UInt64

  /// The most phrases.
  static let most = 60
  /// The phrase of excluded words.
  static let excluded = 63
  /// The number of rows that cost about as much as visiting a node.
  static let perNode = 64

  /// Nil for a row with a number that no listing has.
  init?(row: Int, phrase: Int, columns: TextRows.Columns) {
    guard let row = UInt32(exactly: row) else { return nil }
    value = UInt64(row) << 16 | UInt64(phrase) << 8 | UInt64(columns)
  }

  var row: Int { Int(value >> 16) }
  var phrase: Int { Int(value >> 8 & 0xFF) }
  var columns: TextRows.Columns { TextRows.Columns(truncatingIfNeeded: value) }
}

/// The numbers of words of names, for ascending rows.
private struct NameLengths {
  private let sizes: Statement
  /// The row that the statement is at; nil before the first and after the last.
  private var row: Int?

  /// Rows that are nearer than this are reached by steps.
  private static let steps = 16

  init(in source: some StatementSource) throws {
    sizes = try source.statement("SELECT id, sz FROM listing_text_docsize WHERE id >= ?1 ORDER BY id")
  }

  /// 0 for a row that the index does not have.
  mutating func length(ofRow wanted: Int) throws -> Int {
    if row.map({ wanted > $0 + Self.steps }) ?? true {
      sizes.reset()
      sizes.bind(1, Int64(wanted))
      row = try sizes.step() ? sizes.int(0) : nil
    }
    while let reached = row, reached < wanted { row = try sizes.step() ? sizes.int(0) : nil }
    guard row == wanted else { return 0 }
    let bytes = sizes.bytes(1)
    var position = 0
    return TextPage.number(in: bytes, at: &position, before: bytes.count) ?? 0
  }

  func end() { sizes.reset() }
}

extension UnsafeRawBufferPointer {
  /// The place of a word in relation to wanted ones, in the order of the index.
  fileprivate enum Place { case before, wanted, after }

  fileprivate func place(of wanted: String, isPrefix: Bool) -> Place {
    var wanted = wanted
    return wanted.withUTF8 { wanted in
      let common = Swift.min(count, wanted.count)
      for index in 0..<common where self[index] != wanted[index] {
        return self[index] < wanted[index] ? .before : .after
      }
      if count < wanted.count { return .before }
      return isPrefix || count == wanted.count ? .wanted : .after
    }
  }
}
