import Synchronization

/// The accounts that are being ended at this moment.
package final class EndingAccounts: Sendable {
  private let names = Mutex<Set<String>>([])

  package init() {}

  /// - Returns: false when a deletion is already running.
  package func begin(_ name: String) -> Bool { names.withLock { $0.insert(name).inserted } }

  package func end(_ name: String) { _ = names.withLock { $0.remove(name) } }
}
