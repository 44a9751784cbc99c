import Synchronization

/// Bytes held for clients, limited per client and in total. An eighth of the total is reserved for clients that hold
/// little, so that a few clients at their limits leave space for the others.
package final class ByteShares: Sendable {
  private struct State {
    var all = 0
    var clients: [String: Int] = [:]

    mutating func add(_ count: Int, _ names: [String]) {
      all += count
      for name in names { clients[name, default: 0] += count }
    }
  }

  /// Why no more bytes can be held.
  package enum Refusal: Error, Equatable {
    /// The total limit.
    case full(Int)
    /// The limit of this client.
    case clientFull(Int)
  }

  private let most: Int
  private let clientMost: Int
  private let state = Mutex(State())

  /// Bytes of one client with which it holds little.
  private var little: Int { most / 512 }
  /// The total beyond which only clients that hold little get more.
  private var usual: Int { most - 64 * little }

  /// - Parameters:
  ///   - most: bytes of all clients; 0 for no limit.
  ///   - clientMost: bytes of one client; 0 for no limit. One piece is held, however large it is.
  package init(_ most: Int, ofClient clientMost: Int) { (self.most, self.clientMost) = (most, clientMost) }

  /// The bytes that are held.
  var held: Int { state.withLock { $0.all } }

  fileprivate func take(_ count: Int, _ names: [String]) throws(Refusal) {
    let refusal: Refusal? = state.withLock { state in
      for name in names {
        let held = state.clients[name] ?? 0
        if clientMost > 0, held > 0, held + count > clientMost { return .clientFull(clientMost) }
      }
      let isLittle = names.allSatisfy { (state.clients[$0] ?? 0) + count <= little }
      if most > 0, state.all > 0, state.all + count > (isLittle ? most : usual) { return .full(most) }
      state.add(count, names)
      return nil
    }
    if let refusal { throw refusal }
  }

  fileprivate func add(_ count: Int, _ names: [String]) {
    state.withLock { $0.add(count, names) }
  }

  fileprivate func give(_ count: Int, _ names: [String]) {
    state.withLock { state in
      state.all -= count
      for name in names {
        let left = (state.clients[name] ?? 0) - count
        state.clients[name] = left > 0 ? left : nil
      }
    }
  }
}

/// The bytes held for one request, released with the last reference.
package final class HeldBytes: Sendable {
  /// Bytes of a body or an answer that are not counted: the number of connections bounds them.
  package static let uncounted = 32 << 10

  private let shares: ByteShares
  private let names: [String]
  private let count = Atomic<Int>(0)

  package init(_ shares: ByteShares, of names: [String]) { (self.shares, self.names) = (shares, names) }

  deinit { shares.give(count.load(ordering: .relaxed), names) }

  /// Counts more bytes.
  /// - Throws: `ByteShares.Refusal` beyond the share.
  package func take(_ more: Int) throws(ByteShares.Refusal) {
    try shares.take(more, names)
    count.add(more, ordering: .relaxed)
  }

  /// Counts more bytes, also beyond the share.
  package func add(_ more: Int) {
    shares.add(more, names)
    count.add(more, ordering: .relaxed)
  }
}
