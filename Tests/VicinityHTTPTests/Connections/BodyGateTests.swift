import HummingbirdCore
import NIOCore
import Synchronization
import Testing

@testable import VicinityHTTP

@Suite("The body of a request") struct BodyGateTests {
  @Test("is read whole while the request is not answered", .timeLimit(.minutes(1)))
  func isWhole() async throws {
    let (stream, input) = AsyncStream<ByteBuffer>.makeStream()
    let gate = BodyGate(RequestBody(asyncSequence: stream))
    for text in ["a", "bc", "def"] { input.yield(ByteBuffer(string: text)) }
    input.finish()
    var read = ""
    for try await piece in gate { read += String(buffer: piece) }
    #expect(read == "abcdef")
    await gate.close()
  }

  @Test("has no reader once the request is answered, not even one that waits", .timeLimit(.minutes(1)))
  func closes() async throws {
    let pieces = OnePiece()
    let gate = BodyGate(RequestBody(asyncSequence: pieces))
    let isClosed = Flag()
    let reader = Task {
      var iterator = gate.makeAsyncIterator()
      let piece = try await iterator.next()
      do { _ = try await iterator.next() } catch is CancellationError { return piece.map { String(buffer: $0) } }
      return nil
    }
    await pieces.isAwaited.wait()
    let closer = Task {
      await gate.close()
      isClosed.set()
    }
    // Closing waits for the piece that is being read.
    for _ in 0..<100 { await Task.yield() }
    #expect(!isClosed.isSet)
    pieces.arrives.set()
    #expect(try await reader.value == "piece")
    await closer.value
    #expect(pieces.asked.load(ordering: .relaxed) == 1)
    await #expect(throws: CancellationError.self) {
      for try await _ in gate {}
    }
  }
}

/// A body whose only piece arrives when the test lets it.
private final class OnePiece: AsyncSequence, Sendable {
  let isAwaited = Flag()
  let arrives = Flag()
  let asked = Atomic<Int>(0)

  struct AsyncIterator: AsyncIteratorProtocol {
    let pieces: OnePiece

    mutating func next() async throws -> ByteBuffer? {
      pieces.asked.add(1, ordering: .relaxed)
      pieces.isAwaited.set()
      await pieces.arrives.wait()
      return ByteBuffer(string: "piece")
    }
  }

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(pieces: self) }
}

/// Something that happens once, and is waited for.
private final class Flag: Sendable {
  private let state = Mutex((isSet: false, waiting: [CheckedContinuation<Void, Never>]()))

  var isSet: Bool { state.withLock { $0.isSet } }

  func set() {
    let waiting = state.withLock { state in
      state.isSet = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for each in waiting { each.resume() }
  }

  func wait() async {
    await withCheckedContinuation { continuation in
      let isSet = state.withLock { state in
        if !state.isSet { state.waiting.append(continuation) }
        return state.isSet
      }
      if isSet { continuation.resume() }
    }
  }
}
