import Synchronization

/// The accounts that are being ended at this moment.
final class EndingAccounts: Sendable {
  private let names = Mutex<Set<String>>([])

  /// - Returns: false when somebody does it already.
  func begin(_ name: String) -> Bool { names.withLock { $0.insert(name).inserted } }

  func end(_ name: String) { _ = names.withLock { $0.remove(name) } }
}
