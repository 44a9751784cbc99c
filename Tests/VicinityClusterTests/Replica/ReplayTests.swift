import CSQLiteSession
import CivilTime
import Foundation
import Geography
import Synchronization
import TestSupport
import Testing

@testable import Vicinity
@testable import VicinityAccounts
@testable import VicinityCluster
@testable import VicinityLab

/// What members do at the leader, applied by a follower whose readers search meanwhile.
struct ReplayTests {
  private static let now = SeededWorld.now
  private static let center = Coordinate(latitude: 48.77, longitude: 9.18)

  private static func listings(_ count: Int, seed: UInt64, _ prefix: String = "") -> [Listing] {
    SeededWorld(seed: seed, count: count, center: center, spreadDegrees: 0.1).listings.map {
      var listing = $0
      listing.id = prefix + listing.id
      return listing
    }
  }

  @Test func `a follower that applies every entry answers as the leader does`() throws {
    let nodes = try TwoNodes()
    defer { nodes.remove() }
    let first = try Catalog(path: nodes.path("leader", .catalog), access: .create)
    try first.save(Self.listings(400, seed: 1), source: "test", at: Self.now)
    first.close()
    _ = try AccountsFile(catalog: nodes.path("leader", .catalog)).database()
    try nodes.share()
    let leader = try Catalog(
      path: nodes.path("leader", .catalog), memoryLimit: 1 << 28, threads: 2, areas: nil,
      recordedBy: nodes.log.log(of: .catalog))
    let follower = try Catalog(path: nodes.path("follower", .catalog))
    let applier = try Applier(nodes.path("follower", .catalog), of: .catalog)
    var (random, done) = (SplitMix64(seed: 7), 0)
    for step in 0..<100 {
      Self.act(step, leader, &random)
      let entries = nodes.log.entries[done...]
      done += entries.count
      if !entries.isEmpty { _ = try applier.apply(Array(entries)) }
      if step % 20 == 19 { try Self.compare(leader, follower, step) }
    }
    #expect(done > 60)
    #expect(try TwoNodes.rows(of: nodes.path("leader", .catalog)) == TwoNodes.rows(of: follower.path))
    #expect(try follower.check().isEmpty)
  }

  @Test func `changes of several threads share a transaction, and an error undoes only its own`() async throws {
    let nodes = try TwoNodes()
    defer { nodes.remove() }
    let first = try Catalog(path: nodes.path("leader", .catalog), access: .create)
    try first.save(Self.listings(100, seed: 1), source: "test", at: Self.now)
    first.close()
    _ = try AccountsFile(catalog: nodes.path("leader", .catalog)).database()
    try nodes.share()
    let leader = try Catalog(
      path: nodes.path("leader", .catalog), memoryLimit: 1 << 28, threads: 2, areas: nil,
      recordedBy: nodes.log.log(of: .catalog))
    let ids = Self.listings(100, seed: 1).map(\.id)
    let outcomes = await withTaskGroup(of: Bool.self) { group in
      for index in 0..<400 {
        group.addTask {
          await withCheckedContinuation { continuation in
            Thread.detachNewThread {
              let id = index % 5 == 4 ? "nowhere" : ids[index % ids.count]
              let isDone = (try? leader.perform(.favorite(listing: id, member: "m\(index)"), at: Self.now)) != nil
              continuation.resume(returning: isDone)
            }
          }
        }
      }
      return await group.reduce(into: [true: 0, false: 0]) { $0[$1, default: 0] += 1 }
    }
    #expect(outcomes == [true: 320, false: 80])
    let count = try Raw(leader.path).texts("SELECT count(*) FROM favourite")
    #expect(count == ["320"])
    #expect(nodes.log.entries.count <= 320)
    let applier = try Applier(nodes.path("follower", .catalog), of: .catalog)
    _ = try applier.apply(nodes.log.entries)
    #expect(try TwoNodes.rows(of: leader.path) == TwoNodes.rows(of: nodes.path("follower", .catalog)))
  }

  @Test func `of a transaction that SQLite has rolled back, no change is acknowledged or recorded`() throws {
    let nodes = try TwoNodes()
    defer { nodes.remove() }
    let first = try Catalog(path: nodes.path("leader", .catalog), access: .create)
    try first.save(Self.listings(5, seed: 1), source: "test", at: Self.now)
    first.close()
    _ = try AccountsFile(catalog: nodes.path("leader", .catalog)).database()
    try nodes.share()
    let leader = try Catalog(
      path: nodes.path("leader", .catalog), memoryLimit: 1 << 28, threads: 2, areas: nil,
      recordedBy: nodes.log.log(of: .catalog))
    let writer = try leader.writing()
    let (begun, released, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchGroup())
    let acknowledged = Mutex<[String]>([])
    func change(_ name: String, _ body: @escaping @Sendable (PreparedStatements) throws -> Void) {
      ended.enter()
      Thread.detachNewThread {
        if (try? writer.transaction(body)) != nil { acknowledged.withLock { $0.append(name) } }
        ended.leave()
      }
    }
    let insert = "INSERT INTO favourite (member, fid, at) VALUES (?1, (SELECT min(fid) FROM listing), 5)"
    // The others wait, and share the next transaction.
    change("first") { _ in
      begun.signal()
      released.wait()
    }
    begun.wait()
    for name in ["before", "failing", "after"] {
      change(name) { statements in
        try statements.run(insert, name)
        // As SQLite does by itself when the disk is full.
        if name == "failing" {
          sqlite3_exec(statements.connection, "ROLLBACK", nil, nil, nil)
          throw SQLiteFailure(code: SQLITE_FULL, message: "the disk is full", sql: insert)
        }
      }
      usleep(100_000)
    }
    released.signal()
    ended.wait()
    #expect(acknowledged.withLock { $0 } == ["first"])
    #expect(try Raw(leader.path).texts("SELECT member FROM favourite") == [])
    #expect(nodes.log.entries.isEmpty)
    try writer.transaction { try $0.run(insert, "later") }
    #expect(nodes.log.entries.count == 1)
  }

  /// Performs a random action, which may be refused.
  private static func act(_ step: Int, _ leader: Catalog, _ random: inout SplitMix64) {
    let id = "l\(random.next() % 400)"
    let member = "m\(random.next() % 7)"
    do {
      switch random.next() % 8 {
      case 0: _ = try leader.perform(.favorite(listing: id, member: member), at: now)
      case 1:
        try leader.rate(id, #require(Stars(halves: Int(random.next() % 5) + 4)), text: "fine", by: member, at: now)
      case 2: _ = try leader.perform(.visit(listing: id, member: member, at: now), at: now)
      case 3:
        let name = "Jazz \(random.next() % 90) word\(random.next() % 50)"
        _ = try leader.edit(id) { $0.name = name }
      case 4: _ = try leader.perform(.remove(listing: id), at: now)
      case 5: try leader.save(listings(3, seed: UInt64(step + 1000), "n\(step)-"), source: "more\(step)", at: now)
      default: _ = try leader.join(id, by: member, at: now)
      }
    } catch {
      // Refused.
    }
  }

  private static func compare(_ leader: Catalog, _ follower: Catalog, _ step: Int) throws {
    for word in ["jazz", "word\(step % 50)", "bar"] {
      let query = Query(near: center, text: word, limit: 200)
      #expect(try leader.answer(query, at: now).matches.map(\.id) == follower.answer(query, at: now).matches.map(\.id))
    }
    let near = Query(near: center, radiusMeters: 20_000, limit: 200)
    #expect(try leader.answer(near, at: now).matches.map(\.id) == follower.answer(near, at: now).matches.map(\.id))
  }
}
