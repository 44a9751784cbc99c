import Synchronization

/// The committed changes of one catalog, in the order of their commits.
///
/// The sequence begins when it is created, and ends with the catalog or with the listening task. Up to
/// ``CatalogChanges/capacity`` changes are buffered for a listener; one that falls further behind receives a single
/// `missed` in their place, so that it neither blocks a writer nor uses unbounded memory. If the buffered changes have
/// ``CatalogChanges/idCapacity`` ids, further ones that arrive concern `everything` instead of naming their listings.
/// Each listener needs its own sequence: two that share one split its changes between them.
public struct CatalogChanges: AsyncSequence, Sendable {
  /// The maximum number of changes buffered for a listener.
  public static let capacity = 1024
  /// The maximum number of ids of listings in these changes.
  public static let idCapacity = 16_384

  let queue: ChangeQueue

  /// Starts listening.
  public func makeAsyncIterator() -> Iterator { Iterator(queue: queue, bell: queue.bell.makeAsyncIterator()) }

  /// Returns one change after another.
  public struct Iterator: AsyncIteratorProtocol {
    let queue: ChangeQueue
    var bell: AsyncStream<Void>.Iterator

    /// The next change; nil when the catalog is closed or the task is cancelled.
    public mutating func next() async -> CatalogChange? {
      while true {
        if Task.isCancelled { return nil }
        if let change = queue.take() { return change }
        guard await bell.next() != nil else { return queue.take() }
      }
    }
  }
}

/// The changes buffered for one listener.
final class ChangeQueue: Sendable {
  /// Signals that changes have arrived; one signal covers everything that waits.
  let bell: AsyncStream<Void>
  private let ringing: AsyncStream<Void>.Continuation
  private let waiting = Mutex(Waiting())

  private struct Waiting {
    var changes: [CatalogChange] = []
    /// The number of their ids.
    var ids = 0

    mutating func add(_ change: CatalogChange) {
      var change = change
      if ids + change.extent.count > CatalogChanges.idCapacity { change.extent = .everything }
      ids += change.extent.count
      changes.append(change)
    }

    mutating func removeFirst() -> CatalogChange {
      let first = changes.removeFirst()
      ids -= first.extent.count
      return first
    }
  }

  init() { (bell, ringing) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

  deinit { ringing.finish() }

  func put(_ changes: [CatalogChange]) {
    waiting.withLock { waiting in
      for change in changes { waiting.add(change) }
      if waiting.changes.count > CatalogChanges.capacity { waiting = Waiting(changes: [CatalogChange(.missed)]) }
    }
    ringing.yield()
  }

  func take() -> CatalogChange? {
    waiting.withLock { waiting in
      guard !waiting.changes.isEmpty else { return nil }
      let first = waiting.removeFirst()
      // Other iterators of the same sequence share the signal.
      if !waiting.changes.isEmpty { ringing.yield() }
      return first
    }
  }

  func close() { ringing.finish() }
}
