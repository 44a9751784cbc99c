import Geography
import Streams
import TestSupport
import Testing
import VicinityLab

@testable import Vicinity

/// Rows read from the pages of the text index against those that SQLite finds.
@Suite("The rows of words, read from the pages of the text index")
struct TextPagesTests {
  /// Few words of few letters, so that many begin with each other, and lists of rows take several pages.
  private static func word(_ random: inout SplitMix64) -> String {
    let letters = ["a", "b", "1", "ж", "ω"]
    return (0...SeededWorld.pick(4, &random)).map { _ in letters[SeededWorld.pick(5, &random)] }.joined()
  }

  private static func listing(_ index: Int, words: Int, _ random: inout SplitMix64) -> Listing {
    var listing = Listing(id: "\(index)", kind: .bar, coordinate: Coordinate(latitude: 45, longitude: 7))
    listing.name = (0..<words).map { _ in word(&random) }.joined(separator: " ")
    // Some have so many positions that they end on another page.
    if SeededWorld.oneIn(50, &random) {
      listing.description = String(repeating: "a b ", count: SeededWorld.pick(5_000, &random))
    }
    return listing
  }

  private static func segments(_ catalog: Catalog) throws -> Int {
    try catalog.read { worker, _, _ in try #require(try TextSegment.all(in: worker)).count }
  }

  private static func expectTruth(_ words: [String], _ catalog: Catalog) throws -> Int {
    try catalog.read { worker, _, _ in
      var found = 0
      for word in words {
        for isPrefix in [false, true] {
          let term = SearchText.Term(words: [word], isPrefix: isPrefix)
          var (rows, wanted) = ([Int](), [Int]())
          let isRead = try TextIndex.forEachRow(
            with: word, orBeginning: isPrefix, work: worker.scratch.work, in: worker
          ) { row, _ in rows.append(row) }
          #expect(isRead)
          try TextIndex.forEachRow(
            matching: TextIndex.expression(term), work: worker.scratch.work, in: worker
          ) { wanted.append($0) }
          let isSame = Set(rows) == Set(wanted) && (isPrefix || rows.count == wanted.count)
          #expect(isSame, "\(term): \(rows.count) rows instead of \(wanted.count)")
          found += wanted.count
        }
      }
      return found
    }
  }

  @Test("are those that SQLite finds, also in several segments, for changed and for removed listings", arguments: 1...4)
  func twin(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let count = [1, 40, 2_000, 6_000][Int(seed) - 1]
    let listings = (0..<count).map { Self.listing($0, words: 1 + SeededWorld.pick(6, &random), &random) }
    let temporary = try TemporaryCatalog(listings)
    let words = (0..<60).map { _ in Self.word(&random) } + ["a", "b", "abab1", "zz"]
    _ = try Self.expectTruth(words, temporary.catalog)
    var (found, most) = (0, 0)
    for _ in 0..<12 {
      if SeededWorld.oneIn(3, &random) {
        let removed = (0..<5).map { _ in "\(SeededWorld.pick(count, &random))" }
        try temporary.catalog.remove(ids: Array(Set(removed)).sorted())
      } else {
        let changed = Set((0..<max(1, count / 20)).map { _ in SeededWorld.pick(count + 50, &random) }).sorted()
        try temporary.catalog.save(
          changed.map { Self.listing($0, words: SeededWorld.pick(3, &random), &random) }, source: "test")
      }
      found += try Self.expectTruth(words, temporary.catalog)
      most = max(most, try Self.segments(temporary.catalog))
    }
    #expect(most > 3 && found >= count)
  }

  @Test("have the hits that SQLite finds, for texts of several words, beginnings and exclusions", arguments: 1...3)
  func hits(seed: UInt64) throws {
    var random = SplitMix64(seed: seed + 10)
    let count = [40, 700, 3_000][Int(seed) - 1]
    let temporary = try TemporaryCatalog(
      (0..<count).map { index in
        var listing = Self.listing(index, words: 1 + SeededWorld.pick(6, &random), &random)
        listing.tags = (0..<SeededWorld.pick(3, &random)).map { _ in Self.word(&random) }
        if SeededWorld.oneIn(3, &random) { listing.address = Self.word(&random) }
        return listing
      })
    var found = 0
    for round in 0..<3 {
      if round > 0 {
        let changed = (0..<max(1, count / 20)).map { _ in SeededWorld.pick(count + 50, &random) }
        try temporary.catalog.save(
          Set(changed).sorted().map { Self.listing($0, words: SeededWorld.pick(3, &random), &random) }, source: "test")
      }
      try temporary.catalog.read { worker, _, _ in
        for _ in 0..<40 {
          let words = (0...SeededWorld.pick(3, &random)).map { _ in Self.word(&random) }
          let joined = words.joined(separator: SeededWorld.oneIn(3, &random) ? " OR " : " ")
          let text = SearchText(SeededWorld.oneIn(4, &random) ? joined + " -" + Self.word(&random) : joined)
          let quality = WordQuality(text)
          var (read, wanted) = ([Int: Double](), [Int: Double]())
          try TextIndex.forEachHits(of: text, work: worker.scratch.work, in: worker) {
            #expect(read.updateValue(quality.quality(of: $1), forKey: $0) == nil)
          }
          try TextIndex.forEachHits(
            matching: TextIndex.expression(text, separatesBeginnings: true), work: worker.scratch.work, in: worker
          ) { wanted[$0] = quality.quality(of: $1) }
          #expect(read == wanted, "\(text)")
          found += wanted.count
        }
      }
    }
    #expect(found > 100)
  }

  @Test("of an index in another form are left to SQLite")
  func otherForm() throws {
    var random = SplitMix64(seed: 5)
    let temporary = try TemporaryCatalog((0..<50).map { Self.listing($0, words: 3, &random) })
    try TestDatabase.run("UPDATE listing_text_config SET v = 5 WHERE k = 'version'", path: temporary.path)
    try temporary.catalog.read { worker, _, _ in
      let segments = try TextSegment.all(in: worker)
      #expect(segments == nil)
      let isRead = try TextIndex.forEachRow(
        with: "a", orBeginning: true, work: worker.scratch.work, in: worker
      ) { row, _ in Issue.record("row \(row)") }
      #expect(!isRead)
    }
  }

  @Test("can be read for each letter that counts as left alone by the tokenizer")
  func letters() throws {
    let kept = (0...0x2FFF).compactMap(Unicode.Scalar.init).filter(TextIndex.isKept)
    #expect(kept.count > 80)
    let listings = kept.enumerated().map { index, letter in
      var listing = Listing(id: "\(index)", kind: .bar, coordinate: Coordinate(latitude: 45, longitude: 7))
      listing.name = "\(letter)\(letter)"
      return listing
    }
    let temporary = try TemporaryCatalog(listings)
    try temporary.catalog.read { worker, _, _ in
      for letter in kept {
        var rows = 0
        let folded = FoldedWords.words(of: "\(letter)\(letter)", for: .search)
        #expect(folded.count == 1)
        for word in folded where word.unicodeScalars.allSatisfy(TextIndex.isKept) {
          _ = try TextIndex.forEachRow(with: word, orBeginning: false, work: worker.scratch.work, in: worker) { _, _ in
            rows += 1
          }
          #expect(rows > 0, "\(letter)")
        }
      }
    }
  }
}
