import CivilTime
import Foundation
import GRDB
import HTTPTypes
import Streams
import Synchronization
import TestSupport
import Testing
import Vicinity

@testable import VicinityAccounts
@testable import VicinityHTTP
@testable import VicinityServer

@Suite("Shares of clients")
struct SharesTests {
  /// Work that begins when it has a thread, and ends on request.
  private final class Held: Sendable {
    private let gate = DispatchSemaphore(value: 0)
    private let begun = Mutex(0)

    var count: Int { begun.withLock { $0 } }

    func begin(on turns: FairTurns, for names: [String]) -> Task<Void, any Error> {
      Task { [self] in
        try await turns.run(for: names) {
          self.begun.withLock { $0 += 1 }
          self.gate.wait()
        }
      }
    }

    func end(_ count: Int) { for _ in 0..<count { gate.signal() } }
  }

  private static func until(_ condition: () -> Bool) async throws {
    while !condition() { try await Task.sleep(for: .milliseconds(1)) }
  }

  @Test("are limited per client, with one reserved thread for idle clients")
  func threads() async throws {
    let turns = FairTurns(.init(threads: 3, clientThreads: 2), name: "test")
    let held = Held()
    var tasks = (0..<5).map { _ in held.begin(on: turns, for: ["a"]) }
    try await Self.until { held.count == 2 && turns.load == 5 }
    tasks.append(held.begin(on: turns, for: ["b"]))
    try await Self.until { held.count == 3 }
    #expect(try await turns.run(for: ["c"]) { 7 } == 7, "although three threads of three are taken")
    held.end(6)
    for task in tasks { try await task.value }
    #expect(held.count == 6 && turns.load == 0)
  }

  @Test("are those of a member at all addresses, and of an address with all its members")
  func names() async throws {
    let turns = FairTurns(.init(threads: 8, clientThreads: 1, clientQueue: 1), name: "test")
    let held = Held()
    func begin(_ names: [String]) -> Task<Void, any Error> { held.begin(on: turns, for: names) }
    let first = begin(["member ana", "1.1.1.1"])
    try await Self.until { held.count == 1 }
    let waiting = begin(["member bela", "1.1.1.1"])
    try await Self.until { turns.load == 2 }
    await #expect(throws: FairTurns.Refusal.clientFull(1)) { try await begin(["member csilla", "1.1.1.1"]).value }
    let elsewhere = begin(["member bela", "2.2.2.2"])
    try await Self.until { held.count == 2 }
    await #expect(throws: FairTurns.Refusal.clientFull(1)) { try await begin(["member bela", "3.3.3.3"]).value }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    held.end(2)
    try await first.value
    try await elsewhere.value
    #expect(turns.load == 0)
  }

