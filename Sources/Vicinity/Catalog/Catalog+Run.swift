import Foundation
import Streams

extension Catalog {
  /// The default number of bodies of `run` that a catalog runs at a time: one per core, and at least two, so that one
  /// that waits for the disk does not block all others.
  public static let defaultThreads = max(2, ProcessInfo.processInfo.activeProcessorCount)

  /// Runs `body` on a thread of the catalog: for queries and changes from async code.
  ///
  /// Calls of a catalog block their thread while they read the file, wait for another writer or for the disk, and tasks
  /// share few threads. Here a task is suspended instead. As many bodies as the catalog has `threads` run at a time,
  /// the others first in, first out.
  ///
  ///     let answer = try await catalog.run { try $0.answer(query, at: now) }
  ///
  /// Several calls in one body follow each other without another wait; each of them is still a query or transaction of
  /// its own.
  /// - Parameter body: runs outside of the task, so that it sees neither its cancellation nor task-local values.
  /// - Throws: the error that `body` throws; `CancellationError` at once when the task is cancelled before `body`
  ///   starts. Once started, a body runs to its end, and its changes are committed.
  public func run<Value: Sendable>(_ body: @escaping @Sendable (Catalog) throws -> Value) async throws -> Value {
    try await threads.run { try body(self) }
  }
}
