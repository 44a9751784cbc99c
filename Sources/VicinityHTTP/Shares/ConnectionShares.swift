import Synchronization

/// How many connections each address has open.
final class ConnectionShares: Sendable {
  private let most: Int
  private let open = Mutex<[String: Int]>([:])

  /// - Parameter most: of one address, of IPv6 of one network; 0 for no limit.
  init(most: Int) { self.most = most }

  /// Counts a connection.
  /// - Returns: false, without counting it, when the address has as many as it may have.
  func begin(_ address: String) -> Bool {
    guard most > 0 else { return true }
    return open.withLock { open in
      let count = open[address] ?? 0
      guard count < most else { return false }
      open[address] = count + 1
      return true
    }
  }

  /// A connection has ended.
  func end(_ address: String) {
    guard most > 0 else { return }
    open.withLock { open in
      let left = (open[address] ?? 0) - 1
      open[address] = left > 0 ? left : nil
    }
  }
}
