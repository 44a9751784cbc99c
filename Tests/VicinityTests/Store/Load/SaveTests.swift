import CivilTime
import Geography
import TestSupport
import Testing

@testable import Vicinity

@Suite("Saving listings")
struct SaveTests {
  private static func couch(_ id: String, _ change: (inout Listing) -> Void = { _ in }) -> Listing {
    var listing = Listing(id: id, kind: .couch, coordinate: Coordinate(latitude: 48, longitude: 9))
    change(&listing)
    return listing
  }

  static let faulty: [(Listing, String)] = [
    (Listing(id: "x", kind: .bar, coordinate: Coordinate(latitude: .nan, longitude: 9)), "coordinate-out-of-range"),
    (Listing(id: "x", kind: .bar, coordinate: Coordinate(latitude: 95, longitude: 9)), "coordinate-out-of-range"),
    (Listing(id: "", kind: .bar, coordinate: Coordinate(latitude: 4, longitude: 9)), "missing-id"),
    (couch("x") { $0.price = Price(minorUnits: -1, currency: nil) }, "negative-price"),
    (couch("x") { $0.price = Price(minorUnits: .max, currency: nil) }, "out-of-range"),
    (couch("x") { $0.price = Price(minorUnits: 1, currency: "euro") }, "malformed-currency"),
    (couch("x") { $0.priceLevel = 0 }, "out-of-range"), (couch("x") { $0.priceLevel = 5 }, "out-of-range"),
    (couch("x") { $0.rating = -0.1 }, "out-of-range"), (couch("x") { $0.rating = .nan }, "out-of-range"),
    (couch("x") { $0.ratingCount = -1 }, "out-of-range"), (couch("x") { $0.guests = 0 }, "out-of-range"),
    (couch("x") { $0.minNights = 0 }, "out-of-range"), (couch("x") { $0.maxNights = 0 }, "out-of-range"),
    (couch("x") { ($0.minNights, $0.maxNights) = (3, 2) }, "night-limits-crossed"),
    (couch("x") { $0.starts = Instant(secondsSince1970: .min) }, "time-not-understood"),
    (
      couch("x") { ($0.starts, $0.ends) = (SeededWorld.now, SeededWorld.now) },
      "end-not-after-start"
    ),
    (
      couch("x") {
        let last = LocalDate.fourDigitYears.upperBound
        $0.unavailable = [Nights(from: last, to: last + 1)].compactMap { $0 }
      }, "nights-not-understood"
    ),
  ]

