import CivilTime
import Geography
import Synchronization
import TestSupport
import Testing

@testable import Vicinity

@Suite("Standing queries")
struct StandingQueriesTests {
  static let now = SeededWorld.now
  static let center = Coordinate(latitude: 47.4979, longitude: 19.0402)

  static func couch(_ id: String = "couch", at place: Coordinate = center) -> Listing {
    var couch = Listing(id: id, kind: .couch, coordinate: place)
    (couch.guests, couch.host, couch.timeZone) = (2, "hana", "Europe/Budapest")
    couch.price = Price(minorUnits: 2500, currency: "EUR")
    return couch
  }

  /// A couch for two in Budapest under 20 €.
  static var wish: Query {
    var query = Query()
    (query.near, query.radiusMeters, query.kinds) = (center, 10_000, [.couch])
    query.price = .init(max: 20, currency: "EUR")
    query.filter = .compare(FilterOperand(.guests), .greaterOrEqual, .number(2))
    return query
  }

  private static func watch(
    _ listings: [Listing], _ queries: [String: Query], at now: Instant = now
  ) throws -> (TemporaryCatalog, StandingQueries) {
    let temporary = try TemporaryCatalog(listings)
    return (temporary, try temporary.catalog.watch(queries) { now })
  }

  @Test("report the queries that a change starts and stops matching, once")
  func begins() throws {
    let (temporary, standing) = try Self.watch([Self.couch()], ["cheap": Self.wish])
    #expect(try standing.changes() == StandingChanges())
    try temporary.catalog.edit("couch") { $0.price = Price(minorUnits: 1800, currency: "EUR") }
    #expect(try standing.changes().listings == [StandingChange(listing: "couch", begins: ["cheap"])])
    #expect(try standing.changes() == StandingChanges())
    #expect(try standing.matches("couch", at: Self.now) == ["cheap"])
    try temporary.catalog.edit("couch") { $0.guests = 1 }
    #expect(try standing.changes().listings == [StandingChange(listing: "couch", ceases: ["cheap"])])
    #expect(try standing.matches("nobody", at: Self.now) == [])
  }

  @Test("go on after the end of the process, each with the changes since it was added")
  func resumed() throws {
    let temporary = try TemporaryCatalog([Self.couch()])
    let catalog = temporary.catalog
    let first = try catalog.watchKeeping { Self.now }
    func setPrice(_ minorUnits: Int) throws {
      try catalog.edit("couch") { $0.price = Price(minorUnits: minorUnits, currency: "EUR") }
    }
    try setPrice(2400)
    try first.set(Self.wish, for: "old")
    try setPrice(1800)
    try first.set(Self.wish, for: "new")
    try setPrice(3000)
    let kept = try catalog.keptChanges().changes
    #expect(kept.map(\.found) == [[], ["old", "new"]], "none before there was a query")
    let next = try catalog.watchKeeping { Self.now }
    try next.set(Self.wish, for: "old")
    next.resume(kept[0])
    try next.set(Self.wish, for: "new")
    next.resume(kept[1])
    let changes = try next.changes()
    #expect(changes.listings == [StandingChange(listing: "couch", ceases: ["new"])])
    #expect(changes.judgedMarks == kept.map(\.mark))
    try catalog.removeKept(changes.judgedMarks)
    #expect(try catalog.keptChanges().changes.isEmpty)
    #expect(try next.changes().listings.isEmpty)
  }

  @Test("know the changes after they were added, also of a listing that is not judged yet")
  func addedBetween() throws {
    let (temporary, standing) = try Self.watch([Self.couch()], ["old": Self.wish])
    try temporary.catalog.edit("couch") { $0.guests = 3 }
    try standing.set(Self.wish, for: "new")
    try temporary.catalog.edit("couch") { $0.price = Price(minorUnits: 1800, currency: "EUR") }
    #expect(try standing.changes().listings == [StandingChange(listing: "couch", begins: ["new", "old"])])
  }

