import Geography
import TestSupport
import Testing
import VicinityLab

@testable import Vicinity

@Suite("Duplicates") struct DuplicateTests {
  private static func listing(_ id: String, _ name: String, _ latitude: Double, _ longitude: Double) -> Listing {
    var listing = Listing(id: id, kind: .bar, coordinate: Coordinate(latitude: latitude, longitude: longitude))
    listing.name = name
    return listing
  }

  static let likely: [(one: String, other: String, likeness: Double?)] = [
    ("Brennglas", "Bar Brennglas", 1), ("The Fox & Hounds", "Fox and Hounds", 1), ("Löwenbräu", "loewenbrau", 0.9),
    ("Löwenbräu", "Lowenbrau", 1), ("Zum Ochsen", "Ochsen", 1), ("Coca-Cola Bar", "Cocacola", 1),
    ("Café Central", "Café Zentral", 0.86), ("Goldener Adler", "Goldener Adler Biergarten", 0.67),
    ("Adler", "Alder", 0.8), ("Fox", "Fax", nil), ("Krone", "Adler", nil), ("Bar", "Pub", nil), ("Bar", "bar", 1),
    ("Halle 11", "Halle 12", nil), ("Halle", "Halle 2", nil), ("Studio 54", "Studio54", 1), ("Club 54", "Klub 54", nil),
  ]

  @Test("have the same words, or one typing error", arguments: likely)
  func names(one: String, other: String, likeness: Double?) throws {
    func place(_ name: String) -> DuplicateFinder.Place {
      let words = DuplicateFinder.significantWords(of: name)
      return DuplicateFinder.Place(
        side: .init(id: name, name: name, source: name), kind: 0, coordinate: Coordinate(latitude: 0, longitude: 0),
        starts: nil, tags: [], words: Set(words), text: words.joined())
    }
    let found = DuplicateFinder.likeness(place(one), place(other))
    #expect(found.map { ($0 * 100).rounded() / 100 } == likeness, "\(found ?? -1)")
    #expect(found == DuplicateFinder.likeness(place(other), place(one)))
  }

  @Test("are those of comparing all, also at the poles and the antimeridian", arguments: [0.0, 47, 89.9995, -89.9999])
  func twin(latitude: Double) {
    var random = SplitMix64(seed: 5)
    let names = ["Adler", "Alder", "Krone", "Goldener Adler", "Bar Adler"]
    let places = (0..<300).map { number -> DuplicateFinder.Place in
      let name = names[Int.random(in: 0..<names.count, using: &random)]
      let words = DuplicateFinder.significantWords(of: name)
      let longitude = Double.random(in: 179.997...180.003, using: &random)
      let place = Coordinate(
        latitude: max(-90, min(90, latitude + Double.random(in: -0.003...0.003, using: &random))),
        longitude: longitude > 180 ? longitude - 360 : longitude)
      return DuplicateFinder.Place(
        side: .init(id: "\(number)", name: name, source: "s\(number % 3)"), kind: number % 2, coordinate: place,
        starts: number % 7 == 0 ? 1 : nil, tags: number % 5 == 0 ? [number % 2] : [], words: Set(words),
        text: words.joined())
    }
    for (meters, acrossSources) in [(100.0, true), (100, false), (700, true), (0, true)] {
      let finder = DuplicateFinder(places, meters, acrossSources)
      let found = finder.pairs()
      var expected: Set<DuplicatePair> = []
      for (index, one) in places.enumerated() {
        for other in places.dropFirst(index + 1) { if let pair = finder.pair(one, other) { expected.insert(pair) } }
      }
      #expect(found.count == expected.count && Set(found) == expected)
      #expect(meters == 0 || !found.isEmpty)
    }
  }

  @Test("are merged: missing values are taken over, and the other one stays away from imports")
  func merged() throws {
    var one = Self.listing("a", "Brennglas", 48, 9)
    (one.tags, one.priceLevel, one.phone) = (["pub"], 2, nil)
    var other = Self.listing("b", "Bar Brennglas", 48.0002, 9)
    (other.tags, other.priceLevel, other.phone) = (["pub", "jazz"], 3, "+49 711 1")
    other.price = Price(amount: 4.5, currency: "EUR")
    other.own = ["vegan": .bool(true)]
    let temporary = try TemporaryCatalog([one], source: "first")
    let catalog = temporary.catalog
    try catalog.save([other, Self.listing("c", "Brennglas", 48.5, 9)], source: "second", at: SeededWorld.now)
    let pairs = try catalog.duplicates()
    #expect(pairs.map(\.second.id) == ["a"] && pairs.map(\.first.id) == ["b"])
    #expect(pairs.allSatisfy { (22...23).contains($0.meters) && $0.likeness == 1 })
    let keys = try catalog.merge("b", into: "a", at: SeededWorld.now)
    #expect(Set(keys).isSuperset(of: ["tags", "phone", "price"]))
    let merged = try #require(try catalog.listing("a"))
    #expect(merged.name == "Brennglas" && merged.priceLevel == 2 && merged.phone == "+49 711 1")
    #expect(Set(merged.tags) == ["pub", "jazz"] && merged.price == other.price && merged.own["vegan"] == .bool(true))
    #expect(try catalog.listing("b") == nil && catalog.duplicates().isEmpty)
    #expect(throws: CatalogError.self) { try catalog.merge("a", into: "a", at: SeededWorld.now) }
    #expect(throws: CatalogError.self) { try catalog.merge("b", into: "a", at: SeededWorld.now) }
    #expect(throws: CatalogError.self) { try catalog.split("c", at: SeededWorld.now) }
    #expect(try catalog.split("b", at: SeededWorld.now) == "a")
    #expect(try catalog.listing("b")?.phone == "+49 711 1")
    try catalog.save([one], source: "first", at: SeededWorld.now)
    #expect(try catalog.listing("a")?.phone == nil)
    try catalog.merge("b", into: "a", at: SeededWorld.now)
    #expect(try catalog.removeSource("second", at: SeededWorld.now) == 1)
    #expect(throws: CatalogError.self) { try catalog.split("b", at: SeededWorld.now) }
    try catalog.save([one], source: "first", at: SeededWorld.now)
    #expect(try catalog.listing("a")?.phone == nil && catalog.hiddenListings().isEmpty)
    #expect(try catalog.check().isEmpty)
  }

