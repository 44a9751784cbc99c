import Geography
import Streams
import TestSupport
import Testing

@testable import Vicinity
@testable import VicinityFormats

@Suite("Accessible places")
struct AccessibleTests {
  private static let world = SeededWorld(
    seed: 31, count: 600, center: Coordinate(latitude: 47, longitude: 19), spreadDegrees: 0.5)

  @Test(
    "the filter keeps the listings with one of the words",
    arguments: [[Accessibility.yes], [.yes, .limited], [.no]] as [Set<Accessibility>])
  func filter(wanted: Set<Accessibility>) throws {
    let temporary = try TemporaryCatalog(Self.world.listings)
    let catalog = temporary.catalog
    for radius in [nil, 20_000.0] {
      var query = Query()
      (query.accessible, query.limit, query.total, query.fields) = (wanted, 1000, true, [.id])
      (query.near, query.radiusMeters) = (radius == nil ? nil : Coordinate(latitude: 47, longitude: 19), radius)
      let found = try catalog.answer(query, at: SeededWorld.now).matches.map(\.id)
      #expect(found == BruteForce(Self.world.listings).ids(query, now: SeededWorld.now))
      #expect(!found.isEmpty)
    }
  }

  @Test(
    "a price level below all matches nothing, one above all every listing with a level", arguments: [-1, 0, 2, 4, 99])
  func levels(highest: Int) throws {
    let temporary = try TemporaryCatalog(Self.world.listings)
    var query = Query()
    (query.price, query.limit, query.fields) = (.init(maxLevel: highest), 1000, [.id])
    let found = try temporary.catalog.answer(query, at: SeededWorld.now).matches.map(\.id)
    #expect(found == BruteForce(Self.world.listings).ids(query, now: SeededWorld.now))
    #expect(found.isEmpty == (highest < 1))
  }

  @Test("the facet counts each word, and missing values")
  func facet() throws {
    let temporary = try TemporaryCatalog(Self.world.listings)
    let catalog = temporary.catalog
    var query = Query()
    (query.facets, query.limit) = ([.accessible, .priceLevel], 0)
    (query.kinds, query.during) = (Set(Kind.allCases), .named(.any))
    let facets = try catalog.answer(query, at: SeededWorld.now).facets ?? []
    for facet in facets {
      var expected = BruteForce.counts(of: facet.facet, among: Self.world.listings)
      #expect(facet.without == expected.removeValue(forKey: "") ?? 0)
      #expect(Dictionary(uniqueKeysWithValues: facet.values.map { ($0.value, $0.count) }) == expected)
    }
    #expect(facets.map(\.facet) == [.accessible, .priceLevel])
  }

  @Test("the form takes a word or several, and refuses others")
  func form() throws {
    let query = try Query(parsing: #"{"accessible":["limited","yes"]}"#.utf8)
    #expect(query.accessible == [.yes, .limited])
    #expect(query.json.text == #"{"accessible":["yes","limited"]}"#)
    #expect(try Query(parsing: #"{"accessible":"no"}"#.utf8).accessible == [.no])
    for text in [#"{"accessible":[]}"#, #"{"accessible":true}"#, #"{"accessible":"yess"}"#] {
      #expect(throws: QueryError.self) { try Query(parsing: text.utf8) }
    }
  }

  @Test(
    "sources say it in many words", arguments: [("Designated", Accessibility.yes), ("partial", .limited), ("no", .no)])
  func words(text: String, accessibility: Accessibility) throws {
    #expect(try Accessibility.named(text) == accessibility)
    #expect(throws: RowRejection.self) { try Accessibility.named("sometimes") }
    #expect(try Accessibility.named("unknown") == nil)
  }

  @Test("an answer reads it from the index and from the row, and JSON preserves it")
  func told() throws {
    let temporary = try TemporaryCatalog(Self.world.listings)
    let catalog = temporary.catalog
    var query = Query()
    (query.limit, query.fields) = (1000, [.id, .accessible])
    for fields in [[Field.id, .accessible], [.id, .accessible, .phone]] {
      query.fields = fields
      for match in try catalog.answer(query, at: SeededWorld.now).matches {
        let listing = try #require(Self.world.listings.first { $0.id == match.id })
        #expect(match.fieldValue(of: .accessible)?.plainText == listing.accessible?.rawValue)
        #expect(try catalog.listing(match.id)?.jsonText == listing.jsonText)
      }
    }
  }
}