  @Test("keep nothing of a change that is given up, and judge what follows")
  func givenUp() throws {
    let temporary = try TemporaryCatalog([Self.couch(), Self.couch("attic")])
    let catalog = temporary.catalog
    let standing = try catalog.watchKeeping { Self.now }
    try standing.set(Self.wish, for: "cheap")
    func setPrice(_ minorUnits: Int, _ id: String) throws {
      try catalog.edit(id) { $0.price = Price(minorUnits: minorUnits, currency: "EUR") }
    }
    try setPrice(1800, "couch")
    // The couch's state before the change is stored already. The attic's cannot be written: its change is rolled back
    // after the listing was held.
    try TestDatabase.run("ALTER TABLE standing_before RENAME TO away", path: catalog.path)
    try setPrice(1700, "couch")
    #expect(throws: (any Error).self) { try setPrice(1500, "attic") }
    try TestDatabase.run("ALTER TABLE away RENAME TO standing_before", path: catalog.path)
    #expect(try catalog.keptChanges().changes.count == 1)
    #expect(try standing.changes().listings == [StandingChange(listing: "couch", begins: ["cheap"])])
    try setPrice(1500, "attic")
    #expect(try standing.changes().listings == [StandingChange(listing: "attic", begins: ["cheap"])])
  }

