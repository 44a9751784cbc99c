import HummingbirdCore
import NIOCore
import Synchronization

/// The body of a request, which ends for its reader once the request has been answered.
///
/// What is left of a body is then read for the next request of the connection. A task that still waited for a piece,
/// such as that of an HTTP client that sends the body on, would be a second reader, which ends the process
/// (`NIOThrowingAsyncSequenceProducer`).
final class BodyGate: AsyncSequence, Sendable {
  typealias Element = ByteBuffer

  struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let gate: BodyGate
    fileprivate var pieces: RequestBody.AsyncIterator

    /// - Throws: `CancellationError` once the request has been answered: with `nil`, a part would look like
    ///   a whole body.
    mutating func next() async throws -> ByteBuffer? {
      try gate.begin()
      defer { gate.end() }
      return try await pieces.next()
    }
  }

  private struct State {
    var isClosed = false
    var isRead = false
    /// The task that closes it, which waits for the reader.
    var closer: CheckedContinuation<Void, Never>?
  }

  private let body: RequestBody
  private let state = Mutex(State())

  init(_ body: RequestBody) { self.body = body }

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(gate: self, pieces: body.makeAsyncIterator()) }

  private func begin() throws(CancellationError) {
    let isClosed = state.withLock { state in
      if !state.isClosed { state.isRead = true }
      return state.isClosed
    }
    if isClosed { throw CancellationError() }
  }

  private func end() {
    let closer = state.withLock { state in
      state.isRead = false
      defer { state.closer = nil }
      return state.closer
    }
    closer?.resume()
  }

  /// Refuses further reads, and waits for the one that has begun. The timer of the connection limits the wait.
  func close() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        state.isClosed = true
        if state.isRead { state.closer = continuation }
        return !state.isRead
      }
      if isFree { continuation.resume() }
    }
  }
}
