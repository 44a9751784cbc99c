import Foundation
import HTTPTypes
import Logging
import ServerTestSupport
import Synchronization
import TestSupport
import Testing
import Vicinity
import VicinityHTTP

@testable import VicinityAccounts
@testable import VicinityServer

@Suite("A node that leads") struct LeadingNodeTests {
  private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1]
  private static let length = ("Content-Length", "\(png.count)")

  /// A server that is this node, until `body` returns.
  private static func serving(_ node: LoneNode, _ body: (ServerWorld) async throws -> Void) async throws {
    let world = try ServerWorld()
    // With its tables: a node finds the files of its cluster.
    _ = try world.server.services.accountsFile.database()
    var settings = ServerSettings()
    (settings.rate, settings.passwordLogRounds, settings.deadlineMilliseconds) = (0, 4, 600_000)
    let server = try VicinityServer(
      catalog: world.catalog, settings: settings, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
      cluster: node, clock: { ServerWorld.now })
    let outcome: Result<Void, any Error>
    do { outcome = .success(try await body(ServerWorld(reading: world, server))) } catch { outcome = .failure(error) }
    await server.services.cluster?.stop()
    try outcome.get()
  }

  @Test("makes a change that can be repeated once its log can be reached again")
  func waits() async throws {
    let node = LoneNode()
    try await Self.serving(node) { world in
      let member = try world.member("ana")
      node.refusals.store(1, ordering: .relaxed)
      let set = try await world.ask("/v1/me/picture", .put, [member, Self.length], body: Self.png)
      #expect(set.status == 200)
      #expect(node.refusals.load(ordering: .relaxed) == 0)
      #expect(try await world.ask("/v1/members/ana/picture", .get, [member]).bytes == Self.png)
      node.refusals.store(1, ordering: .relaxed)
      let added = try await world.ask("/v1/media", .post, [member, Self.length], body: Self.png)
      #expect((added.status, added.code) == (503, "no-leader"))
    }
  }

  @Test("names the absence of its log to those who found no thread, because others wait for the log")
  func namesCause() async throws {
    let node = LoneNode()
    try await Self.serving(node) { world in
      let member = try world.member("ana")
      node.isBusy.store(true, ordering: .relaxed)
      let refused = try await world.ask("/v1/me/picture", .put, [member, Self.length], body: Self.png)
      #expect((refused.status, refused.code) == (503, "busy"))
      node.isSilent.store(true, ordering: .relaxed)
      let asked = try await world.ask("/v1/me/picture", .put, [member, Self.length], body: Self.png)
      #expect((asked.status, asked.code) == (503, "no-leader"))
    }
  }

  @Test("has a client try again when a picture is stored by another node, and its log cannot be reached")
  func notFetched() async throws {
    let node = LoneNode()
    try await Self.serving(node) { world in
      let member = try world.member("ana")
      #expect(try await world.ask("/v1/me/picture", .put, [member, Self.length], body: Self.png).status == 200)
      let folder = Catalog.stem(of: world.catalog.path) + ".media"
      for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
        try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
      }
      let asked = try await world.ask("/v1/members/ana/picture", .get, [member])
      #expect((asked.status, asked.code, asked.headers[.retryAfter]) == (503, "not-fetched", "1"))
      node.hasMedia.store(false, ordering: .relaxed)
      #expect(try await world.ask("/v1/members/ana/picture", .get, [member]).status == 404)
    }
  }
}

/// A node that leads, with a log that takes everything, or refuses it.
private final class LoneNode: ClusterMember {
  /// How many transactions it still refuses.
  let refusals = Atomic<Int>(0)
  /// Whether no thread is free.
  let isBusy = Atomic<Bool>(false)
  /// Whether the log has not answered for long.
  let isSilent = Atomic<Bool>(false)
  /// Whether other nodes have files of media, which cannot be fetched.
  let hasMedia = Atomic<Bool>(true)

  var accountsLog: any TransactionLog { Log(node: self) }
  var state: ClusterState {
    ClusterState(
      node: "a", isLeader: true, leaderURL: nil, epoch: 1, applied: 1, head: 1, lastTime: 0, hasCaughtUp: true,
      behindSince: nil, heard: isSilent.load(ordering: .relaxed) ? .now - .seconds(4) : .now, traffic: ClusterTraffic())
  }

  func begin(_ files: ClusterFiles, _ listener: any ClusterListener) {}
  func resign() {}
  func stop() {}
  func reaches(_ entry: Int64, within limit: Duration) async -> Bool { true }
  func signature(of text: String) -> String { text }
  func eraseEarlier() throws {}
  func storeMedium(_ hash: String, path: String) throws {}
  func fetchMedium(_ hash: String, to path: String, isAwaited: Bool) throws -> Bool {
    if hasMedia.load(ordering: .relaxed) { throw ClusterError.notFetched }
    return false
  }
  func storedMedia() throws -> [String] { [] }
  func removeMedia(_ hashes: [String]) throws {}

  private final class Log: TransactionLog, TransactionRecorder {
    let node: LoneNode
    let isInLog = false

    init(node: LoneNode) { self.node = node }

    func recorder(of connection: OpaquePointer) throws -> any TransactionRecorder { self }
    func begin(_ kind: RecordedKind) throws {
      if node.isBusy.load(ordering: .relaxed) { throw FairTurns.Refusal.late }
      guard node.refusals.load(ordering: .relaxed) > 0 else { return }
      node.refusals.subtract(1, ordering: .relaxed)
      throw ClusterError.noLeader(reason: "the test's log refuses it")
    }
    func append() throws {}
    func committed() throws {}
    func rolledBack() {}
    func commitFailed(_ error: any Error) throws { throw error }
    func end() {}
  }
}
