import Synchronization

/// Counts requests that wait without a thread, limited per client and in total.
package final class WaitingShares: Sendable {
  private struct State {
    var all = 0
    var clients: [String: Int] = [:]
  }

  private let most: Int
  private let clientMost: Int
  private let state = Mutex(State())

  /// - Parameters:
  ///   - most: of all clients.
  ///   - clientMost: of one client; 0 for no limit.
  package init(_ most: Int, ofClient clientMost: Int) { (self.most, self.clientMost) = (most, clientMost) }

  /// The requests that wait.
  package var count: Int { state.withLock { $0.all } }

  /// Runs `body`, which waits.
  ///
  /// - Parameter names: under which the client is counted.
  /// - Throws: `FairTurns.Refusal` when too many wait.
  package func waiting<Value>(for names: [String] = Asker.names, _ body: () async throws -> Value) async throws -> Value
  {
    try enter(names)
    defer { leave(names) }
    return try await body()
  }

  private func enter(_ names: [String]) throws(FairTurns.Refusal) {
    let refusal: FairTurns.Refusal? = state.withLock { state in
      if clientMost > 0, names.contains(where: { state.clients[$0] ?? 0 >= clientMost }) {
        return .clientFull(clientMost)
      }
      if state.all >= most { return .full(most) }
      state.all += 1
      for name in names { state.clients[name, default: 0] += 1 }
      return nil
    }
    if let refusal { throw refusal }
  }

  private func leave(_ names: [String]) {
    state.withLock { state in
      state.all -= 1
      for name in names {
        let left = (state.clients[name] ?? 0) - 1
        state.clients[name] = left > 0 ? left : nil
      }
    }
  }
}
