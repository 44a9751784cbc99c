import Geography
import Streams
import TestSupport
import Testing

@testable import Vicinity

@Suite("Categories")
struct CategoryTests {
  private static let world = SeededWorld(
    seed: 46, count: 600, center: Coordinate(latitude: 47, longitude: 19), spreadDegrees: 0.5)

  @Test(
    "the filter keeps the listings with one of the words",
    arguments: [[ListingCategory.pub], [.pub, .concert, .room], [.guestHouse]] as [Set<ListingCategory>])
  func filter(wanted: Set<ListingCategory>) throws {
    let temporary = try TemporaryCatalog(Self.world.listings)
    for radius in [nil, 20_000.0] {
      var query = Query()
      (query.category, query.limit, query.total, query.fields) = (wanted, 1000, true, [.id])
      (query.near, query.radiusMeters) = (radius == nil ? nil : Coordinate(latitude: 47, longitude: 19), radius)
      let found = try temporary.catalog.answer(query, at: SeededWorld.now).matches.map(\.id)
      #expect(found == BruteForce(Self.world.listings).ids(query, now: SeededWorld.now))
      #expect(!found.isEmpty)
    }
  }

  @Test("the facet counts each category, and missing ones")
  func facet() throws {
    let temporary = try TemporaryCatalog(Self.world.listings)
    var query = Query()
    (query.facets, query.limit) = ([.category], 0)
    (query.kinds, query.during) = (Set(Kind.allCases), .named(.any))
    let facet = try #require(try temporary.catalog.answer(query, at: SeededWorld.now).facets?.first)
    var expected = BruteForce.counts(of: .category, among: Self.world.listings)
    #expect(facet.without == expected.removeValue(forKey: "") ?? 0)
    #expect(Dictionary(uniqueKeysWithValues: facet.values.map { ($0.value, $0.count) }) == expected)
    #expect(expected.count == ListingCategory.allCases.count)
  }

  @Test("a query takes a word or several, in several spellings, and refuses others")
  func form() throws {
    #expect(try Query(parsing: #"{"category":["Beer garden","pub"]}"#.utf8).category == [.biergarten, .pub])
    #expect(try Query(parsing: #"{"category":"fast_food"}"#.utf8).category == [.fastFood])
    for text in [#"{"category":[]}"#, #"{"category":true}"#, #"{"category":"spaceport"}"#] {
      #expect(throws: QueryError.self) { try Query(parsing: text.utf8) }
    }
  }

  @Test(
    "the tags name it where the source does not: of several the one that says most",
    arguments: [
      (.bar, ["bar", "outdoor_seating", "restaurant"], .restaurant),
      (.bar, ["beer-garden", "pub"], .pub), (.bar, ["fast_food"], .fastFood), (.bar, ["cuisine:pub"], nil),
      (.event, ["theater", "kultur"], .theatre), (.event, ["konzert", "stadtteil"], .concert),
      (.event, ["pub"], nil), (.couch, ["entire-home-apt", "wifi"], .apartment),
      (.couch, ["private-room", "hostel"], .hostel), (.couch, ["wifi"], nil),
    ] as [(Kind, [String], ListingCategory?)])
  func byTags(kind: Kind, tags: [String], category: ListingCategory?) throws {
    #expect(ListingCategory.named(by: tags, of: kind) == category)
    var listing = Listing(id: "one", kind: kind, coordinate: Coordinate(latitude: 1, longitude: 2))
    listing.tags = tags
    let temporary = try TemporaryCatalog([listing])
    #expect(try temporary.catalog.listing("one")?.category == category)
  }

  @Test("each word belongs to one kind and to one category")
  func words() {
    for kind in Kind.allCases {
      let words = CategoryWords.table.filter { $0.0.kind == kind }.flatMap { [$0.0.rawValue] + $0.1 }
      #expect(Set(words).count == words.count)
      #expect(words.allSatisfy { TagWords.kept($0) == $0 })
    }
    #expect(Set(CategoryWords.table.map(\.0)) == Set(ListingCategory.allCases))
  }

  @Test("a category of another kind is refused")
  func otherKind() {
    var listing = Listing(id: "one", kind: .bar, coordinate: Coordinate(latitude: 1, longitude: 2))
    listing.category = .concert
    var validator = ListingValidator()
    #expect(throws: RowRejection.self) { try validator.validate(listing) }
  }
}
