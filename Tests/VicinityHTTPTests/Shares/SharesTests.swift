import Foundation
import Synchronization
import Testing

@testable import VicinityHTTP

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
      Asker.$names.withValue(["member ana", "local"]) {
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
}