  @Test("a listing that no import would take is refused by name, and nothing is saved", arguments: faulty)
  func rejections(listing: Listing, code: String) throws {
    let temporary = try TemporaryCatalog()
    let error = try #require(throws: CatalogError.self) {
      try temporary.catalog.save([Self.couch("good"), listing], source: "s")
    }
    guard case .invalidListing(listing.id, let rejection) = error else {
      Issue.record("expected an invalid listing, got \(error)")
      return
    }
    #expect(rejection.code == code)
    #expect(try temporary.catalog.statistics().listings == 0)
  }

  @Test("every value at the edge of its range is saved and comes back")
  func edges() throws {
    let edges = [
      Self.couch("low") {
        ($0.priceLevel, $0.rating, $0.ratingCount, $0.guests, $0.minNights, $0.maxNights) = (1, -0.0, 0, 1, 1, 1)
        $0.price = Price(minorUnits: 0, currency: "EUR")
      },
      Self.couch("high") {
        ($0.priceLevel, $0.rating, $0.ratingCount) = (4, 5, 1_000_000_000)
        ($0.guests, $0.minNights, $0.maxNights) = (1_000_000, 1_000_000, 1_000_000_000)
        $0.price = Price(amount: 1e12, currency: "TND")
      },
    ]
    let temporary = try TemporaryCatalog()
    #expect(try temporary.catalog.save(edges, source: "s").added == 2)
    #expect(try temporary.catalog.listing("high") == edges[1])
    #expect(try temporary.catalog.save(edges, source: "s").unchanged == 2)
  }

  @Test("two listings with one id are refused, and nothing is saved")
  func repeated() throws {
    let temporary = try TemporaryCatalog()
    #expect(throws: CatalogError.repeatedListing(id: "a")) {
      try temporary.catalog.save([Self.couch("a"), Self.couch("b"), Self.couch("a")], source: "s")
    }
    #expect(try temporary.catalog.statistics().listings == 0)
  }

  @Test("texts that differ only in how their accents are written are a change")
  func accents() throws {
    let temporary = try TemporaryCatalog()
    let forms = ["caf\u{E9}", "cafe\u{301}"]
    for form in forms {
      let listing = Self.couch("a") { ($0.name, $0.openingHours) = (form, "\"\(form)\"") }
      let counts = try temporary.catalog.save([listing], source: "s")
      #expect(counts.added + counts.updated == 1)
      let saved = try #require(try temporary.catalog.listing("a"))
      #expect(Array((saved.name ?? "").utf8) == Array(form.utf8))
      #expect(Array((saved.openingHours ?? "").utf8) == Array("\"\(form)\"".utf8))
    }
  }

  @Test(
    "a tag is found however its letters are written", arguments: ["caf\u{E9}", "cafe\u{301}", "CAF\u{C9}", " Café "])
  func tagForms(written: String) throws {
    for saved in ["caf\u{E9}", "cafe\u{301}"] {
      let temporary = try TemporaryCatalog([Self.couch("a") { $0.tags = [saved] }])
      var query = Query()
      query.tags.all = [written]
      #expect(try temporary.catalog.answer(query, at: SeededWorld.now).matches.count == 1)
      query.tags = Query.TagFilter(none: [written])
      #expect(try temporary.catalog.answer(query, at: SeededWorld.now).matches.isEmpty)
    }
  }

  @Test("queried tags are brought into the form of tags")
  func queriedTags() {
    let asked = ["Beer Garden", "Wifi", "cuisine:Thai", "smoking:no"]
    #expect(Query.TagFilter(any: asked).any == ["beer-garden", "wifi", "cuisine:thai", "smoking:no"])
  }

  @Test("the mean rating disappears with the last rating")
  func meanRating() throws {
    let temporary = try TemporaryCatalog([Self.couch("a") { $0.rating = 4 }, Self.couch("b")])
    #expect(try temporary.catalog.statistics().meanRating == 4)
    try temporary.catalog.save([Self.couch("a")], source: "s")
    #expect(try temporary.catalog.statistics().meanRating == nil)
  }

  @Test(
    "a coordinate too near to zero for the R-tree lies in its box",
    arguments: [.leastNonzeroMagnitude, -.leastNonzeroMagnitude, 4e-46, -1e-40] as [Double])
  func tiny(degrees: Double) throws {
    let temporary = try TemporaryCatalog([
      Listing(id: "x", kind: .bar, coordinate: Coordinate(latitude: degrees, longitude: -degrees))
    ])
    #expect(try temporary.catalog.check().isEmpty)
    #expect(try temporary.catalog.listing("x")?.coordinate == Coordinate(latitude: 0, longitude: 0))
  }

  @Test(
    "an id that does not exist brings up those that begin alike",
    arguments: [
      ("bar-12", ["bar-1"]), ("BAR-1", ["bar-1"]), ("event-7x", ["event-7"]), ("b", ["bar-1", "bar-2"]), ("zebra", []),
      ("", []),
      ("event-%", ["event-7", "event-8"]), (String(repeating: "x", count: 300), []),
    ])
  func similarIds(id: String, expected: [String]) throws {
    let ids = ["bar-1", "bar-2", "event-7", "event-8", "xylophone", "Zoo"]
    let temporary = try TemporaryCatalog(ids.map { Self.couch($0) })
    #expect(try temporary.catalog.similarIds(to: id) == expected)
  }
}
