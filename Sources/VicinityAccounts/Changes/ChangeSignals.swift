import Synchronization

/// Wakes the streams of members when something was written for them.
package final class ChangeSignals: Sendable {
  private struct State {
    var next = 0
    var listeners: [String: [Int: AsyncStream<Void>.Continuation]] = [:]
  }

  private let state = Mutex(State())

  /// One signal covers all that was written before it.
  package struct Listener: Sendable {
    package let signals: AsyncStream<Void>
    fileprivate let member: String
    fileprivate let number: Int
  }

  /// - Parameter most: the streams of a member at once.
  /// - Returns: nil for one too many.
  package func listen(_ member: String, most: Int) -> Listener? {
    let (signals, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    return state.withLock { state in
      guard state.listeners[member, default: [:]].count < most else { return nil }
      state.next += 1
      state.listeners[member, default: [:]][state.next] = continuation
      return Listener(signals: signals, member: member, number: state.next)
    }
  }

  package func stop(_ listener: Listener) {
    state.withLock { state in
      state.listeners[listener.member]?.removeValue(forKey: listener.number)?.finish()
      if state.listeners[listener.member]?.isEmpty == true { state.listeners[listener.member] = nil }
    }
  }

  /// Wakes the streams of some members, or of all.
  package func notify(_ members: some Sequence<String>) {
    let continuations = state.withLock { state in members.flatMap { state.listeners[$0].map { Array($0.values) } ?? [] }
    }
    for continuation in continuations { continuation.yield() }
  }

  package func notifyAll() {
    let continuations = state.withLock { $0.listeners.values.flatMap(\.values) }
    for continuation in continuations { continuation.yield() }
  }

  /// The streams that listen.
  package var count: Int { state.withLock { $0.listeners.values.reduce(0) { $0 + $1.count } } }
}