  @Test("find new listings, and forget removed ones")
  func newAndRemoved() throws {
    let (temporary, standing) = try Self.watch([], ["cheap": Self.wish])
    var couch = Self.couch()
    couch.price = Price(minorUnits: 1800, currency: "EUR")
    try temporary.catalog.save([couch], source: "test")
    #expect(try standing.changes().listings == [StandingChange(listing: "couch", begins: ["cheap"])])
    try temporary.catalog.remove(ids: ["couch"])
    #expect(try standing.changes().listings == [StandingChange(listing: "couch", ceases: ["cheap"])])
    #expect(try temporary.catalog.put(couch, source: "test", at: Self.now) { _ in })
    #expect(
      try standing.changes() == StandingChanges(listings: [StandingChange(listing: "couch", begins: ["cheap"])]))
  }

  @Test("report the difference of all changes together, and nothing that was rolled back")
  func together() throws {
    let (temporary, standing) = try Self.watch([Self.couch()], ["cheap": Self.wish])
    let (cheap, dear) = (Price(minorUnits: 100, currency: "EUR"), Price(minorUnits: 9000, currency: "EUR"))
    try temporary.catalog.edit("couch") { $0.price = cheap }
    try temporary.catalog.edit("couch") { $0.price = dear }
    #expect(throws: CancellationError.self) {
      try temporary.catalog.edit("couch") {
        $0.price = cheap
        throw CancellationError()
      }
    }
    #expect(try standing.changes() == StandingChanges())
  }

  @Test("follow nights that are booked and given back")
  func nights() throws {
    let nights = try #require(Nights(from: LocalDate(dayNumber: 20_800), to: LocalDate(dayNumber: 20_803)))
    var query = Query()
    query.stay = .init(nights: nights, guests: 2)
    let (temporary, standing) = try Self.watch([Self.couch()], ["stay": query])
    let booking = try temporary.catalog.book(
      BookingRequest(listing: "couch", member: "ana", nights: nights), at: Self.now)
    #expect(try standing.changes().listings == [StandingChange(listing: "couch", ceases: ["stay"])])
    _ = try temporary.catalog.declineBooking(booking.id, at: Self.now)
    #expect(try standing.changes().listings == [StandingChange(listing: "couch", begins: ["stay"])])
  }

  @Test("leave out queries that were added or replaced after the change, and removed ones")
  func changedQueries() throws {
    let (temporary, standing) = try Self.watch([Self.couch()], ["kept": Self.wish, "replaced": Self.wish])
    try temporary.catalog.edit("couch") { $0.price = Price(minorUnits: 100, currency: "EUR") }
    try standing.set(Self.wish, for: "new")
    try standing.set(Self.wish, for: "replaced")
    #expect(try standing.changes().listings == [StandingChange(listing: "couch", begins: ["kept"])])
    try temporary.catalog.edit("couch") { $0.price = nil }
    #expect(standing.remove("kept") && !standing.remove("kept"))
    #expect(
      try standing.changes().listings == [StandingChange(listing: "couch", ceases: ["new", "replaced"])])
    #expect(standing.ids == ["new", "replaced"] && standing.count == 2 && standing["new"] == Self.wish)
    #expect(standing["kept"] == nil)
  }

  @Test("do not report what the clock does")
  func clock() throws {
    var event = Listing(id: "event", kind: .event, coordinate: Self.center)
    (event.starts, event.ends) = (Self.now - 7200, Self.now - 3600)
    let (temporary, standing) = try Self.watch([event], ["coming": Query()])
    // It was over before this change as well.
    try temporary.catalog.edit("event") { $0.name = "Jazz" }
    #expect(try standing.changes() == StandingChanges())
    #expect(try standing.matches("event", at: Self.now - 5000) == ["coming"])
    try temporary.catalog.edit("event") { $0.ends = Self.now + 60 }
    #expect(try standing.changes().listings == [StandingChange(listing: "event", begins: ["coming"])])
  }

  @Test("take a text as it is written, so that a new word is waited for")
  func words() throws {
    var bar = Listing(id: "bar", kind: .bar, coordinate: Self.center)
    bar.name = "Okonomiyaki"
    var query = Query()
    query.text = "okonomiyako"
    let (temporary, standing) = try Self.watch([bar], ["word": query])
    #expect(try temporary.catalog.answer(query, at: Self.now).matches.map(\.id) == ["bar"])
    #expect(try standing.matches("bar", at: Self.now) == [])
    try temporary.catalog.edit("bar") { $0.description = "also Okonomiyakos" }
    #expect(try standing.changes().listings == [StandingChange(listing: "bar", begins: ["word"])])
  }

  static let texts = [
    "Straße", "jazz-keller", "\"live music\"", "\"music live\"", "liv OR rock", "music -rock", "居酒屋", "酒 居", "Łódź",
    "kel", "ke", "k", "l'osteria", "สวัสดี", "𞤀𞤣", "हिन्दी", "Жар", "ΣΟΦΊΑΣ",
  ]

  @Test("compare words as the text index does", arguments: texts)
  func scripts(text: String) throws {
    let names = [
      "Strasse", "Jazzkeller", "Jazz Keller", "live music", "live, rock music", "居酒屋", "東京居酒屋 bar", "Lodz", "KE",
      "L’Osteria", "สวัสดี", "𞤀𞤣𞤤𞤢𞤥", "हिन्दी", "жар птица", "σοφίας",
    ]
    let bars = names.enumerated().map { number, name in
      var bar = Listing(id: "bar-\(number)", kind: .bar, coordinate: Self.center)
      if number % 2 == 0 { bar.name = name } else { bar.description = "at \(name)" }
      bar.address = "music"
      return bar
    }
    var query = Query()
    (query.text, query.typos) = (text, 0)
    let (temporary, standing) = try Self.watch(bars, ["text": query])
    let found = Set(try temporary.catalog.answer(query, at: Self.now).matches.map(\.id))
    for bar in bars {
      #expect(try standing.matches(bar.id, at: Self.now).isEmpty != found.contains(bar.id), "\(bar)")
    }
  }

  @Test("use synonyms, also those that are added later")
  func synonyms() throws {
    var bar = Listing(id: "bar", kind: .bar, coordinate: Self.center)
    bar.name = "Kino Jazz"
    var query = Query()
    query.text = "movie theatre"
    var phrase = Query()
    phrase.text = "cinema"
    let (temporary, standing) = try Self.watch([bar], ["movie": query, "cinema": phrase])
    #expect(try standing.matches("bar", at: Self.now) == [])
    try temporary.catalog.replaceSynonyms(by: Synonyms(parsing: "cinema, kino\nmovie => kino\ntheatre => jazz"))
    #expect(try standing.matches("bar", at: Self.now) == ["cinema", "movie"])
    #expect(try !standing.changes().isComplete)
    #expect(try standing.changes().isComplete)
  }

  @Test("know private places only as their callers may")
  func privatePlaces() throws {
    var couch = Self.couch()
    couch.publicRadiusMeters = 50_000
    var near = Query()
    (near.near, near.radiusMeters) = (Self.center, 10)
    var (host, stranger) = (near, near)
    (host.caller, stranger.caller) = ("hana", "ana")
    let (temporary, standing) = try Self.watch([], ["anyone": near, "host": host, "stranger": stranger])
    try temporary.catalog.save([couch], source: "test")
    #expect(try standing.changes().listings == [StandingChange(listing: "couch", begins: ["host"])])
    let nights = try #require(Nights(from: LocalDate(dayNumber: 20_800), to: LocalDate(dayNumber: 20_803)))
    let booking = try temporary.catalog.book(
      BookingRequest(listing: "couch", member: "ana", nights: nights), at: Self.now)
    _ = try temporary.catalog.confirmBooking(booking.id, at: Self.now)
    #expect(try standing.changes().listings == [StandingChange(listing: "couch", begins: ["stranger"])])
    try temporary.catalog.edit("couch") { $0.host = "ana" }
    #expect(try standing.changes().listings == [StandingChange(listing: "couch", ceases: ["host"])])
  }

  @Test(
    "find places across the date line and at the poles",
    arguments: [
      (Coordinate(latitude: 0, longitude: 180), Coordinate(latitude: 0, longitude: -180)),
      (Coordinate(latitude: 10, longitude: 179.999), Coordinate(latitude: 10, longitude: -179.999)),
      (Coordinate(latitude: 90, longitude: 12), Coordinate(latitude: 89.999, longitude: -100)),
      (Coordinate(latitude: -90, longitude: 0), Coordinate(latitude: -90, longitude: 180)),
    ])
  func seams(from place: Coordinate, to other: Coordinate) throws {
    var near = Query()
    (near.near, near.radiusMeters) = (other, 500)
    var box = Query()
    box.within = BoundingBox(other).expanded(byMeters: 500)
    let far = Coordinate(latitude: 20, longitude: 20)
    let (temporary, standing) = try Self.watch([Self.couch(at: far)], ["box": box, "near": near])
    try temporary.catalog.edit("couch") { $0.coordinate = place }
    #expect(try standing.changes().listings == [StandingChange(listing: "couch", begins: ["box", "near"])])
    try temporary.catalog.edit("couch") { $0.coordinate = far }
    #expect(try standing.changes().listings == [StandingChange(listing: "couch", ceases: ["box", "near"])])
  }

  @Test("refuse what a catalog refuses, and keep the former query")
  func refused() throws {
    let (temporary, standing) = try Self.watch([], ["wish": Self.wish])
    defer { withExtendedLifetime(temporary) {} }
    var query = Query()
    query.radiusMeters = 5
    #expect(throws: QueryError.missing(path: "near", neededBy: "radius")) { try standing.set(query, for: "wish") }
    query = Query()
    query.place = "Budapest"
    #expect(throws: (any Error).self) { try standing.set(query, for: "wish") }
    #expect(standing["wish"] == Self.wish)
  }

  @Test("find nothing by an area or field that the catalog does not have, until it does")
  func missingNames() throws {
    var (area, own) = (Query(), Query())
    area.area = .named("Buda")
    own.filter = .compare(FilterOperand(.own("stars")), .greater, .number(3))
    var couch = Self.couch()
    couch.own["stars"] = .int(5)
    let (temporary, standing) = try Self.watch([couch], ["area": area, "own": own])
    #expect(try standing.matches("couch", at: Self.now) == [])
    try temporary.catalog.add(try #require(OwnField(name: "stars", type: .number)))
    let corners = [(47.0, 18.5), (47, 19.5), (48, 19.5), (48, 18.5), (47, 18.5)]
    let shape = MultiPolygon([
      Polygon(rings: [corners.map { Coordinate(latitude: $0.0, longitude: $0.1) }])
    ])
    try temporary.catalog.save([NamedArea(name: "BUDA", source: "test", shape: shape)])
    #expect(try standing.matches("couch", at: Self.now) == ["area", "own"])
  }

  @Test("say that a large import was not judged")
  func largeImport() throws {
    let (temporary, standing) = try Self.watch([], ["all": Query()])
    let couches = (0...StandingQueries.mostImported).map { Self.couch("couch-\($0)") }
    try temporary.catalog.save(Array(couches.dropFirst()), source: "test")
    var changes = try standing.changes()
    #expect(changes.isComplete && changes.listings.count == StandingQueries.mostImported)
    try temporary.catalog.save(couches, source: "test")
    changes = try standing.changes()
    #expect(changes.isComplete && changes.listings.map(\.listing) == ["couch-0"])
    let dearer = couches.map { couch in
      var couch = couch
      couch.price = Price(minorUnits: 2600, currency: "EUR")
      return couch
    }
    try temporary.catalog.save(dearer, source: "test")
    changes = try standing.changes()
    #expect(!changes.isComplete && changes.listings.isEmpty)
  }

  @Test("report every change once while others go on")
  func threads() async throws {
    let (temporary, standing) = try Self.watch([Self.couch()], ["cheap": Self.wish])
    let (catalog, end) = (temporary.catalog, End())
    let writer = Task.detached {
      defer { end.isReached.store(true, ordering: .releasing) }
      for round in 1...200 {
        try catalog.edit("couch") { $0.price = Price(minorUnits: round % 2 == 0 ? 9000 : 100, currency: "EUR") }
      }
    }
    var matches = false
    func follow() throws {
      for change in try standing.changes().listings {
        #expect(change.begins == (matches ? [] : ["cheap"]) && change.ceases == (matches ? ["cheap"] : []))
        matches.toggle()
      }
    }
    while !end.isReached.load(ordering: .acquiring) { try follow() }
    try await writer.value
    try follow()
    #expect(!matches)
  }

  private final class End: Sendable {
    let isReached = Atomic(false)
  }
}
