import CivilTime
import Geography
import TestSupport
import Testing
import VicinityLab

@testable import Vicinity

@Suite("Words and their brute-force twin") struct WordTwinTests {
  /// Words of many scripts, with what they are found by.
  private static let vocabulary = [
    "Straße", "STRASSE", "strasse", "Łódź", "lodz", "Đà Nẵng", "da nang", "smørrebrød", "Ærø", "cœur", "İzmir",
    "ızgara",
    "ＢＡＲ", "ﬁnca", "L'Osteria", "live-music", "jazz", "Jazzkeller", "live", "music", "東京ラーメンバー", "京都", "ラーメン", "ﾗｰﾒﾝ",
    "ガード下", "ร้านอาหาร", "อาหาร", "Αθήνας", "ΑΘΉΝΑΣ", "Йога", "йога", "서울", "3.5", "U.S.A.", "½", "קפה",
  ]

  private static func text(_ count: Int, _ random: inout SplitMix64) -> String {
    (0..<count).map { _ in vocabulary[SeededWorld.pick(vocabulary.count, &random)] }.joined(separator: " ")
  }

  private static func listings(_ count: Int, _ random: inout SplitMix64) -> [Listing] {
    (0..<count).map { index in
      var listing = Listing(
        id: "w\(index)", kind: .bar,
        coordinate: Coordinate(latitude: Double(index % 40) / 10, longitude: Double(index / 40) / 10))
      if !SeededWorld.oneIn(8, &random) { listing.name = text(1 + SeededWorld.pick(3, &random), &random) }
      if SeededWorld.oneIn(3, &random) {
        listing.names = ["en": text(1, &random), "ja": text(1, &random), "alt_name": text(1, &random)]
      }
      if SeededWorld.oneIn(3, &random) { listing.address = text(2, &random) }
      if SeededWorld.oneIn(2, &random) { listing.tags = ["live-music", "京都"] }
      if SeededWorld.oneIn(2, &random) { listing.description = text(6, &random) }
      return listing
    }
  }

  /// A word, the beginning of one, or a phrase.
  private static func term(_ random: inout SplitMix64) -> String {
    if SeededWorld.oneIn(4, &random) { return "\"\(text(1 + SeededWorld.pick(2, &random), &random))\"" }
    let word = vocabulary[SeededWorld.pick(vocabulary.count, &random)].split(separator: " ")[0]
    return SeededWorld.oneIn(2, &random) ? String(word) : String(word.prefix(1 + SeededWorld.pick(word.count, &random)))
  }

  private static func query(_ random: inout SplitMix64) -> String {
    var parts = [term(&random)]
    for _ in 0..<SeededWorld.pick(3, &random) {
      switch SeededWorld.pick(3, &random) {
      case 0: parts += ["OR", term(&random)]
      case 1: parts.append(["-", "–"][SeededWorld.pick(2, &random)] + term(&random))
      default: parts.append(term(&random))
      }
    }
    return parts.joined(separator: " ")
  }

  @Test(
    "agree on phrases, alternatives and exclusions", arguments: [(1, 150), (2, 150), (3, 1_200)] as [(UInt64, Int)])
  func twin(seed: UInt64, count: Int) throws {
    var random = SplitMix64(seed: seed)
    let listings = Self.listings(count, &random)
    let temporary = try TemporaryCatalog(listings)
    if seed > 1 { try temporary.catalog.knowTreeOrder() }
    let twin = BruteForce(listings)
    var found = 0
    for _ in 0..<TwinQueries.count(usually: 60) {
      var query = Query()
      query.text = Self.query(&random)
      (query.limit, query.fields) = (.max, [.id])
      query.sort =
        [[.relevance], [.name], [], [.best, .relevance], [.relevance, .best]][SeededWorld.pick(5, &random)]
      if SearchText(query.text ?? "").alternatives.isEmpty {
        #expect(throws: QueryError.self) { try temporary.catalog.answer(query, at: SeededWorld.now) }
        continue
      }
      let ids = try temporary.catalog.answer(query, at: SeededWorld.now).matches.map(\.id)
      #expect(ids == twin.ids(query, now: SeededWorld.now), "\(query.text ?? "")")
      found += ids.count
    }
    #expect(found > count)
    #expect(try temporary.catalog.check().isEmpty)
  }

  @Test(
    "find each other",
    arguments: [
      ("Straße", "strasse"), ("grosse", "Große"), ("Łódź Piwo", "lodz"), ("Đà Nẵng", "da nang"), ("Ærø", "aero"),
      ("smørrebrød", "smorrebrod"), ("İstanbul", "istanbul"), ("ıspanak", "ispanak"), ("ＢＡＲ", "bar"), ("ﬁnca", "finca"),
      ("東京ラーメンバー", "ラーメン"), ("東京ラーメンバー", "京ラ"), ("ｶﾞｰﾄﾞ", "ガード"), ("ร้านอาหารไทย", "อาหาร"), ("L’Osteria", "osteria"),
      ("Café", "CAFE"), ("서울역", "서우"),
    ])
  func folding(text: String, word: String) throws {
    var listing = Listing(id: "a", kind: .bar, coordinate: Coordinate(latitude: 1, longitude: 2))
    listing.name = text
    let temporary = try TemporaryCatalog([listing])
    for text in [word, "\(word) -nothing", "nothing OR \(word)"] {
      var query = Query()
      query.text = text
      #expect(try temporary.catalog.answer(query, at: SeededWorld.now).matches.count == 1, "\(text)")
      query.text = "-\(word) \(word)"
      #expect(try temporary.catalog.answer(query, at: SeededWorld.now).matches.isEmpty)
    }
  }

  @Test("of a phrase must be adjacent")
  func phrases() throws {
    var listings = ["live music jazz", "jazz live", "music live"].enumerated().map { index, name in
      var listing = Listing(id: "\(index)", kind: .bar, coordinate: Coordinate(latitude: 1, longitude: 2))
      listing.name = name
      return listing
    }
    listings[2].tags = ["live-music"]
    let temporary = try TemporaryCatalog(listings)
    let cases = [
      ("live music", ["0", "2"]), ("\"live music\"", ["0", "2"]), ("\"music live\"", ["2"]), ("\"live mus\"", []),
      ("live-mus", ["0", "2"]), ("jazz OR music", ["0", "1", "2"]), ("live -jazz", ["2"]), ("live –jazz", ["2"]),
      ("live −jazz", ["2"]), ("jazz – music", ["0"]),
      ("live -\"jazz live\"", ["0", "2"]),
      ("jazz or music", []), ("\"live", ["0", "1", "2"]), ("OR jazz", ["0", "1"]), ("jazz OR", ["0", "1"]),
      ("jazz - music", ["0"]), ("jazz,music", ["0"]), ("music/jazz", ["0"]), ("live -jazz,x", ["2"]),
    ]
    for (text, expected) in cases {
      var query = Query()
      (query.text, query.sort) = (text, [.name])
      let ids = try temporary.catalog.answer(query, at: SeededWorld.now).matches.map(\.id)
      #expect(ids.sorted() == expected, "\(text)")
    }
    var filtered = Query()
    filtered.filter = try FilterExpression(parsing: "NOT text('jazz')")
    #expect(try temporary.catalog.answer(filtered, at: SeededWorld.now).matches.map(\.id) == ["2"])
  }
}
