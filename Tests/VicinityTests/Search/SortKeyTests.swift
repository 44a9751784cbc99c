import Geography
import TestSupport
import Testing
import VicinityLab

@testable import Vicinity

/// Keys of an order as text and as values; the twin tests compare the orders themselves.
@Suite("Sort keys")
struct SortKeyTests {
  @Test func `are written with a minus sign where the greatest comes first`() throws {
    for key in Query.SortKey.allCases { #expect(Query.SortKey(rawValue: key.rawValue) == key) }
    #expect(Query.SortKey(rawValue: "-rating") == .rating.descending)
    #expect(Query.SortKey.price.rawValue == "price" && Query.SortKey.price.descending.rawValue == "-price")
    #expect(Query.SortKey(rawValue: "-recommended") == nil && Query.SortKey(rawValue: "--price") == nil)
    #expect(Query.SortKey.allCases.count == 2 * Query.SortProperty.allCases.count - 1)
  }

  @Test(arguments: [
    ("distance", "near"), ("-distance", "near"), ("-relevance", "text"), ("route", "along"), ("-stayPrice", "stay"),
    ("nightPrice", "stay"),
  ])
  func `say what they need`(key: String, needed: String) throws {
    let query = try Query(parsing: #"{"sort":"\#(key)"}"#.utf8)
    let error = #expect(throws: QueryError.self) { try Plan(query, at: SeededWorld.now) }
    #expect(error?.code == "missing" && error?.description.contains("\(needed), which is missing") == true)
  }

  @Test func `of recommendations have one direction`() throws {
    var query = Query()
    (query.members, query.sort) = (["m"], [.recommended.descending])
    #expect(throws: QueryError.conflict("sort: \"recommended\" has only one direction")) {
      try Plan(query, at: SeededWorld.now)
    }
  }

  @Test func `of a property count once, and the first one decides`() throws {
    let query = try Query(parsing: #"{"sort":["-price","name","price"]}"#.utf8)
    #expect(try Plan(query, at: SeededWorld.now).order == [.price.descending, .name])
  }

  @Test func `put unknown values last in both directions`() throws {
    let listings = [("a", 5), ("b", nil), ("c", 9), ("d", 5)].map { id, price in
      var bar = Listing(id: id, kind: .bar, coordinate: .init(latitude: 48, longitude: 9))
      bar.price = price.map { Price(minorUnits: $0 * 100, currency: "EUR") }
      return bar
    }
    let temporary = try TemporaryCatalog(listings)
    var query = Query()
    query.sort = [.price]
    #expect(try temporary.catalog.answer(query, at: SeededWorld.now).matches.map(\.id) == ["a", "d", "c", "b"])
    query.sort = [.price.descending]
    #expect(try temporary.catalog.answer(query, at: SeededWorld.now).matches.map(\.id) == ["c", "a", "d", "b"])
  }

  @Test func `by rating sort by the weighted rating`() throws {
    let listings = SeededWorld(
      seed: 5, count: 300, center: Coordinate(latitude: 48, longitude: 9), spreadDegrees: 0.1
    ).listings
    let temporary = try TemporaryCatalog(listings)
    let mean = BruteForce(listings).meanRating
    var query = Query()
    (query.sort, query.limit, query.fields) = ([.rating.descending], 300, [.id, .weightedRating])
    let matches = try temporary.catalog.answer(query, at: SeededWorld.now).matches
    let known: [Double] = matches.compactMap { $0.weightedRating }
    #expect(known.count > 50 && known == known.sorted(by: >))
    for match in matches {
      let listing = try #require(listings.first { $0.id == match.id })
      let votes = Double(max(listing.ratingCount ?? 1, 1))
      let expected: Double? = listing.rating.map { (votes * $0 + 10 * mean) / (votes + 10) }
      let difference = abs((match.weightedRating ?? 0) - (expected ?? 0))
      #expect((match.weightedRating == nil) == (expected == nil) && difference < 1e-9)
    }
  }
}
