import CivilTime
import Geography
import TestSupport
import Testing
import VicinityLab

@testable import Vicinity

@Suite("Typing errors") struct TypingErrorTests {
  private static func listing(_ index: Int, _ name: String) -> Listing {
    var listing = Listing(
      id: "\(index)", kind: .bar, coordinate: Coordinate(latitude: 1, longitude: 2 + Double(index) / 100))
    listing.name = name
    return listing
  }

  private static let names = [
    "Jazz Club", "Jazzkeller", "Hotel Post", "Hot Dogs", "Restaurant Rex", "Cocktails", "Route 4711", "Lazy Jane",
    "Straßencafé", "live music", "Ресторан Йога", "東京ラーメン", "Brennglas",
  ]

  private func catalog() throws -> TemporaryCatalog {
    try TemporaryCatalog(Self.names.enumerated().map { Self.listing($0, $1) })
  }

  private func query(_ text: String, typos: Int? = nil) -> Query {
    var query = Query()
    (query.text, query.typos, query.total) = (text, typos, true)
    return query
  }

  static let cases: [(text: String, typos: Int?, words: [[String]], ids: [String])] = [
    // One too many, too few, wrong, swapped.
    ("jazzz", nil, [["jazz"]], ["0", "1"]), ("brenglas", nil, [["brennglas"]], ["12"]),
    ("jaxz", nil, [["jazz"]], ["0", "1"]), ("ajzz", nil, [["jazz"]], ["0", "1"]),
    // All nearest words; words before beginnings; beginnings where no word is as near.
    ("hotl", nil, [["hot", "hotel"]], ["2", "3"]), ("jazy", nil, [["jazz", "lazy"]], ["0", "1", "7"]),
    ("resturan", nil, [["restauran"]], ["4"]), ("coctail", nil, [["cocktail"]], ["5"]),
    // Two errors from eight letters, never three, and in less only one.
    ("coktials", nil, [["cocktails"]], ["5"]), ("kokttials", nil, [], []), ("hotll", nil, [["hotel"]], ["2"]),
    ("hjttl", nil, [], []),
    // Folded like all words.
    ("STRASENCAFE", nil, [["strassencafe"]], ["8"]), ("ресторон", nil, [["ресторан"]], ["10"]),
    // Known words and prefixes are not corrected, nor are short ones and those with digits.
    ("jaz", nil, [], ["0", "1"]), ("jaa", nil, [], []), ("4712", nil, [], []), ("rout4", nil, [], []),
    ("ラーメソ", nil, [], []),
    // Phrases, words with a hyphen, and exclusions.
    ("\"jazzz\"", nil, [], []), ("live-musik", nil, [], []), ("jazz -kluub", nil, [], ["0", "1"]),
    ("jazz -clup", nil, [], ["0", "1"]),
    // Each word separately.
    ("jazzz clup", nil, [["jazz"], ["club"]], ["0"]), ("jazzz OR hotel", nil, [["jazz"]], ["0", "1", "2"]),
    ("qqqqq OR hotel", nil, [], ["2"]), ("jazzz hotel", nil, [["jazz"]], []),
    // On request none, or also in words that occur.
    ("jazzz", 0, [], []), ("lazy", nil, [], ["7"]), ("lazy", 1, [], ["7"]),
    ("jazz", 1, [], ["0", "1"]), ("hott", 1, [["hot"]], ["3"]), ("hotels", 1, [["hotel"]], ["2"]),
    ("jazy", 1, [["jazz", "lazy"]], ["0", "7"]), ("cocktials", 1, [["cocktails"]], ["5"]),
    ("coktials", 1, [], []), ("coktials", 2, [["cocktails"]], ["5"]), ("resturan", 1, [["restauran"]], ["4"]),
    ("resturan", 2, [["restaurant"]], ["4"]), ("jane", 2, [], ["7"]),
  ]

