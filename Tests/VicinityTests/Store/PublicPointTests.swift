import Testing
import TestSupport

@testable import Vicinity

@Suite("Public points of couches")
struct PublicPointTests {
  static let key = PublicPointKey((0..<32).map { 7 &* $0 &+ 3 })

  static let discs: [(exact: Coordinate, radius: Double)] = [
    (Coordinate(latitude: 47.4979, longitude: 19.0402), 500), (Coordinate(latitude: -17.5, longitude: 180), 20_000.0),
    (Coordinate(latitude: 89.9999, longitude: 10), 2_000.0),
  ]

  @Test("are spread evenly over the disc", arguments: discs)
  func spread(exact: Coordinate, radius: Double) {
    // 10 rings of equal area times 12 sectors; with 119 degrees of freedom one of a thousand keys goes beyond 173.
    var counts = [Int](repeating: 0, count: 120)
    for number in 0..<12_000 {
      let point = Self.key.point(of: "couch-\(number)", at: exact, radius: radius)
      let share = Metric.wgs84.meters(from: exact, to: point) / radius
      #expect(share <= 1)
      let sector = Int(Metric.wgs84.azimuth(from: exact, to: point) / 30)
      counts[min(9, Int(share * share * 10)) * 12 + min(11, sector)] += 1
    }
    let chiSquare = counts.reduce(0.0) { $0 + (Double($1) - 100) * (Double($1) - 100) / 100 }
    #expect(chiSquare < 173, "\(chiSquare)")
    #expect(chiSquare > 77, "\(chiSquare): too even to be drawn")
  }

  @Test("move along with the couch, and tell the way alone")
  func moves() {
    let first = Coordinate(latitude: 47.4979, longitude: 19.0402)
    for number in 0..<200 {
      let second = first.destination(azimuth: Double(number) * 1.7, meters: 30)
      let id = "couch-\(number)"
      let (a, b) = (Self.key.point(of: id, at: first, radius: 500), Self.key.point(of: id, at: second, radius: 500))
      #expect(abs(Metric.wgs84.meters(from: a, to: b) - 30) < 0.05)
      #expect(Self.key.point(of: id, at: first, radius: 500) == a)
    }
  }

  @Test("lie in another direction with another radius")
  func radii() {
    let exact = Coordinate(latitude: 47.4979, longitude: 19.0402)
    let turns = (0..<500).map { number in
      let (a, b) = (300.0, 600.0)
      let id = "couch-\(number)"
      let first = Metric.wgs84.azimuth(from: exact, to: Self.key.point(of: id, at: exact, radius: a))
      return abs(
        (Metric.wgs84.azimuth(from: exact, to: Self.key.point(of: id, at: exact, radius: b)) - first)
          .remainder(dividingBy: 360))
    }
    #expect((70...110).contains(turns.reduce(0, +) / 500))
  }

  private static func couch(_ change: (inout Listing) -> Void = { _ in }) -> Listing {
    var couch = Listing(id: "c", kind: .couch, coordinate: Coordinate(latitude: 47.4979, longitude: 19.0402))
    (couch.host, couch.address, couch.timeZone) = ("hana", "Fő utca 1", "Europe/Budapest")
    change(&couch)
    return couch
  }

  private static func seen(_ catalog: Catalog, by caller: String? = nil) throws -> Listing {
    let listing = try caller.map { try catalog.listing("c", for: $0, at: SeededWorld.now) } ?? catalog.listing("c")
    return try #require(listing)
  }

  @Test("stay when the same is imported again, and follow the radius of the catalog")
  func again() throws {
    let temporary = try TemporaryCatalog()
    let catalog = temporary.catalog
    _ = try catalog.bulkLoad(source: "test") { try $0.setUsualPublicRadius(300) }
    try catalog.save([Self.couch()], source: "test")
    let told = try Self.seen(catalog)
    #expect(told.coordinate != Self.couch().coordinate && told.address == nil && told.publicRadius == nil)
    #expect(try catalog.save([Self.couch()], source: "test").unchanged == 1)
    #expect(try Self.seen(catalog) == told)
    #expect(try Self.seen(catalog, by: "hana").coordinate == Self.couch().coordinate)
    #expect(try Self.seen(catalog, by: "hana").address == "Fő utca 1")
    try catalog.save([Self.couch { $0.publicRadius = 0 }], source: "test")
    #expect(try Self.seen(catalog) == Self.couch())
    #expect(try catalog.check().isEmpty)
  }

  @Test("do not become the place when the catalog's own words are imported")
  func roundTrip() throws {
    let temporary = try TemporaryCatalog([Self.couch { $0.publicRadius = 800 }])
    let told = try Self.seen(temporary.catalog)
    try temporary.catalog.save([told], source: "export")
    #expect(try Self.seen(temporary.catalog) == told)
    #expect(try Self.seen(temporary.catalog, by: "hana").coordinate == Self.couch().coordinate)
    #expect(try Self.seen(temporary.catalog, by: "hana").address == "Fő utca 1")
  }

  static let refusals: [(kind: Kind, radius: Double)] = [
    (.bar, 500), (.event, 500), (.couch, 9), (.couch, -1), (.couch, .nan), (.couch, 1e6),
  ]

  @Test("are refused for what is no couch, and for odd radii", arguments: refusals)
  func refused(kind: Kind, radius: Double) throws {
    var listing = Listing(id: "c", kind: kind, coordinate: Coordinate(latitude: 47, longitude: 19))
    listing.publicRadius = radius
    let temporary = try TemporaryCatalog()
    #expect(throws: CatalogError.self) { try temporary.catalog.save([listing], source: "test") }
  }

  @Test("that are too far away are found by check, and so is an address")
  func check() throws {
    let temporary = try TemporaryCatalog([Self.couch { $0.publicRadius = 800 }])
    #expect(try temporary.catalog.check().isEmpty)
    try TestDatabase.run("UPDATE exact_point SET latitude = latitude + 0.1", path: temporary.path)
    try TestDatabase.run("UPDATE listing_detail SET address = 'Fő utca 1'", path: temporary.path)
    #expect(try temporary.catalog.check().map(\.code).sorted() == ["exact-address", "exact-point", "text-content"])
  }

  @Test("are written in bulk as one by one")
  func bulk() throws {
    let center = Coordinate(latitude: 48, longitude: 9)
    let listings = SeededWorld(seed: 3, count: 1500, center: center, spreadDegrees: 0.2).listings.map { listing in
      var listing = listing
      if listing.kind == .couch { (listing.publicRadius, listing.host) = (700, "hana") }
      return listing
    }
    let temporary = try TemporaryCatalog(listings)
    #expect(try temporary.catalog.check().isEmpty)
    for couch in listings where couch.kind == .couch {
      let (seen, known) = (
        try temporary.catalog.listing(couch.id),
        try temporary.catalog.listing(couch.id, for: "hana", at: SeededWorld.now)
      )
      #expect(seen?.coordinate != couch.coordinate && seen?.address == nil)
      #expect(known?.coordinate == couch.coordinate && known?.address == couch.address)
    }
    #expect(try temporary.catalog.save(listings, source: "test").unchanged == listings.count)
  }
}
