import Foundation
import GRDB
import ServerTestSupport
import Streams
import Testing
import Vicinity

@testable import VicinityAccounts
@testable import VicinityHTTP
@testable import VicinityServer

@Suite("Shares of stored bytes")
struct StoredShareTests {
  private static let png: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }

  @Test("of bytes that a member stores refuse excess data of any kind")
  func stored() async throws {
    var couch = Listing(id: "couch", kind: .couch, coordinate: .init(latitude: 47.4979, longitude: 19.0402))
    (couch.host, couch.timeZone) = ("ana", "UTC")
    let pub = Listing(id: "pub", kind: .bar, coordinate: couch.coordinate)
    let world = try ServerWorld([couch, pub]) { ($0.memberMedia, $0.memberTexts) = (700_000, 41_100) }
    let services = world.server.services
    try services.members.shares.set(services.settings.storedLimits)
    let (ana, bela) = (try world.member("ana"), try world.member("bela"))
    var media: [String] = []
    for _ in 0..<2 {
      let kept = try await world.ask("/v1/media", .post, [ana], body: Self.png)
      media.append(try #require(try kept.json["id"]?.string))
    }
    let more = try await world.ask("/v1/media", .post, [ana], body: Self.png)
    #expect(more.status == 409 && more.code == "quota" && more.text.contains("member-media"), "\(more.text)")
    #expect(try await world.ask("/v1/listings/couch/pictures", .post, [ana], body: Self.png).code == "quota")
    #expect(try await world.ask("/v1/media", .post, [bela], body: Self.png).status == 201, "of her alone")
    try services.members.media.removeUnsent(at: ServerWorld.now + 2 * 86_400)
    #expect(try await world.ask("/v1/listings/couch/pictures", .post, [ana], body: Self.png).status == 201)

    let id = try #require(
      try await world.send("/v1/conversations", .post, [ana], #"{"with":"bela"}"#).json["id"]?.string)
    let text = String(repeating: "wort ", count: 780)
    var statuses: [Int] = []
    for _ in 0..<12 {
      statuses.append(
        try await world.send("/v1/conversations/\(id)/messages", .post, [ana], #"{"text":"\#(text)"}"#).status)
    }
    #expect(statuses == Array(repeating: 201, count: 10) + [409, 409])
    let form = #"{"kind":"bar","lat":46.5,"lon":24.5,"description":"\#(text)"}"#
    for (path, method, body) in [
      ("/v1/listings/bar", "PUT", form),
      ("/v1/reports", "POST", #"{"listing":"pub","reason":"spam","text":"\#(text.prefix(1900))"}"#),
      ("/v1/me/alerts", "POST", #"{"name":"x","query":{"text":"\#(text.prefix(170))"}}"#),
    ] {
      let answer = try await world.send(path, .init(method) ?? .get, [ana], body)
      #expect(answer.code == "quota", "\(path): \(answer.text)")
      let other = try await world.send(path, .init(method) ?? .get, [bela], body)
      #expect((200...201).contains(other.status), "\(path): \(other.text)")
    }
    let total = try services.accountsFile.read { db in
      try Row.fetchAll(db, sql: "SELECT (SELECT sum(bytes) FROM stored) = (SELECT bytes FROM stored_total) AS same")
    }
    #expect(total.first?["same"] == 1)
  }

  @Test("of a listing are counted before it is written, and restored when that fails")
  func listings() async throws {
    let world = try ServerWorld([])
    let (ana, bela) = (try world.member("ana"), try world.member("bela"))
    func put(_ who: (String, String), _ letters: Int) async throws -> Int {
      let text = String(repeating: "a", count: letters)
      let form = #"{"kind":"bar","lat":46.5,"lon":24.5,"description":"\#(text)"}"#
      return try await world.send("/v1/listings/bar", .put, [who, ("If-Match", "*")], form).status
    }
    let small = #"{"kind":"bar","lat":46.5,"lon":24.5}"#
    #expect(try await world.send("/v1/listings/bar", .put, [ana], small).status == 201)
    #expect(try Self.counted(world) == ["ana": 1024])
    #expect(try await put(bela, 3000) >= 400)
    #expect(try Self.counted(world) == ["ana": 1024, "bela": 0], "it is not theirs")
    #expect(try await put(ana, 3000) == 200)
    #expect(try Self.counted(world)["ana"] == 4024)
    #expect(try await put(ana, 10) == 200)
    #expect(try Self.counted(world)["ana"] == 1034)
    try world.server.services.accountsFile.write { db in
      try db.execute(
        sql: """
          CREATE TRIGGER broken BEFORE UPDATE ON catalog_share BEGIN
            SELECT RAISE(ABORT, 'broken');
          END
          """)
    }
    let removed = try await world.ask("/v1/listings/bar", .delete, [ana, ("If-Match", "*")])
    #expect(removed.status == 204, "it is removed, whatever fails afterwards: \(removed.text)")
  }

  private static func counted(_ world: ServerWorld) throws -> [String: Int] {
    try world.server.services.accountsFile.read { db in
      try Row.fetchAll(db, sql: "SELECT member, bytes FROM catalog_share").reduce(into: [:]) {
        $0[$1["member"]] = $1["bytes"]
      }
    }
  }

  private static func pubs(_ count: Int) -> [Listing] {
    (0..<count).map { Listing(id: "pub-\($0)", kind: .bar, coordinate: .init(latitude: 46.5, longitude: 24.5)) }
  }

  @Test("of all that a member stores in the catalog refuse excess data, and are free again after a removal")
  func records() async throws {
    let world = try ServerWorld(Self.pubs(40)) { $0.memberTexts = 100_000 }
    let services = world.server.services
    try services.members.shares.set(services.settings.storedLimits)
    let (ana, bela) = (try world.member("ana"), try world.member("bela"))
    let review = #"{"stars":4,"text":"\#(String(repeating: "a", count: 9800))"}"#
    var statuses: [Int] = []
    for number in 0..<12 {
      statuses.append(try await world.send("/v1/listings/pub-\(number)/rating", .put, [ana], review).status)
    }
    #expect(statuses == Array(repeating: 200, count: 10) + [409, 409])
    let refused = try await world.send("/v1/listings/pub-11/rating", .put, [ana], review)
    #expect(refused.code == "quota" && refused.text.contains("member-texts"), "\(refused.text)")
    for (path, method, body) in [
      ("/v1/me/favourites/pub-1", "PUT", ""), ("/v1/listings/pub-2/visits", "POST", "{}"),
      ("/v1/apply", "POST", #"{"actions":[{"do":"favourite","listing":"pub-1"}]}"#),
      ("/v1/listings/mine", "PUT", #"{"kind":"bar","lat":46.5,"lon":24.5}"#), ("/v1/me/blocked/bela", "PUT", ""),
    ] {
      let answer = try await world.send(path, .init(method) ?? .get, [ana], body)
      #expect(answer.code == "quota", "\(path): \(answer.text)")
      let name = path.replacing("bela", with: "ana")
      #expect(try await world.send(name, .init(method) ?? .get, [bela], body).status < 300, "of her alone: \(path)")
    }
    #expect(try Self.counted(world)["ana"] == world.catalog.storedBytes(of: "ana"))
    #expect(try await world.ask("/v1/listings/pub-3/rating", .delete, [ana]).status == 200)
    #expect(try await world.send("/v1/me/favourites/pub-1", .put, [ana], "").status == 200)
    // Removals by others are counted when a request would otherwise be refused.
    try world.catalog.remove(ids: ["pub-4"])
    #expect(try await world.send("/v1/listings/pub-11/rating", .put, [ana], review).status == 200)
    let total = try services.accountsFile.read { db in
      try Bool.fetchOne(
        db, sql: "SELECT (SELECT sum(bytes) FROM stored) = (SELECT bytes FROM stored_total)")
    }
    #expect(total == true)
  }

  @Test("of repeated changes count existing data once, and changes under way in full")
  func counting() async throws {
    let world = try ServerWorld(Self.pubs(1)) { $0.memberTexts = 300_000 }
    let services = world.server.services
    try services.members.shares.set(services.settings.storedLimits)
    let ana = try world.member("ana")
    let review = #"{"stars":4,"text":"\#(String(repeating: "a", count: 9800))"}"#
    var exactly = 0
    for _ in 0..<40 {
      #expect(try await world.send("/v1/listings/pub-0/rating", .put, [ana], review).status == 200)
      let (counted, exact) = (try Self.counted(world)["ana"] ?? 0, try world.catalog.storedBytes(of: "ana"))
      #expect((exact...exact + 65_536).contains(counted))
      if counted == exact { exactly += 1 }
    }
    #expect(exactly >= 5, "it is counted exactly from time to time")
    let shares = services.members.shares
    #expect(try shares.reserve(250_000, of: "ana").bytes == 250_000)
    try shares.count("ana")
    let room = 300_000 - 10_000 - 250_000
    #expect(try shares.reserve(60_000, of: "ana").bytes == room, "what is on its way stays counted")
    #expect(try shares.reserve(1, of: "ana").bytes == 0)
    try shares.giveBack(room, of: "ana")
    #expect(try shares.reserve(1, of: "ana").bytes == 1)
    try shares.settle(1, of: "ana", isExact: false)
    try shares.settle(250_000, of: "ana", isExact: true)
    #expect(try Self.counted(world)["ana"] == 10_000)
    #expect(try shares.reserve(60_000, of: "ana").bytes == 60_000)
  }

  @Test("that are full accept changes that add nothing: repetitions, and changes of the same size or smaller")
  func atTheLimit() async throws {
    var couch = Listing(id: "couch", kind: .couch, coordinate: .init(latitude: 47.4979, longitude: 19.0402))
    (couch.host, couch.timeZone) = ("bela", "UTC")
    let world = try ServerWorld(Self.pubs(3) + [couch])
    let services = world.server.services
    let ana = try world.member("ana")
    _ = try world.member("bela")
    func listing(_ letters: Int) -> String {
      #"{"kind":"bar","lat":46.5,"lon":24.5,"description":"\#(String(repeating: "a", count: letters))"}"#
    }
    func review(_ letters: Int) -> String { #"{"stars":4,"text":"\#(String(repeating: "b", count: letters))"}"# }
    let (any, once) = (("If-Match", "*"), ("Idempotency-Key", "trip"))
    let night = #"{"from":"2026-12-10","to":"2026-12-12","guests":1}"#
    #expect(try await world.send("/v1/listings/mine", .put, [ana], listing(3000)).status == 201)
    #expect(try await world.send("/v1/listings/pub-0/rating", .put, [ana], review(3000)).status == 200)
    #expect(try await world.send("/v1/me/favourites/pub-0", .put, [ana], "").status == 200)
    let booked = try await world.send("/v1/listings/couch/bookings", .post, [ana, once], night)
    #expect(booked.status == 201, "\(booked.text)")
    var full = services.settings
    full.memberTexts = try world.catalog.storedBytes(of: "ana") + 50
    try services.members.shares.set(full.storedLimits)
    for (path, method, fields, body, status) in [
      ("/v1/listings/couch/bookings", "POST", [ana, once], night, 201),
      ("/v1/me/favourites/pub-0", "PUT", [ana], "", 200), ("/v1/me/favourites/pub-1", "PUT", [ana], "", 409),
      ("/v1/apply", "POST", [ana], #"{"actions":[{"do":"favourite","listing":"pub-0"}]}"#, 200),
      ("/v1/listings/mine", "PUT", [ana, any], listing(3000), 200),
      ("/v1/listings/mine", "PUT", [ana, any], listing(3051), 409),
      ("/v1/listings/mine", "PATCH", [ana, any], #"{"tags":["a"]}"#, 409),
      ("/v1/listings/mine", "PUT", [ana, any], listing(3050), 200),
      ("/v1/listings/mine", "PUT", [ana, any], listing(2990), 200),
      ("/v1/listings/pub-0/rating", "PUT", [ana], review(3100), 409),
      ("/v1/listings/pub-0/rating", "PUT", [ana], review(3060), 200),
      ("/v1/listings/pub-0/rating", "PUT", [ana], review(3061), 409),
      ("/v1/listings/pub-0/rating", "PUT", [ana], review(100), 200),
      ("/v1/me/favourites/pub-1", "PUT", [ana], "", 200),
    ] {
      let answer = try await world.send(path, .init(method) ?? .get, fields, body)
      #expect(answer.status == status && (status != 409 || answer.code == "quota"), "\(path): \(answer.text)")
      let exact = try world.catalog.storedBytes(of: "ana")
      #expect(exact <= full.memberTexts)
      #expect(try Self.counted(world)["ana"] ?? 0 >= exact)
    }
  }

  @Test("of bytes include data stored before counting began, counted once per file")
  func before() async throws {
    var bar = Listing(id: "bar", kind: .bar, coordinate: .init(latitude: 46.5, longitude: 24.5))
    (bar.host, bar.description) = ("ana", String(repeating: "a", count: 5000))
    let world = try ServerWorld([bar] + Self.pubs(2))
    let services = world.server.services
    _ = (try world.member("ana"), try world.member("bela"))
    let stars = try #require(Stars(4))
    try world.catalog.perform(.rate(listing: "pub-0", member: "ana", stars: stars, text: "good"), at: ServerWorld.now)
    let path = "/v1/listings/bar/pictures"
    #expect(try await world.ask(path, .post, [world.key(.import)], body: Self.png).status == 201)
    let file = try services.accountsFile.database()
    func stored() throws -> [String: Int] {
      try file.read { db in
        try Row.fetchAll(db, sql: "SELECT member || ' ' || kind AS name, bytes FROM stored").reduce(into: [:]) {
          $0[$1["name"]] = $1["bytes"]
        }
      }
    }
    #expect(try stored().isEmpty)
    for _ in 0..<2 {
      try services.members.shares.countAll()
      let media = Self.png.count
      #expect(try stored() == ["ana texts": world.catalog.storedBytes(of: "ana"), "ana media": media])
    }
    #expect(try world.catalog.storedBytes(of: "ana") == 6024 + 204 && world.catalog.storedBytes(of: "bela") == 0)
    #expect(try await world.ask(path + "/1", .delete, [world.key(.import)]).status == 204)
    #expect(try stored()["ana media"] == 0)
  }
}
