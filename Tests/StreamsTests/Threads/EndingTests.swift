import Streams
import Testing

@Suite("The end of shared work")
struct EndingTests {
  @Test("is not waited for by a task that is cancelled")
  func cancelled() async throws {
    let ending = Ending()
    let waiting = Task { await ending.hasEnded(by: .now + .seconds(3600)) }
    waiting.cancel()
    #expect(await waiting.value == false)
  }
}
