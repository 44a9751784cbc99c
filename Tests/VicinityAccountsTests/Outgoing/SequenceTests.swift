import Synchronization
import Testing

@testable import VicinityAccounts

@Suite("Work for several elements at once")
struct SequenceTests {
  @Test("is done for other elements while one waits")
  func manyMembers() async throws {
    let elements = Array(0..<40)
    let running = Mutex(0)
    let most = Mutex(0)
    let done = Mutex(Set<Int>())
    try await elements.eachOfSeveral(atOnce: 8) { element in
      let count = running.withLock { running in
        running += 1
        return running
      }
      most.withLock { $0 = max($0, count) }
      try await Task.sleep(for: .milliseconds(2))
      running.withLock { $0 -= 1 }
      done.withLock { _ = $0.insert(element) }
    }
    #expect(done.withLock { $0 } == Set(elements))
    #expect((2...8).contains(most.withLock { $0 }))
  }
}