  @Test("in a full queue are given to clients with fewer waiting requests")
  func queue() async throws {
    let turns = FairTurns(.init(threads: 1, reserve: 0, queue: 3), name: "test")
    let held = Held()
    let first = held.begin(on: turns, for: ["a"])
    try await Self.until { held.count == 1 }
    var waiting: [Task<Void, any Error>] = []
    for count in 2...4 {
      waiting.append(held.begin(on: turns, for: ["a"]))
      try await Self.until { turns.load == count }
    }
    await #expect(throws: FairTurns.Refusal.full(3)) { try await turns.run(for: ["a"]) {} }
    let other = held.begin(on: turns, for: ["b"])
    await #expect(throws: FairTurns.Refusal.full(3), "the last of whom most wait") { try await waiting[2].value }
    held.end(4)
    for task in [first, other, waiting[0], waiting[1]] { try await task.value }
    await #expect(throws: FairTurns.Refusal.late) {
      let held = Held()
      let task = held.begin(on: turns, for: ["a"])
      try await Self.until { held.count == 1 }
      let late = Task { try await turns.run(for: ["b"], until: .now) {} }
      try await Self.until { turns.load == 2 }
      held.end(1)
      try await task.value
      try await late.value
    }
  }

  @Test("of bytes are returned with the request")
  func bytes() throws {
    let shares = ByteShares(100, ofClient: 60)
    var first: HeldBytes? = HeldBytes(shares, of: ["a", "x"])
    try first?.take(50)
    #expect(throws: ByteShares.Refusal.clientFull(60)) { try first?.take(11) }
    let second = HeldBytes(shares, of: ["b", "x"])
    #expect(throws: ByteShares.Refusal.clientFull(60), "of the address") { try second.take(11) }
    let third = HeldBytes(shares, of: ["c"])
    try third.take(50)
    #expect(throws: ByteShares.Refusal.full(100)) { try HeldBytes(shares, of: ["d"]).take(1) }
    first = nil
    #expect(shares.held == 50)
    try second.take(50)
    let whole = HeldBytes(ByteShares(10, ofClient: 10), of: ["a"])
    try whole.take(1000)
    #expect(throws: ByteShares.Refusal.clientFull(10)) { try whole.take(1) }
  }

  @Test("of bytes are reserved for clients that hold little, however much a few others hold")
  func littleBytes() throws {
    // An eighth is 64 bytes, and one byte is little.
    let shares = ByteShares(512, ofClient: 64)
    var all: [HeldBytes] = []
    for number in 0..<7 {
      let held = HeldBytes(shares, of: ["\(number)"])
      try held.take(64)
      all.append(held)
    }
    #expect(throws: ByteShares.Refusal.full(512)) { try HeldBytes(shares, of: ["large"]).take(64) }
    for number in 0..<64 {
      let held = HeldBytes(shares, of: ["small \(number)"])
      try held.take(1)
      #expect(throws: ByteShares.Refusal.full(512)) { try held.take(1) }
      all.append(held)
    }
    #expect(throws: ByteShares.Refusal.full(512)) { try HeldBytes(shares, of: ["late"]).take(1) }
    #expect(shares.held == 512)
    all.removeAll()
    #expect(shares.held == 0)
  }

  @Test("of connections are counted per address, for IPv6 per network")
  func connections() {
    let shares = ConnectionShares(most: 2)
    let (one, same) = (AddressRange.network(of: "2001:db8::1"), AddressRange.network(of: "2001:db8::ffff"))
    #expect(shares.begin(one) && shares.begin(same) && !shares.begin(one))
    #expect(shares.begin(AddressRange.network(of: "2001:db8:0:1::1")) && shares.begin("127.0.0.1"))
    shares.end(same)
    #expect(shares.begin(one))
  }

  @Test("of shared work are one run at a time, and one for callers who come in the meantime")
  func sharedRuns() async throws {
    let runs = SharedRuns()
    let gate = DispatchSemaphore(value: 0)
    let begun = Mutex(0)
    func request() -> Task<Void, any Error> {
      Asker.$names.withValue(Self.ana) {
        runs.request {
          #expect(Asker.names.isEmpty, "it is the work of the server")
          begun.withLock { $0 += 1 }
          await Task.detached { gate.wait() }.value
        }
      }
    }
    let first = request()
    try await Self.until { begun.withLock { $0 } == 1 }
    let others = (0..<20).map { _ in request() }
    for _ in 0..<2 { gate.signal() }
    for task in [first] + others { try await task.value }
    #expect(begun.withLock { $0 } == 2)
    gate.signal()
    try await request().value
    #expect(begun.withLock { $0 } == 3, "what was done before is done again")
    await #expect(throws: CancellationError.self) { try await runs.run { throw CancellationError() } }
    gate.signal()
    try await request().value
  }

  // MARK: Files and bodies

  private static let png: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }

  @Test("of files are read as they are sent, and end with the file")
  func files() async throws {
    let world = try ServerWorld()
    let key = try world.key(.import)
    let path = "/v1/listings/stuttgart-brennglas/pictures"
    #expect(try await world.ask(path, .post, [key], body: Self.png, pieces: 70_000).status == 201)
    let whole = try await world.ask(path + "/1")
    #expect(whole.bytes == Self.png && whole.headers[.contentLength] == "\(Self.png.count)")
    let part = try await world.ask(path + "/1", .get, [("Range", "bytes=65530-200000")])
    #expect(part.status == 206 && part.bytes == Array(Self.png[65530...200_000]))
    #expect(world.server.services.held.held == 0, "no byte is in memory before it is read")
    var isWhole = true
    do {
      _ = try await world.ask(path + "/1") {
        let removed = try await world.ask(path + "/1", .delete, [key])
        #expect(removed.status == 204)
      }
    } catch { isWhole = false }
    #expect(!isWhole, "its bytes are in no memory")
    let folder = String(world.catalog.path.dropLast(5)) + ".media"
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
  }

  @Test("of uploads and bodies refuse excess ones, and are free again afterwards")
  func bodies() async throws {
    let bars = (0..<900).map {
      Listing(id: "bar-\($0)", kind: .bar, coordinate: .init(latitude: 46.5, longitude: 24.5))
    }
    let world = try ServerWorld(bars) { ($0.clientUploads, $0.clientHeld) = (100_000, 100_000) }
    let ana = try world.member("ana")
    let upload = try await world.ask("/v1/media", .post, [ana], body: Self.png, pieces: 1000)
    #expect(upload.status == 429 && upload.text.contains("client-uploads"), "\(upload.text)")
    #expect(
      try await world.ask("/v1/media", .post, [ana], body: Array(Self.png[..<99_000]), pieces: 1000).status == 201)
    let json = [("Content-Type", "application/json")]
    let long = Array("{\"limit\":1}".utf8) + [UInt8](repeating: 0x20, count: 300_000)
    let refused = try await world.ask("/v1/query", .post, json, body: long, pieces: 1000)
    #expect(refused.status == 429 && refused.text.contains("client-held"), "\(refused.text)")
    let allowed = try await world.ask("/v1/query", .post, json, body: Array(long[..<100_000]), pieces: 1000)
    #expect(allowed.status == 200, "\(allowed.text)")
    #expect(world.server.services.held.held == 0 && world.server.services.uploads.held == 0)
    let large = try await world.ask("/v1/query", .post, json, text: #"{"limit":1000}"#)
    #expect(large.status == 200 && large.bytes.count > 32 << 10, "a large answer of its own is always given")
  }

  // MARK: What members store

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
    #expect(exactly >= 5, "it is counted anew now and then")
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

  @Test("of a listing count its tags, rates and blocked nights as records before it is written")
  func listingForms() throws {
    let form = try #require(try JSONParser.parse(#"{"tags":["a","b"],"name":"x"}"#.utf8).object)
    #expect(StoredBytes.most(ofFields: form, textBytes: 30) == 30 + 2 * StoredBytes.record)
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

  @Test("of a client that are full do not prevent the response to a completed change")
  func answered() async throws {
    let world = try ServerWorld([]) { $0.clientHeld = 100_000 }
    let ana = try world.member("ana")
    let text = String(repeating: "a", count: 60_000)
    let form = #"{"kind":"bar","lat":46.5,"lon":24.5,"description":"\#(text)"}"#
    #expect(try await world.send("/v1/listings/bar", .put, [ana], form).status == 201)
    let held = HeldBytes(world.server.services.held, of: ["member ana"])
    try held.take(100_000)
    let any = ("If-Match", "*")
    let changed = try await world.send("/v1/listings/bar", .patch, [ana, any], #"{"price":3,"currency":"EUR"}"#)
    #expect(try changed.status == 200 && changed.json["price"] != nil, "\(changed.text.prefix(200))")
    #expect(try await world.ask("/v1/listings/bar", .get, [ana]).status == 429, "what changes nothing is refused")
    withExtendedLifetime(held) {}
  }

  // MARK: The work of the server

  /// Runs work of a client until it has as much as it may have.
  private final class FullShare: Sendable {
    private let gate = DispatchSemaphore(value: 0)
    private let refused = DispatchSemaphore(value: 0)

    /// - Parameter run: runs work on the account of a client.
    func fill(as names: [String], _ run: @escaping @Sendable (@escaping @Sendable () -> Void) async throws -> Void) {
      for _ in 0..<3 {
        Task { [gate, refused] in
          do { try await Asker.$names.withValue(names) { try await run { gate.wait() } } } catch { refused.signal() }
        }
      }
    }

    func waitUntilFull() { refused.wait() }

    func end() { for _ in 0..<2 { gate.signal() } }
  }

  private static let ana = ["member ana", "local"]

  @Test("that are full end no stream of changes: its own looks are the work of the server")
  func streams() async throws {
    let world = try ServerWorld([]) { ($0.clientThreads, $0.clientQueue) = (1, 1) }
    let services = world.server.services
    let ana = try world.member("ana")
    let share = FullShare()
    share.fill(as: Self.ana) { work in try await services.members.run { work() } }
    await Task.detached { share.waitUntilFull() }.value
    try services.accountsFile.write { db in
      _ = try ChangeLog.add(.alert, for: "ana", JSONObject([("what", .string("begins"))]), at: ServerWorld.now, in: db)
    }
    let told = Mutex("")
    let stream = Task {
      defer { told.withLock { $0 += "end" } }
      return try await world.ask(
        "/v1/changes?after=0", .get, [ana, ("Accept", "text/event-stream")],
        receiving: { text in told.withLock { $0 += text } })
    }
    try await Self.until { told.withLock { $0.contains("begins") || $0.contains("end") } }
    services.state.stop()
    services.members.changes.signals.notifyAll()
    #expect(try await stream.value.text.contains("begins"))
    share.end()
  }

  @Test("that are full keep no account that is ending from being erased")
  func endings() async throws {
    let world = try ServerWorld([]) { ($0.clientThreads, $0.clientQueue) = (1, 1) }
    let services = world.server.services
    _ = try world.member("ana")
    let share = FullShare()
    // Once the account is marked, nothing more of this client would have a turn.
    try services.accountsFile.write { db in
      db.add(
        function: DatabaseFunction("fill_share", argumentCount: 0) { _ in
          share.fill(as: Self.ana) { work in try await services.gate.operation { _ in work() } }
          share.waitUntilFull()
          return nil
        })
      try db.execute(
        sql: """
          CREATE TEMP TRIGGER filling AFTER UPDATE OF ending ON account WHEN OLD.ending IS NULL BEGIN
            SELECT fill_share();
          END
          """)
    }
    let account = try #require(try services.accounts.account("ana"))
    try await Asker.$names.withValue(Self.ana) { try await AccountEnding(services).end(account, at: ServerWorld.now) }
    #expect(try services.accounts.account("ana") == nil)
    share.end()
  }

  @Test(
    "of texts are bytes as well as letters",
    arguments: [
      ("/v1/me", "PATCH", #"{"displayName":"TEXT"}"#, 5), ("/v1/me", "PATCH", #"{"about":"TEXT"}"#, 5),
      ("/v1/conversations/ID/messages", "POST", #"{"text":"TEXT"}"#, 5),
      ("/v1/conversations/ID/messages", "POST", #"{"location":{"lat":1,"lon":1,"name":"TEXT"}}"#, 5),
      ("/v1/conversations/ID/messages", "POST", #"{"location":{"lat":1,"lon":1,"address":"TEXT"}}"#, 5),
      ("/v1/reports", "POST", #"{"listing":"pub","reason":"spam","text":"TEXT"}"#, 5),
      ("/v1/me/alerts", "POST", #"{"name":"TEXT","query":{}}"#, 5),
      ("/v1/listings/couch/switches/TEXT", "PUT", #"{"url":"https://example.org/x"}"#, 1),
      ("/v1/listings/couch/rating", "PUT", #"{"stars":2,"text":"TEXT"}"#, 1),
      ("/v1/sessions", "POST", #"{"login":"ana","password":"TEXT"}"#, 5),
      ("/v1/me/password", "PUT", #"{"present":"x","new":"TEXT eine lange Reihe"}"#, 5),
    ])
  func texts(_ path: String, _ method: String, _ form: String, _ letters: Int) async throws {
    var couch = Listing(id: "couch", kind: .couch, coordinate: .init(latitude: 47.4979, longitude: 19.0402))
    (couch.host, couch.timeZone) = ("ana", "UTC")
    let world = try ServerWorld([couch])
    let ana = try world.member("ana")
    _ = try world.member("bela")
    let id = try await world.send("/v1/conversations", .post, [ana], #"{"with":"bela"}"#).json["id"]?.string ?? ""
    // A letter with very many marks.
    let long = String(repeating: "e" + String(repeating: "\u{301}", count: 20_000 / letters), count: letters)
    let marked = path.contains("TEXT") ? "e" + String(repeating: "%CC%81", count: 1000) : long
    let who = path.contains("rating") || path.contains("reports") ? try world.member("bela") : ana
    let answer = try await world.send(
      path.replacing("ID", with: id).replacing("TEXT", with: marked), .init(method) ?? .get, [who],
      form.replacing("TEXT", with: long))
    #expect((400..<500).contains(answer.status) && answer.status != 404, "\(answer.status) \(answer.text.prefix(300))")
  }

  @Test("of texts are reported in bytes if bytes are the limit")
  func toldTexts() async throws {
    let world = try ServerWorld()
    let ana = try world.member("ana")
    let long = String(repeating: "e" + String(repeating: "\u{301}", count: 4000), count: 20)
    for (path, method, form, bytes) in [
      ("/v1/me", "PATCH", #"{"displayName":"TEXT"}"#, 640), ("/v1/me", "PATCH", #"{"about":"TEXT"}"#, 16_000),
      ("/v1/me/password", "PUT", #"{"present":"x","new":"TEXT"}"#, 1600),
    ] {
      let answer = try await world.send(
        path, .init(method) ?? .get, [ana], form.replacing("TEXT", with: long))
      #expect(answer.code == "out-of-range" && answer.text.contains("at most \(bytes) bytes"), "\(answer.text)")
    }
  }

  // MARK: Names

  @Test("of look-ups are counted per member: names that never resolve delay only their own member")
  func lookups() async throws {
    let gate = DispatchSemaphore(value: 0)
    let begun = Mutex(0)
    let client = OutgoingClient(allowed: [], patience: .seconds(1), memberLookups: 2) { name in
      if name.hasPrefix("slow") {
        begun.withLock { $0 += 1 }
        gate.wait()
      }
      return ["127.0.0.1"]
    }
    @Sendable func send(_ host: String, for member: String) async -> (any Error)? {
      do {
        _ = try await client.send(.init(.get, OutgoingRequest.check("http://\(host)/", at: "url")), for: member)
        return nil
      } catch { return error }
    }
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<20 {
        group.addTask {
          let error = await send("slow\(number).example", for: "mallory")
          #expect(error as? OutgoingError == .unreachable("it did not answer within 1 seconds"))
        }
      }
    }
    #expect(begun.withLock { $0 } == 2, "the others of the member have waited for these")
    let error = await send("quick.example", for: "ana")
    #expect(error as? OutgoingError == .forbidden("127.0.0.1"), "it was looked up")
    gate.signal()
    gate.signal()
  }
}
