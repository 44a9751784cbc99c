import Geography
import TestSupport
import Testing
import VicinityLab

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
    // 10 rings of equal area times 6 sectors; with 59 degrees of freedom one key in a thousand exceeds 98.
    var counts = [Int](repeating: 0, count: 60)
    for number in 0..<3600 {
      let point = Self.key.point(of: "couch-\(number)", host: "hana", at: exact, radius: radius)
      let share = Metric.wgs84.meters(from: exact, to: point) / radius
      #expect(share <= 1)
      let sector = Int(Metric.wgs84.azimuth(from: exact, to: point) / 60)
      counts[min(9, Int(share * share * 10)) * 6 + min(5, sector)] += 1
    }
    let chiSquare = counts.reduce(0.0) { $0 + (Double($1) - 60) * (Double($1) - 60) / 60 }
    #expect(chiSquare < 98, "\(chiSquare)")
    #expect(chiSquare > 31, "\(chiSquare): too even to be drawn")
  }

  static let first = Coordinate(latitude: 47.4979, longitude: 19.0402)

  /// The distance of a second point from where it would be with the offset of the first, in multiples of the radius;
  /// the mean of many couches.
  ///
  /// Two independent offsets differ by 0.905 radii on average.
  private static func meanMiss(to place: (Int) -> (id: String, host: String, at: Coordinate, radius: Double)) -> Double
  {
    let misses = (0..<400).map { number in
      let known = place(number)
      let seen = key.point(of: "couch-\(number)", host: "hana", at: first, radius: 500)
      let second = key.point(of: known.id, host: known.host, at: known.at, radius: known.radius)
      let meters = Metric.wgs84.meters(from: known.at, to: second)
      let guess = seen.destination(azimuth: Metric.wgs84.azimuth(from: second, to: known.at), meters: meters)
      return Metric.wgs84.meters(from: guess, to: first) / 500
    }
    return misses.reduce(0, +) / 400
  }

  @Test("say nothing of a couch with the same id, host and radius at another place")
  func otherPlace() {
    let miss = Self.meanMiss { ("couch-\($0)", "hana", Coordinate(latitude: 47.51, longitude: 19.1), 500) }
    #expect((0.85...0.96).contains(miss), "\(miss)")
  }

  @Test("say nothing of a couch with the same id and radius at the very same place, when it is another host's")
  func otherHost() {
    let miss = Self.meanMiss { ("couch-\($0)", "mallory", Self.first, 500) }
    #expect((0.85...0.96).contains(miss), "\(miss)")
  }

  @Test("say nothing of couches with other ids or other radii")
  func otherCouches() {
    for miss in [
      Self.meanMiss { ("other-\($0)", "hana", Self.first, 500) },
      Self.meanMiss { ("couch-\($0)", "hana", Self.first, 501) },
    ] { #expect((0.85...0.96).contains(miss), "\(miss)") }
  }

  /// Around a pole cells are narrow, and a slightly varying place passes through several of them.
  @Test("are few for a location that is reported a little differently each time", arguments: discs.dropLast())
  func jitter(exact: Coordinate, radius: Double) {
    var generator = SplitMix64(seed: 5)
    var points = 0
    for number in 0..<50 {
      let seen = (0..<40).map { _ in
        let told = exact.destination(
          azimuth: Double.random(in: 0..<360, using: &generator),
          meters: radius * Double.random(in: 0..<0.01, using: &generator))
        let point = Self.key.point(of: "couch-\(number)", host: nil, at: told, radius: radius)
        #expect(Metric.wgs84.meters(from: told, to: point) <= radius)
        return point
      }
      points += Set(seen).count
    }
    // One each, and some more for places next to a grid line or at the rim of a drawn disc.
    #expect(points < 50 * 13 / 10, "\(points)")
  }

  @Test("come from cells that hold their places", arguments: discs)
  func cells(exact: Coordinate, radius: Double) {
    var generator = SplitMix64(seed: 6)
    for _ in 0..<2000 {
      let place = exact.destination(
        azimuth: Double.random(in: 0..<360, using: &generator),
        meters: Double.random(in: 0..<100_000, using: &generator))
      let shift = (
        rows: Double.random(in: 0..<1, using: &generator), columns: Double.random(in: 0..<1, using: &generator)
      )
      let cell = PublicPointCell(of: place, side: radius, shift: shift)
      #expect(Metric.wgs84.meters(from: cell.middle, to: place) <= radius * PublicPointCell.reach)
      #expect(cell.middle.isValid)
    }
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
    #expect(told.coordinate != Self.couch().coordinate && told.address == nil && told.publicRadiusMeters == nil)
    #expect(try catalog.save([Self.couch()], source: "test").unchanged == 1)
    #expect(try Self.seen(catalog) == told)
    #expect(try Self.seen(catalog, by: "hana").coordinate == Self.couch().coordinate)
    #expect(try Self.seen(catalog, by: "hana").address == "Fő utca 1")
    try catalog.save([Self.couch { $0.publicRadiusMeters = 0 }], source: "test")
    #expect(try Self.seen(catalog) == Self.couch())
    #expect(try catalog.check().isEmpty)
  }

  /// Moves the public point of the couch to another place within its radius, as an earlier rule would have.
  private static func moveFormerly(_ catalog: Catalog, to point: Coordinate) throws {
    try catalog.writing().transaction { statements in
      var geometry: [UInt8] = []
      GeometryBlob.encode(point, into: &geometry)
      let move = try statements.statement("UPDATE listing SET geom = ?1 WHERE id = 'c'")
      move.bind(1, blob: geometry)
      try move.run()
    }
  }

  @Test("of an earlier rule stay where they are, are counted, and are redrawn on request")
  func former() throws {
    let couch = Self.couch { $0.publicRadiusMeters = 800 }
    let temporary = try TemporaryCatalog([couch])
    let catalog = temporary.catalog
    let today = try Self.seen(catalog)
    #expect(try catalog.formerPublicPoints() == 0)
    let former = Coordinate(latitude: 47.5, longitude: 19.04)
    try Self.moveFormerly(catalog, to: former)
    #expect(try catalog.formerPublicPoints() == 1)
    #expect(try catalog.save([couch], source: "test").unchanged == 1)
    var renamed = couch
    renamed.name = "Another name"
    #expect(try catalog.save([renamed], source: "test").updated == 1)
    #expect(try Self.seen(catalog).coordinate == former)
    #expect(try Self.seen(catalog, by: "hana").coordinate == couch.coordinate)
    #expect(try catalog.renewPublicPoints() == 1)
    #expect(try Self.seen(catalog).coordinate == today.coordinate)
    #expect(try Self.seen(catalog, by: "hana").coordinate == couch.coordinate)
    #expect(try catalog.formerPublicPoints() == 0 && catalog.renewPublicPoints() == 0)
    #expect(try catalog.check().isEmpty)
    // A couch that moves gets a point by the current rule.
    try Self.moveFormerly(catalog, to: former)
    var moved = couch
    moved.coordinate.latitude += 0.002
    try catalog.save([moved], source: "test")
    #expect(try catalog.formerPublicPoints() == 0)
  }

  @Test("do not reveal where a couch was, or is, when another couch is imported at a known location")
  func sameId() throws {
    let couches = (0..<40).map { number in
      Self.couch {
        $0.id = "c\(number)"
        $0.publicRadiusMeters = 800
      }
    }
    let temporary = try TemporaryCatalog(couches)
    let catalog = temporary.catalog
    let seen = try couches.map { try #require(try catalog.listing($0.id)).coordinate }
    let known = Coordinate(latitude: 47.6, longitude: 19.2)
    // Half are removed first, half replaced.
    try catalog.remove(ids: couches.prefix(20).map(\.id))
    try catalog.save(
      couches.map { couch in
        var couch = couch
        (couch.coordinate, couch.host) = (known, "mallory")
        return couch
      }, source: "mallory")
    var misses = 0.0
    for (couch, seen) in zip(couches, seen) {
      let second = try #require(try catalog.listing(couch.id)).coordinate
      let guess = seen.destination(
        azimuth: Metric.wgs84.azimuth(from: second, to: known), meters: Metric.wgs84.meters(from: second, to: known))
      misses += Metric.wgs84.meters(from: guess, to: couch.coordinate) / 800
    }
    #expect(misses / 40 > 0.6, "\(misses / 40)")
    // Imported again for its host, each has the same point as before.
    try catalog.save(couches, source: "test")
    let again = try couches.map { try #require(try catalog.listing($0.id)).coordinate }
    #expect(again == seen)
  }

  @Test("imported for another host become a location of that host, who does not learn the exact one")
  func takeover() throws {
    let temporary = try TemporaryCatalog([Self.couch { $0.publicRadiusMeters = 800 }])
    var told = try Self.seen(temporary.catalog)
    let point = told.coordinate
    told.host = "mallory"
    try temporary.catalog.save([told], source: "mallory")
    let seen = try Self.seen(temporary.catalog, by: "mallory")
    #expect(seen.coordinate == point && seen.address == nil)
  }

  @Test("do not become the place when the catalog's own words are imported")
  func roundTrip() throws {
    let temporary = try TemporaryCatalog([Self.couch { $0.publicRadiusMeters = 800 }])
    let told = try Self.seen(temporary.catalog)
    try temporary.catalog.save([told], source: "export")
    #expect(try Self.seen(temporary.catalog) == told)
    #expect(try Self.seen(temporary.catalog, by: "hana").coordinate == Self.couch().coordinate)
    #expect(try Self.seen(temporary.catalog, by: "hana").address == "Fő utca 1")
  }

  static let refusals: [(kind: Kind, radius: Double)] = [
    (.bar, 500), (.event, 500), (.couch, 9), (.couch, -1), (.couch, .nan), (.couch, 1e6),
  ]

  @Test("are refused for other kinds than couches, and for invalid radii", arguments: refusals)
  func refused(kind: Kind, radius: Double) throws {
    var listing = Listing(id: "c", kind: kind, coordinate: Coordinate(latitude: 47, longitude: 19))
    listing.publicRadiusMeters = radius
    let temporary = try TemporaryCatalog()
    #expect(throws: CatalogError.self) { try temporary.catalog.save([listing], source: "test") }
  }

  @Test("that are too far away are found by check, and so is an address")
  func check() throws {
    let temporary = try TemporaryCatalog([Self.couch { $0.publicRadiusMeters = 800 }])
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
      if listing.kind == .couch { (listing.publicRadiusMeters, listing.host) = (700, "hana") }
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
