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
    if term.words.count == 1, term.words[0].unicodeScalars.allSatisfy(isKept),
      try forEachRow(with: term.words[0], orBeginning: term.isPrefix, work: work, in: source, body)
    {
      return
    }
    try forEachRow(matching: expression(term), work: work, in: source, body)
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
  ///   - work: charged one node per page.
  /// - Returns: whether the index has the form that this reads; if not, nothing is passed on.
  /// - Throws: `CatalogError.damaged` for a malformed page.
  /// - Complexity: O(n) in the pages with the rows.
  static func forEachRow(
    with word: String, orBeginning isPrefix: Bool, work: WorkMeter, in source: some StatementSource,
    _ body: (Int) -> Void
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
            list = newer.list(of: found)
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
    private var rows = TextRows()

    init(_ word: [UInt8], newer: [Int], keepsRows: Bool) {
      (self.word, self.newer, self.keepsRows) = (word, newer, keepsRows)
    }

    /// Passes on the rows of a part of the list that have the word.
    mutating func read(_ part: UnsafeRawBufferPointer, _ body: (Int) -> Void) throws {
      if newer.isEmpty, !keepsRows { return try rows.read(part) { if $1 { body($0) } } }
      try rows.read(part) { row, hasWord in
        while next < newer.count, newer[next] < row {
          if keepsRows { all.append(newer[next]) }
          next += 1
        }
        if keepsRows, next == newer.count || newer[next] > row { all.append(row) }
        if hasWord, next == newer.count || newer[next] > row { body(row) }
      }
    }

    /// All rows of this segment and newer ones.
    var merged: [Int] { all + newer[next...] }
  }

  func list(of word: UnsafeRawBufferPointer) -> List {
    guard !isLast || !rows.isEmpty else { return List([], newer: [], keepsRows: false) }
    let word = Array(word)
    return List(word, newer: rows[word] ?? [], keepsRows: !isLast)
  }

  mutating func keep(_ list: List) {
    if !isLast { rows[list.word] = list.merged }
  }
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