  @Test("are corrected to the nearest words", arguments: cases)
  func corrections(text: String, typos: Int?, words: [[String]], ids: [String]) throws {
    let temporary = try catalog()
    let answer = try temporary.catalog.answer(query(text, typos: typos), at: SeededWorld.now)
    #expect(answer.corrected.map(\.words) == words)
    #expect(answer.matches.map(\.id).sorted { Int($0)! < Int($1)! } == ids)
    #expect(answer.total == ids.count)
    #expect(answer.matches.allSatisfy { ($0.matchedWords != nil) == !words.isEmpty || text.contains("OR") })
  }

  @Test("stay what they are in a filter")
  func filters() throws {
    let temporary = try catalog()
    var filtered = Query()
    filtered.filter = try FilterExpression(parsing: "text('jazzz')")
    #expect(try temporary.catalog.answer(filtered, at: SeededWorld.now).matches.isEmpty)
    #expect(throws: QueryError.self) { try Query(parsing: #"{"filter":{"text":"jazz","typos":1}}"#.utf8) }
    #expect(throws: QueryError.self) { try Query(parsing: #"{"text":"jazz","typos":3}"#.utf8) }
    #expect(try Query(parsing: #"{"text":"jazz","typos":0}"#.utf8).json.text == #"{"text":"jazz","typos":0}"#)
  }

