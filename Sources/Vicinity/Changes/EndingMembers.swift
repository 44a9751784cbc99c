import Synchronization

/// Members whose changes are refused, because their data in the catalog is being erased.
final class EndingMembers: Sendable {
  private let names = Mutex<Set<String>>([])

  /// - Returns: whether it was not there before.
  func insert(_ name: String) -> Bool { names.withLock { $0.insert(name).inserted } }
  func remove(_ name: String) { _ = names.withLock { $0.remove(name) } }
  func contains(_ name: String) -> Bool { names.withLock { $0.contains(name) } }
}
