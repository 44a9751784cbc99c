import Foundation
import Streams

/// Group commit: the changes of several threads in one transaction.
///
/// A thread that comes while a transaction is being committed waits, and shares the next one with all others that wait
/// by then. Each change has a savepoint, so that an error undoes it alone.
package final class SharedTransactions<Context>: @unchecked Sendable {
  /// The changes of one transaction at most, so that the first does not wait for many others.
  private static var most: Int { 64 }

  private final class Change {
    let run: (Context) throws -> Void
    let committed: () -> Void
    var failure: (any Error)?
    var isDone = false

    init(_ run: @escaping (Context) throws -> Void, _ committed: @escaping () -> Void) {
      (self.run, self.committed) = (run, committed)
    }
  }

  private let lock = NSCondition()
  private var waiting: [Change] = []
  private var isRunning = false
  private let savepoint: (Context, () throws -> Void) throws -> Void

  /// - Parameter savepoint: runs a change in a savepoint, and undoes it if it throws; throws `TransactionLost` when the
  ///   transaction has ended with it.
  package init(savepoint: @escaping (Context, () throws -> Void) throws -> Void) { self.savepoint = savepoint }

  /// Runs `body` in a transaction, maybe on another thread.
  ///
  /// - Parameters:
  ///   - transaction: begins a transaction, runs all changes that it is given, and commits; calls the second function
  ///     after the commit. It may start over.
  ///   - body: makes the change.
  ///   - committed: called after the commit, before the next transaction begins.
  /// - Throws: the error of `body`, or that of the transaction.
  package func perform<Result>(
    in transaction: (_ changes: (Context) throws -> Void, _ committed: () -> Void) throws -> Void,
    _ body: (Context) throws -> Result, committed: (Result) -> Void
  ) throws -> Result {
    var result: Result?
    try withoutActuallyEscaping(body) { body in
      try withoutActuallyEscaping(committed) { committed in
        let change = Change {
          result = try body($0)
        } _: {
          if let result { committed(result) }
        }
        try perform(change, transaction)
      }
    }
    guard let result else { preconditionFailure("a committed change has a result") }
    return result
  }

  private func perform(
    _ change: Change, _ transaction: ((Context) throws -> Void, () -> Void) throws -> Void
  ) throws {
    lock.lock()
    waiting.append(change)
    while !change.isDone {
      guard !isRunning else {
        lock.wait()
        continue
      }
      let changes = Array(waiting.prefix(Self.most))
      waiting.removeFirst(changes.count)
      isRunning = true
      lock.unlock()
      run(changes, transaction)
      lock.lock()
      isRunning = false
      for change in changes { change.isDone = true }
      lock.broadcast()
    }
    lock.unlock()
    if let failure = change.failure { throw failure }
  }

  private func run(
    _ changes: [Change], _ transaction: ((Context) throws -> Void, () -> Void) throws -> Void
  ) {
    do {
      try transaction { context in
        for change in changes {
          change.failure = nil
          // A single change is undone with its transaction.
          if changes.count == 1 { return try change.run(context) }
          do { try savepoint(context) { try change.run(context) } } catch let lost as TransactionLost {
            change.failure = lost.cause
            throw lost.cause
          } catch { change.failure = error }
        }
        if changes.allSatisfy({ $0.failure != nil }) { throw NothingToCommit() }
      } _: {
        for change in changes where change.failure == nil { change.committed() }
      }
    } catch is NothingToCommit {} catch {
      for change in changes where change.failure == nil { change.failure = error }
    }
  }

  private struct NothingToCommit: Error {}
}
