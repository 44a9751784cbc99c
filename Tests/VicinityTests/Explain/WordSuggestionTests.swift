import CivilTime
import Geography
import TestSupport
import Testing

@testable import Vicinity

@Suite("Words and tags that no listing has") struct WordSuggestionTests {
  private func catalog() throws -> TemporaryCatalog {
    let listings = [("Jazzkeller", ["jazz", "live-music"]), ("Brennglas", ["cocktails"]), ("Straßencafé", ["cafe"])]
      .enumerated().map { index, content in
        var listing = Listing(id: "\(index)", kind: .bar, coordinate: Coordinate(latitude: 1, longitude: 2))
        (listing.name, listing.tags) = content
        return listing
      }
    return try TemporaryCatalog(listings)
  }

  private func relaxations(_ form: String) throws -> [Relaxation] {
    let temporary = try catalog()
    return try temporary.catalog.relaxations(of: Query(parsing: form.utf8), at: SeededWorld.now)
  }

  static let corrections: [(form: String, words: String, text: String?)] = [
    (#"{"text":"cocktials","typos":0}"#, "with cocktails instead of cocktials", "cocktails"),
    (#"{"text":"brenglas","typos":0}"#, "with brennglas instead of brenglas", "brennglas"),
    (#"{"text":"strassencaffe","typos":0}"#, "with strassencafe instead of strassencaffe", "strassencafe"),
    (
      #"{"text":"jazzkeler OR brenglas -x","typos":0}"#, "with jazzkeller, brennglas instead of jazzkeler, brenglas",
      "jazzkeller OR brennglas -x"
    ),
    (#"{"text":"\"live musik\""}"#, "with music instead of musik", #""live music""#),
    (#"{"tags":["jaz"]}"#, "with jazz instead of jaz", nil),
    (#"{"tags":{"any":["coktails","nosuchtag"]}}"#, "with cocktails instead of coktails", nil),
  ]

  @Test(arguments: corrections)
  func `are answered with the nearest ones`(form: String, words: String, text: String?) throws {
    let first = try #require(try relaxations(form).first)
    #expect(first.words == words)
    #expect(first.results >= 1)
    if let text { #expect(first.query.text == text) }
    let temporary = try catalog()
    defer { withExtendedLifetime(temporary) {} }
    #expect(try temporary.catalog.answer(first.query, at: SeededWorld.now).matches.count == first.results)
  }

  @Test(arguments: [
    #"{"text":"qqqqq","typos":0}"#, #"{"text":"jazz cocktails"}"#, #"{"tags":["cocktails","jazz"]}"#,
    #"{"tags":["wine"]}"#,
  ])
  func `are left alone where nothing is near, and where all are known`(form: String) throws {
    #expect(try relaxations(form).allSatisfy(\.unknown.isEmpty))
  }

  @Test func `cost work, which a budget ends`() throws {
    let temporary = try catalog()
    let query = try Query(parsing: #"{"text":"cocktials","typos":0}"#.utf8)
    let budget = WorkBudget(nodes: 3)
    #expect(throws: TooExpensive.self) {
      try temporary.catalog.relaxations(of: query, at: SeededWorld.now, within: budget)
    }
  }

  @Test(arguments: [#"{"text":"ny"}"#, #"{"text":"x"}"#])
  func `of fewer than three letters are not guessed`(form: String) throws {
    #expect(try relaxations(form).allSatisfy(\.unknown.isEmpty))
  }

  @Test func `are corrected in a catalog that is read only`() throws {
    let temporary = try catalog()
    let reader = try Catalog(path: temporary.path)
    let found = try reader.relaxations(of: Query(parsing: #"{"text":"cocktials","typos":0}"#.utf8), at: SeededWorld.now)
    #expect(found.first?.nearest == ["cocktails"])
    // Reading stays reading.
    let query = try Query(parsing: #"{"text":"brenglas","typos":0}"#.utf8)
    #expect(try reader.relaxations(of: query, at: SeededWorld.now).count == 2)
  }
}
