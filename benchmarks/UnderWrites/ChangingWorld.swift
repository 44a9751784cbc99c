import Foundation
import Synchronization
import Vicinity

/// A part of a catalog that one thread changes while others search it, with every version of it.
protocol ChangingWorld: AnyObject, Sendable {
  var commits: CommitCounts { get }

  /// Makes the next change, and keeps the version that it will lead to.
  ///
  /// - Returns: commits it.
  func change() -> (Catalog) throws -> Void
  func query(_ number: Int) -> Query
  /// Whether the answer matches a version that was current at some time between two numbers of changes.
  func isRight(_ answer: Answer, _ query: Query, between first: Int, and last: Int) -> Bool
}

/// The numbers of changes begun and completed.
final class CommitCounts: Sendable {
  private let startedCount = Atomic(0)
  private let committedCount = Atomic(0)

  var started: Int { startedCount.load(ordering: .sequentiallyConsistent) }
  var committed: Int { committedCount.load(ordering: .sequentiallyConsistent) }

  fileprivate func start() { startedCount.add(1, ordering: .sequentiallyConsistent) }
  fileprivate func commit() { committedCount.add(1, ordering: .sequentiallyConsistent) }
}

extension ChangingWorld {
  /// Makes changes at a steady rate.
  func write(to catalog: Catalog, rate: Double, for seconds: Double) {
    let start = Date()
    while Date().timeIntervalSince(start) < seconds {
      Thread.sleep(until: start.addingTimeInterval(Double(commits.committed) / rate))
      let commit = change()
      commits.start()
      do { try commit(catalog) } catch {
        print("the writer failed: \(error)")
        return
      }
      commits.commit()
    }
  }
}
