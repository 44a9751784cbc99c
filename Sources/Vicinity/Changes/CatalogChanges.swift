import Synchronization

/// The committed changes of one catalog, told in the order in which they came into the file.
///
/// It begins with the moment at which it is asked for, and ends with the catalog or with the task that listens. Up to
/// ``CatalogChanges/capacity`` changes wait for a listener; one that falls further behind gets a single `missed` in their place, so
/// that it neither holds up a writer nor takes more and more memory. Each listener needs a sequence of its own: two that share one
/// share its changes out between them.
public struct CatalogChanges: AsyncSequence, Sendable {
  /// How many changes wait for a listener at most.
  public static let capacity = 1024

  let queue: ChangeQueue

  /// Listens.
  public func makeAsyncIterator() -> Iterator { Iterator(queue: queue, bell: queue.bell.makeAsyncIterator()) }

  /// Hands out change after change.
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

/// The changes that wait for one listener.
final class ChangeQueue: Sendable {
  /// Rings when something has come; one ring stands for all that waits.
  let bell: AsyncStream<Void>
  private let ringing: AsyncStream<Void>.Continuation
  private let waiting = Mutex<[CatalogChange]>([])

  init() { (bell, ringing) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

  deinit { ringing.finish() }

  func put(_ changes: [CatalogChange]) {
    waiting.withLock { waiting in
      waiting += changes
      if waiting.count > CatalogChanges.capacity { waiting = [CatalogChange(.missed)] }
    }
    ringing.yield()
  }

  func take() -> CatalogChange? {
    waiting.withLock { waiting in
      guard !waiting.isEmpty else { return nil }
      let first = waiting.removeFirst()
      // The others of the same task share the bell.
      if !waiting.isEmpty { ringing.yield() }
      return first
    }
  }

  func close() { ringing.finish() }
}
