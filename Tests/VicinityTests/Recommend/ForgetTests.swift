import CivilTime
import Foundation
import Geography
import TestSupport
import Testing

@testable import Vicinity

@Suite("Forgetting members")
struct ForgetTests {
  private static let member = "zaphod-of-betelgeuse"
  private static let now = SeededWorld.now

  /// The member's actions in one of two worlds.
  private static func actions(_ world: SeededWorld) throws -> [Action] {
    let bars = world.listings.filter { $0.kind == .bar }.map(\.id)
    return [
      .favorite(listing: bars[0], member: member), .favorite(listing: bars[1], member: member),
      .rate(listing: bars[2], member: member, stars: try #require(Stars(5)), text: "forty-two"),
      .visit(listing: bars[3], member: member),
    ]
  }

  private static func worlds(seed: UInt64) throws -> (known: RecommendedWorld, never: RecommendedWorld) {
    let seeded = SeededWorld(seed: seed, count: 150, center: RecommendedWorld.center, spreadDegrees: 0.05)
    return (try RecommendedWorld(seed: seed, extra: try actions(seeded)), try RecommendedWorld(seed: seed))
  }

  private static func model(_ catalog: Catalog) throws -> [[UInt8]] {
    try catalog.read { worker, _, _ in
      try worker.rows("SELECT fid, admirers, targets FROM affinity ORDER BY fid") { row in
        Array("\(row.int(0)) \(row.int(1)) ".utf8) + Array(row.bytes(2))
      }
    }
  }

  private static func traces(_ catalog: Catalog) throws -> Int {
    try catalog.read { worker, _, _ in
      try ["favourite", "rating", "visit", "attendance", "booking", "signal"].reduce(0) {
        try $0 + worker.count("SELECT count(*) FROM \($1) WHERE member = ?1", member)
      } + worker.count("SELECT count(*) FROM friendship WHERE ?1 IN (member, friend)", member)
    }
  }

  @Test("after forgetting the model is that of a catalog that never knew the member, and so are the means")
  func model() throws {
    let (known, never) = try Self.worlds(seed: 31)
    #expect(try Self.model(known.catalog) != Self.model(never.catalog))
    let report = try known.catalog.forget(Self.member, at: Self.now, rebuildingWith: 2)
    #expect((report.favorites, report.ratings, report.visits) == (2, 1, 1))
    #expect(report.isModelRebuilt)
    #expect(try Self.model(known.catalog) == Self.model(never.catalog))
    for listing in never.listings {
      let (left, right) = (try known.catalog.listing(listing.id), try never.catalog.listing(listing.id))
      #expect(left?.rating == right?.rating && left?.ratingCount == right?.ratingCount)
    }
    var query = Query()
    (query.members, query.sort, query.limit) = (["m0"], [.recommended], 20)
    // The overall mean rating is recalculated only after a twentieth of the ratings has changed, so it is left out
    // here.
    query.recommending = Query.Recommending()
    query.recommending?.weights.rating = 0
    func parts(_ catalog: Catalog) throws -> [[Double?]] {
      try catalog.answer(query, at: Self.now).matches.map { [$0.score?.parts[.taste], $0.score?.parts[.popularity]] }
    }
    let (left, right) = (try parts(known.catalog), try parts(never.catalog))
    #expect(left == right)
  }

  @Test("without a build no row names the member, and only sums remain until the next")
  func before() throws {
    let (known, never) = try Self.worlds(seed: 32)
    let model = try Self.model(known.catalog)
    let report = try known.catalog.forget(Self.member, at: Self.now, rebuildingWith: nil)
    #expect(!report.isModelRebuilt)
    #expect(try Self.traces(known.catalog) == 0)
    #expect(try Self.model(known.catalog) == model)
    try known.catalog.buildRecommendations(threads: 1)
    #expect(try Self.model(known.catalog) == Self.model(never.catalog))
  }

  /// The number of occurrences of some words in the file and its log.
  private static func remains(of words: [String], _ path: String) throws -> Int {
    try [path, path + "-wal"].reduce(0) { sum, file in
      guard FileManager.default.fileExists(atPath: file) else { return sum }
      let data = try Data(contentsOf: URL(fileURLWithPath: file))
      return sum + words.count { data.range(of: Data($0.utf8)) != nil }
    }
  }

  /// A catalog in which the member has written much and deleted most of it, on a connection that does not overwrite
  /// deleted data, as in versions and builds of SQLite without secure deletion.
  private static func untidy() throws -> TemporaryCatalog {
    let bars = (0..<120).map {
      Listing(id: "bar-\($0)", kind: .bar, coordinate: Coordinate(latitude: 48 + Double($0) / 1000, longitude: 9))
    }
    var couch = Listing(id: "couch", kind: .couch, coordinate: RecommendedWorld.center)
    (couch.guests, couch.timeZone) = (2, "UTC")
    var hosted = Listing(id: "hosted", kind: .couch, coordinate: RecommendedWorld.center)
    (hosted.host, hosted.description) = (member, "heartofgold")
    let temporary = try TemporaryCatalog(bars + [couch, hosted])
    let catalog = temporary.catalog
    try catalog.writing().transaction { try $0.run("PRAGMA secure_delete = OFF") }
    let stars = try #require(Stars(4))
    // Longer than a database page, so that it overflows; then enough rows to split pages.
    let long = String(repeating: "mostly harmless ", count: 400)
    for number in 0..<120 {
      let text = number % 10 == 0 ? long : "forty-two"
      try catalog.perform(.rate(listing: "bar-\(number)", member: member, stars: stars, text: text), at: now)
      try catalog.perform(.favorite(listing: "bar-\(number)", member: member), at: now)
    }
    try catalog.perform(.rate(listing: "bar-0", member: member, stars: stars, text: "so long"), at: now)
    for number in 0..<100 { try catalog.perform(.unrate(listing: "bar-\(number)", member: member), at: now) }
    for number in 0..<50 { try catalog.perform(.unfavorite(listing: "bar-\(number)", member: member), at: now) }
    let nights = try #require(Nights(from: LocalDate(dayNumber: 20_790), to: LocalDate(dayNumber: 20_792)))
    try catalog.perform(.book(BookingRequest(listing: "couch", member: member, nights: nights)), at: now)
    try catalog.perform(.change(booking: "booking-1", to: .cancelled), at: now)
    try catalog.remove(ids: ["bar-119", "hosted"])
    return temporary
  }

  private static let words = [member, "forty-two", "mostly harmless", "so long", "heartofgold"]

  @Test("neither the file nor its log has the name or the words any longer, including earlier deletions")
  func bytes() throws {
    let temporary = try Self.untidy()
    #expect(try Self.remains(of: Self.words, temporary.path) >= 5)
    try temporary.catalog.forget(Self.member, at: Self.now, rebuildingWith: 1)
    #expect(try Self.remains(of: Self.words, temporary.path) == 0)
    #expect(try temporary.catalog.check().isEmpty)
    #expect(try temporary.catalog.listing("bar-5") != nil)
  }

  @Test("later deletions leave no trace either, and a second time finds nothing to count")
  func later() throws {
    let temporary = try TemporaryCatalog([
      Listing(id: "bar", kind: .bar, coordinate: Coordinate(latitude: 48, longitude: 9))
    ])
    let catalog = temporary.catalog
    let isOverwriting = {
      try catalog.writing().transaction { try $0.count("SELECT secure_delete FROM pragma_secure_delete") }
    }
    #expect(try isOverwriting() == 1)
    try catalog.forget("somebody", at: Self.now, rebuildingWith: nil)
    #expect(try isOverwriting() == 1)
    func favorite() throws {
      try catalog.perform(.favorite(listing: "bar", member: Self.member), at: Self.now)
      try TestDatabase.run("PRAGMA wal_checkpoint(TRUNCATE)", path: temporary.path)
      #expect(try Self.remains(of: [Self.member], temporary.path) == 1)
    }
    try favorite()
    try catalog.perform(.unfavorite(listing: "bar", member: Self.member), at: Self.now)
    // The log contains the previous pages.
    try TestDatabase.run("PRAGMA wal_checkpoint(TRUNCATE)", path: temporary.path)
    #expect(try Self.remains(of: [Self.member], temporary.path) == 0)
    try favorite()
    #expect(try catalog.forget(Self.member, at: Self.now, rebuildingWith: nil).total == 1)
    #expect(try Self.remains(of: [Self.member], temporary.path) == 0)
    #expect(try catalog.forget(Self.member, at: Self.now, rebuildingWith: nil).total == 0)
  }

  @Test("a reader of an earlier version is in the way: the error says so, and once it is gone nothing is left")
  func reader() throws {
    let temporary = try Self.untidy()
    try TestDatabase.reading(temporary.path) {
      let error = try #require(throws: SignalError.self) {
        try temporary.catalog.forget(Self.member, at: Self.now, rebuildingWith: nil, waitSeconds: 0)
      }
      #expect(error.code == "traces-remain" && "\(error)".contains("another program reads"), "\(error)")
      #expect(try Self.traces(temporary.catalog) == 0)
    }
    #expect(try temporary.catalog.forget(Self.member, at: Self.now, rebuildingWith: nil).total == 0)
    #expect(try Self.remains(of: Self.words, temporary.path) == 0)
  }

