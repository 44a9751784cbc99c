import Foundation
import Streams
import Synchronization
import Testing

@testable import Vicinity
@testable import VicinityServer

@Suite("The gate of the catalog's threads")
struct WorkGateTests {
  @Test("a request that waits for what is being made leaves its thread to others")
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

  @Test("at its deadline it is told to come back, and the making goes on")
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

  @Test("what is short is done at once, unless it needs what is being made")
  func short() async throws {
    let world = try ServerWorld([])
    let ending = Ending()
    let asked = Mutex(0)
    ending.finish(.success(()))
    let answer = try await world.server.services.gate.answer(asLong: false) { _, _ in
      if asked.withLock({
        $0 += 1; return $0
      }) < 3 {
        throw BeingMade(ending: ending)
      }
      return 1
    }
    #expect(answer == 1 && asked.withLock { $0 } == 3)
  }

  @Test("a task that is cancelled waits no longer")
  func cancelled() async throws {
    let ending = Ending()
    let waiting = Task { await ending.hasEnded(by: .now + .seconds(3600)) }
    waiting.cancel()
    #expect(await waiting.value == false)
  }

  @Test("suggestions come from the first request on")
  func suggestions() async throws {
    let world = try ServerWorld()
    let answer = try await world.ask("/v1/suggest?text=ba")
    #expect(answer.status == 200)
    #expect(try answer.json["completions"]?.array?.isEmpty == false)
  }
}