  @Test("stay merged when both sources are imported again, and until the first one is gone")
  func mergedAgain() throws {
    var one = Self.listing("a", "Brennglas", 48, 9)
    one.priceLevel = 2
    var other = Self.listing("b", "Bar Brennglas", 48.0002, 9)
    (other.phone, other.operatingStatus, other.rating, other.ratingCount) = ("+49 711 1", .closed, 4, 10)
    let temporary = try TemporaryCatalog([one], source: "first")
    let catalog = temporary.catalog
    try catalog.save([other], source: "second", at: SeededWorld.now)
    try catalog.merge("b", into: "a", at: SeededWorld.now)
    #expect(try catalog.listing("a")?.operatingStatus == nil, "a status is not taken over")
    let unchanged = try catalog.save([one], source: "first", at: SeededWorld.now)
    #expect(unchanged.unchanged == 1 && unchanged.updated == 0)
    #expect(try catalog.listing("a")?.phone == "+49 711 1" && catalog.listing("a")?.rating == 4)
    other.phone = "+49 711 2"
    #expect(try catalog.save([other], source: "second", at: SeededWorld.now).hidden == 1)
    one.rating = 3
    #expect(try catalog.save([one], source: "first", at: SeededWorld.now).updated == 1)
    let merged = try #require(try catalog.listing("a"))
    #expect(merged.phone == "+49 711 2" && merged.rating == 3 && merged.ratingCount == nil)
    try catalog.remove(ids: ["a"])
    #expect(try catalog.save([other], source: "second", at: SeededWorld.now).added == 1)
    #expect(try catalog.listing("b")?.phone == "+49 711 2" && catalog.hiddenListings().isEmpty)
    #expect(try catalog.check().isEmpty)
  }

  @Test("give what members have recorded to the listing that stays, and to the other one when it returns")
  func records() throws {
    let temporary = try TemporaryCatalog([Self.listing("a", "Brennglas", 48, 9)], source: "first")
    let catalog = temporary.catalog
    try catalog.save([Self.listing("b", "Brennglas", 48, 9)], source: "second", at: SeededWorld.now)
    _ = try catalog.perform(.favorite(listing: "b", member: "ada"), at: SeededWorld.now)
    for (id, member, halves) in [("b", "ada", 8), ("b", "bob", 4), ("a", "bob", 10)] {
      try catalog.rate(id, try #require(Stars(halves: halves)), by: member, at: SeededWorld.now)
    }
    try catalog.merge("b", into: "a", at: SeededWorld.now)
    #expect(try catalog.favorites(of: "ada", at: SeededWorld.now).map(\.listing.id) == ["a"])
    #expect(try catalog.listing("a")?.rating == 4.5 && catalog.listing("a")?.ratingCount == 2)
    try catalog.remove(ids: ["a"])
    try catalog.save([Self.listing("b", "Brennglas", 48, 9)], source: "second", at: SeededWorld.now)
    #expect(try catalog.favorites(of: "ada", at: SeededWorld.now).map(\.listing.id) == ["b"])
    #expect(try catalog.listing("b")?.rating == 3)
    #expect(try catalog.check().isEmpty)
  }

  @Test("leave couches out, and events at other times")
  func leftOut() throws {
    var couches = ["a", "b"].map { Listing(id: $0, kind: .couch, coordinate: Coordinate(latitude: 1, longitude: 2)) }
    for index in couches.indices { couches[index].name = "Loft" }
    var events = ["c", "d", "e"].map {
      Listing(id: $0, kind: .event, coordinate: Coordinate(latitude: 1, longitude: 2))
    }
    for (index, hours) in [0, 0, 24].enumerated() {
      (events[index].name, events[index].starts) = ("Ball", SeededWorld.now + Int64(hours * 3600))
    }
    let temporary = try TemporaryCatalog(couches + events)
    #expect(try temporary.catalog.duplicates().isEmpty, "one source")
    let pairs = try temporary.catalog.duplicates(acrossSources: false)
    #expect(pairs.map { [$0.first.id, $0.second.id] } == [["c", "d"]])
  }
}