  @Test("places are given back and the waiting list moves up; stays to come are in the way, past ones are not")
  func places() throws {
    var event = Listing(id: "e", kind: .event, coordinate: RecommendedWorld.center)
    (event.starts, event.ends, event.capacity, event.timeZone) = (Self.now + 86_400, Self.now + 90_000, 1, "UTC")
    var couch = Listing(id: "c", kind: .couch, coordinate: RecommendedWorld.center)
    (couch.guests, couch.timeZone) = (2, "UTC")
    let temporary = try TemporaryCatalog([event, couch])
    let catalog = temporary.catalog
    try catalog.join("e", by: Self.member, at: Self.now)
    try catalog.join("e", by: "second", at: Self.now)
    let nights = try #require(
      Nights(from: LocalDate(dayNumber: 20_790), to: LocalDate(dayNumber: 20_792)))
    try catalog.perform(.book(BookingRequest(listing: "c", member: Self.member, nights: nights)), at: Self.now)
    #expect(throws: SignalError.hasStays(member: Self.member, bookings: ["booking-1"])) {
      try catalog.forget(Self.member, at: Self.now, rebuildingWith: 1)
    }
    #expect(try Self.traces(catalog) == 2)
    try catalog.perform(.change(booking: "booking-1", to: .cancelled), at: Self.now)
    let report = try catalog.forget(Self.member, at: Self.now, rebuildingWith: 1)
    #expect((report.attendances, report.bookings) == (1, 1))
    #expect(try Self.traces(catalog) == 0)
    let joined = try catalog.read { worker, _, _ in
      try worker.count("SELECT count(*) FROM attendance WHERE member = 'second' AND status = 'joined'")
    }
    #expect(joined == 1)
  }

  @Test("nothing is changed for an unknown member")
  func stranger() throws {
    let world = try RecommendedWorld(seed: 34)
    let model = try Self.model(world.catalog)
    #expect(try world.catalog.forget("nobody", at: Self.now, rebuildingWith: 1).total == 0)
    #expect(try Self.model(world.catalog) == model)
    #expect(throws: SignalError.badMember("")) { try world.catalog.forget("", at: Self.now, rebuildingWith: 1) }
  }
}
