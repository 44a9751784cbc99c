import Foundation
import ServerTestSupport
import Streams
import Synchronization
import Testing

@testable import Vicinity
@testable import VicinityHTTP
@testable import VicinityServer

@Suite("The gate of the catalog's threads")
struct WorkGateTests {
  @Test("a request that waits for a build leaves its thread to others")
  func waiting() async throws {
    let world = try ServerWorld([]) { $0.threads = 1 }
    let gate = world.server.services.gate
    let ending = Ending()
    let asked = Mutex(0)
    async let first = gate.onThread { _, budget in
      #expect(!budget.mayWait)
      if asked.withLock({
        $0 += 1; return $0
      }) == 1 {
        throw BeingMade(ending: ending)
      }
      return "made"
    }
    while asked.withLock({ $0 }) == 0 { await Task.yield() }
    #expect(try await gate.onThread { _, _ in "other" } == "other", "the only thread is free")
    ending.finish(.success(()))
    #expect(try await first == "made")
  }

  @Test("at its deadline it is asked to retry, and the build continues")
  func deadline() async throws {
    let world = try ServerWorld([]) { $0.deadlineMilliseconds = 20 }
    let gate = world.server.services.gate
    let ending = Ending()
    do {
      _ = try await gate.onThread { _, _ -> Int in throw BeingMade(ending: ending) }
      Issue.record("it has waited for what was not made")
    } catch let problem as Problem {
      #expect(problem.status == .serviceUnavailable && problem.code == "busy" && problem.retryAfter == 1)
    }
    #expect(await ending.hasEnded(by: .now) == false)
  }

  @Test("requests that wait for a build are counted, in total and per client")
  func bounds() async throws {
    let world = try ServerWorld([]) { ($0.queue, $0.clientQueue) = (2, 1) }
    let gate = world.server.services.gate
    let ending = Ending()
    func ask(_ name: String) -> Task<Int, any Error> {
      Task {
        try await Asker.$names.withValue([name]) {
          try await gate.onThread { _, _ -> Int in
            guard try ending.wait(until: .now) else { throw BeingMade(ending: ending) }
            return 1
          }
        }
      }
    }
    let first = ask("ana")
    while gate.load != 1 { await Task.yield() }
    await #expect(throws: FairTurns.Refusal.clientFull(1)) { try await ask("ana").value }
    let second = ask("ben")
    while gate.load != 2 { await Task.yield() }
    await #expect(throws: FairTurns.Refusal.full(2)) { try await ask("eve").value }
    ending.finish(.success(()))
    #expect(try await first.value == 1)
    #expect(try await second.value == 1)
    #expect(gate.load == 0)
  }

  @Test("short work is done at once, unless it needs a build")
  func short() async throws {
    let world = try ServerWorld([])
    let ending = Ending()
    let asked = Mutex(0)
    ending.finish(.success(()))
    let answer = try await world.server.services.gate.answer(isLong: false) { _, _ in
      if asked.withLock({
        $0 += 1; return $0
      }) < 3 {
        throw BeingMade(ending: ending)
      }
      return 1
    }
    #expect(answer == 1 && asked.withLock { $0 } == 3)
  }

  @Test("suggestions of before a change are answered until new ones are made, under another entity tag than those")
  func suggestionsAfterChange() async throws {
    let world = try ServerWorld()
    func ask() async throws -> ServerWorld.Answered { try await world.ask("/v1/suggest?text=zebra") }
    #expect(try await ask().json["completions"]?.array?.isEmpty == true)
    let snapshots = try world.catalog.read { worker, _, _ in worker.snapshots }
    let gate = DispatchSemaphore(value: 0)
    let ending = snapshots.renew(snapshots.completions, named: "held", because: .wait) { reader, present, last in
      gate.wait()
      gate.signal()
      return (present.basis, try Completions(reading: reader, work: reader.work, after: last))
    }
    var listing = Listing(id: "zebra", kind: .bar, coordinate: .init(latitude: 48, longitude: 9))
    listing.name = "Zebra"
    try world.catalog.save([listing], source: "other", at: ServerWorld.now)
    let before = try await ask()
    #expect(before.status == 200)
    #expect(try before.json["completions"]?.array?.isEmpty == true)
    gate.signal()
    _ = try? ending?.wait(until: nil)
    #expect(try world.catalog.suggest("zebra").count == 1)
    let after = try await ask()
    #expect(try after.json["completions"]?.array?.count == 1)
    #expect(before.headers[.eTag] != after.headers[.eTag])
  }

  @Test("suggestions come from the first request on")
  func suggestions() async throws {
    let world = try ServerWorld()
    let answer = try await world.ask("/v1/suggest?text=ba")
    #expect(answer.status == 200)
    #expect(try answer.json["completions"]?.array?.isEmpty == false)
  }
}