  @Test("are reported with the words of each match")
  func matchedWords() throws {
    let temporary = try catalog()
    func words(_ text: String, _ fields: [Field]?) throws -> [String: [String]] {
      var query = query(text)
      query.fields = fields
      let matches = try temporary.catalog.answer(query, at: SeededWorld.now).matches
      return Dictionary(uniqueKeysWithValues: matches.compactMap { match in match.matchedWords.map { (match.id, $0) } })
    }
    #expect(try words("jazy", nil) == ["0": ["jazz"], "1": ["jazzkeller"], "7": ["lazy"]])
    #expect(try words("jazzz clup", nil) == ["0": ["jazz", "club"]])
    #expect(try words("jazzz", [.id]).isEmpty)
    #expect(try words("jazz", [.id, .matchedWords]).isEmpty)
    #expect(try words("hot OR \"live music\"", [.matchedWords]) == ["2": ["hotel"], "3": ["hot"], "9": ["live music"]])
    #expect(try words("hot OR live", nil).isEmpty)
    #expect(
      try temporary.catalog.answer(query("jazzz"), at: SeededWorld.now).fields == Field.standard + [.matchedWords])
  }

  @Test("are corrected on all pages as on the first")
  func pages() throws {
    let temporary = try catalog()
    var query = query("jazzz")
    (query.limit, query.sort) = (1, [.name])
    let first = try temporary.catalog.answer(query, at: SeededWorld.now)
    #expect(first.matches.map(\.id) == ["0"])
    // By now a listing has the word.
    try temporary.catalog.save([Self.listing(90, "Jazzz")], source: "test", at: SeededWorld.now)
    #expect(first.next != nil)
    query.after = first.next
    let second = try temporary.catalog.answer(query, at: SeededWorld.now)
    #expect(second.matches.map(\.id) == ["1"])
    #expect(second.corrected == first.corrected)
    query.after = nil
    #expect(try temporary.catalog.answer(query, at: SeededWorld.now).matches.map(\.id) == ["90"])
  }

  @Test("are corrected to words that listings have, not to those that they had")
  func removed() throws {
    let temporary = try catalog()
    for id in ["0", "1"] { _ = try temporary.catalog.remove(ids: [id]) }
    #expect(try temporary.catalog.answer(query("jazzz"), at: SeededWorld.now).corrected.isEmpty)
    #expect(try temporary.catalog.answer(query("jazy"), at: SeededWorld.now).corrected.map(\.words) == [["lazy"]])
    _ = try temporary.catalog.edit("7") { $0.name = "Jazz again" }
    #expect(try temporary.catalog.answer(query("jazzz"), at: SeededWorld.now).matches.map(\.id) == ["7"])
  }

  @Test("and synonyms: of a corrected word, and as known words")
  func synonyms() throws {
    let temporary = try catalog()
    try temporary.catalog.replaceSynonyms(by: Synonyms(parsing: "jazz, lazy\nherberge => hotel"))
    let answer = try temporary.catalog.answer(query("jazzz"), at: SeededWorld.now)
    #expect(answer.matches.map(\.id).sorted() == ["0", "1", "7"])
    let known = try temporary.catalog.answer(query("herberge"), at: SeededWorld.now)
    #expect(known.corrected.isEmpty && known.matches.map(\.id) == ["2"])
  }

  @Test("are explained")
  func explained() throws {
    let temporary = try catalog()
    let explanation = try temporary.catalog.explain(query("jazy"), at: SeededWorld.now)
    #expect("\(explanation)".contains("typos    jazy is read as jazz or lazy\n"))
    let verdict = try temporary.catalog.whyNot("1", query("jazy"), at: SeededWorld.now)
    let finding = try #require(verdict.findings.first { $0.filter == "text" })
    #expect(finding.wanted == "the words \"jazy\"; jazy is read as jazz or lazy")
    #expect(finding.found == "has jazzkeller" && verdict.isInAnswer)
  }

  @Test("cost work, which a budget ends")
  func budget() throws {
    let temporary = try catalog()
    #expect(throws: TooExpensive.self) {
      try temporary.catalog.answer(query("jazzz"), at: SeededWorld.now, within: WorkBudget(nodes: 3))
    }
  }

  // MARK: Twin

  private static let stems = [
    "jazz", "blues", "keller", "garten", "restaurant", "strasse", "cocktail", "brauerei", "hotel", "московский",
    "kneipe", "4711", "live2", "東京", "अंगूर", "서울역", "osteria", "lounge", "taverna", "biergarten",
  ]

  private static let letterPool = Array("abeklorstz".unicodeScalars)

  /// Random words that are near to each other.
  private static func word(_ random: inout SplitMix64) -> String {
    let stem = stems[SeededWorld.pick(stems.count, &random)]
    return SeededWorld.oneIn(3, &random) ? mistyped(stem, &random) : stem
  }

  private static func mistyped(_ word: String, _ random: inout SplitMix64) -> String {
    var letters = Array(word.unicodeScalars)
    let letter = letterPool[SeededWorld.pick(letterPool.count, &random)]
    let place = SeededWorld.pick(letters.count, &random)
    switch SeededWorld.pick(4, &random) {
    case 0: letters[place] = letter
    case 1: letters.insert(letter, at: place)
    case 2: if letters.count > 1 { letters.remove(at: place) }
    default: if place > 0 { letters.swapAt(place - 1, place) }
    }
    return String(String.UnicodeScalarView(letters))
  }

  private static func typed(_ random: inout SplitMix64) -> String {
    var word = word(&random)
    for _ in 0..<SeededWorld.pick(4, &random) { word = mistyped(word, &random) }
    let letters = word.unicodeScalars
    return SeededWorld.oneIn(3, &random) ? String(letters.prefix(1 + SeededWorld.pick(letters.count, &random))) : word
  }

  @Test(
    "and their brute-force twin agree on corrections, ids, order, totals and pages",
    arguments: [(1, 60, true), (2, 400, false), (3, 400, true)] as [(UInt64, Int, Bool)])
  func twin(seed: UInt64, count: Int, knowsOrder: Bool) throws {
    var random = SplitMix64(seed: seed)
    var listings = (0..<count).map { index in
      var listing = Self.listing(index, (0..<2).map { _ in Self.word(&random) }.joined(separator: " "))
      if SeededWorld.oneIn(3, &random) { listing.description = Self.word(&random) }
      if SeededWorld.oneIn(3, &random) { listing.tags = [Self.word(&random)] }
      return listing
    }
    let temporary = try TemporaryCatalog(listings)
    // Several segments of the text index, some with words that no listing has any longer.
    for index in stride(from: 0, to: count, by: 7) {
      listings[index].name = Self.word(&random)
      try temporary.catalog.save([listings[index]], source: "test", at: SeededWorld.now)
    }
    if knowsOrder { try temporary.catalog.knowTreeOrder() }
    let twin = BruteForce(listings)
    var (corrected, found) = (0, 0)
    for _ in 0..<TwinQueries.count(usually: 60) {
      let parts = (0..<(1 + SeededWorld.pick(2, &random))).map { _ in Self.typed(&random) }
      let text = parts.joined(separator: SeededWorld.oneIn(3, &random) ? " OR " : " ")
      var query = query(text, typos: [nil, nil, 0, 1, 2][SeededWorld.pick(5, &random)])
      (query.limit, query.fields) = (.max, [.id])
      query.sort = [[], [.name], [.relevance], [.best, .relevance]][SeededWorld.pick(4, &random)]
      guard !SearchText(text).alternatives.isEmpty else { continue }
      let answer = try temporary.catalog.answer(query, at: SeededWorld.now)
      let expected = twin.ids(query, now: SeededWorld.now)
      #expect(answer.matches.map(\.id) == expected, "\(text), \(query.typos ?? -1)")
      #expect(answer.total == expected.count)
      let words = Dictionary(uniqueKeysWithValues: answer.corrected.map { ($0.typed, $0.words) })
      #expect(words == twin.corrections(of: text, typos: query.typos), "\(text), \(query.typos ?? -1)")
      query.limit = 1 + expected.count / 3
      #expect(try temporary.catalog.idsOfAllPages(of: query) == expected, "\(text), \(query)")
      corrected += words.isEmpty ? 0 : 1
      found += expected.count
    }
    #expect(corrected > 10 && found > count / 4)
  }

  @Test("are looked up in all words of the index", arguments: [1, 5, 3_000])
  func words(count: Int) throws {
    var random = SplitMix64(seed: 9)
    let listings = (0..<count).map { index in
      Self.listing(index, (0..<4).map { _ in Self.typed(&random) }.joined(separator: " "))
    }
    let temporary = try TemporaryCatalog(listings)
    let words = try temporary.catalog.read { worker, snapshot, _ in
      var words: [String] = []
      try TextIndex.forEachWord(work: worker.scratch.work, in: worker) {
        words.append(String(decoding: $0, as: UTF8.self))
      }
      return words
    }
    #expect(words == BruteForce(listings).vocabulary)
  }

  static let otherwise: [(text: String, ids: [String], remark: String?)] = [
    ("jazz and keller", ["1"], "keller is read as jazzkeller"), ("jazz und club", ["0"], nil),
    ("hot and dogs", ["3"], nil), ("and", [], nil),
    ("lazyjane", ["7"], "lazyjane is read as lazy jane"), ("route4711", ["6"], "route4711 is read as route 4711"),
    ("jazz keller", ["1"], "keller is read as jazzkeller"), ("brenn glas", ["12"], "glas is read as brennglas"),
    ("the jazz club", ["0"], "the is left out, because no listing has it"),
    ("kneipe brennglas", ["12"], "kneipe is left out, because no listing has it"), ("the", [], nil),
    ("らーめん", ["11"], nil), ("\"jazz and club\"", [], nil), ("lazyjune", [], nil),
  ]

  @Test("words are found joined, apart, with and between them, and in the other kana", arguments: otherwise)
  func writtenOtherwise(text: String, ids: [String], remark: String?) throws {
    let temporary = try catalog()
    let answer = try temporary.catalog.answer(query(text), at: SeededWorld.now)
    #expect(answer.matches.map(\.id) == ids)
    #expect(answer.corrected.map(\.description) == [remark].compactMap(\.self))
    let corrections = answer.corrected
    #expect([WordCorrection](code: corrections.code) == corrections)
    #expect(try temporary.catalog.answer(query(text, typos: 0), at: SeededWorld.now).corrected.isEmpty)
  }
}
