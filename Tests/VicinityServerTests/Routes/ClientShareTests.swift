import Foundation
import GRDB
import ServerTestSupport
import Streams
import Synchronization
import Testing
import Vicinity

@testable import VicinityAccounts
@testable import VicinityHTTP
@testable import VicinityServer

@Suite("Shares of clients over HTTP")
struct ClientShareTests {
  private static func until(_ condition: () -> Bool) async throws {
    while !condition() { try await Task.sleep(for: .milliseconds(1)) }
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
}
