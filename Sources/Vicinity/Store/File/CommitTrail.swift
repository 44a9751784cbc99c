import Foundation
import Synchronization

/// The last commits of this process and the listings whose facts each changed, so that readers can reuse everything
/// else that they have decoded.
///
/// The header of the WAL index counts commits (`iChange`, https://sqlite.org/walformat.html, 2.1): a gap between two
/// commits of this process is a commit of another process, whose changes are unknown.
final class CommitTrail: Sendable {
  private struct Commit {
    /// The count of commits after it.
    let number: UInt32
    /// The rows of the listings whose taken nights or ratings it changed.
    let rows: [Int]
  }

  private struct State {
    /// Consecutive.
    var commits: [Commit] = []
    /// Changes when the trail is lost.
    var era = 0
    var isCommitting = false
  }

  private let state = Mutex(State())

  /// The number of commits kept.
  private static let capacity = 512
  /// How long to wait for the end of a commit, in units of 10 microseconds.
  private static let longestWait = 200

  /// The current era: readers of different eras have nothing in common.
  var era: Int { state.withLock { $0.era } }

  /// Announces a commit, before it happens.
  func begin() { state.withLock { $0.isCommitting = true } }

  /// Records that no commit has happened after `begin`.
  func cancel() { state.withLock { $0.isCommitting = false } }

  /// Forgets all commits: they are those of a file that has been replaced.
  func forget() {
    state.withLock { state in (state.commits, state.era, state.isCommitting) = ([], state.era + 1, false) }
  }

  /// Records a commit.
  ///
  /// - Parameters:
  ///   - before: the version that it follows.
  ///   - after: the version after the commit.
  ///   - rows: the listings changed; nil if anything may have changed.
  func end(before: CatalogVersion, after: CatalogVersion, rows: [Int]?) {
    state.withLock { state in
      state.isCommitting = false
      let isNext = state.commits.last.map { $0.number == before.commits } ?? true
      guard let rows, let number = after.commits, let last = before.commits, number == last &+ 1, isNext else {
        (state.commits, state.era) = ([], state.era + 1)
        return
      }
      if state.commits.count == Self.capacity { state.commits.removeFirst(Self.capacity / 2) }
      state.commits.append(Commit(number: number, rows: rows))
    }
  }

  /// The rows of the listings whose facts differ between two versions; nil if more may differ.
  ///
  /// - Parameter era: that of the earlier version.
  func rows(changedFrom earlier: CatalogVersion, of era: Int, to later: CatalogVersion) -> [Int]? {
    if later.isRestart(of: earlier) { return [] }
    guard let first = earlier.commits, let last = later.commits, first < last else { return nil }
    for _ in 0..<Self.longestWait {
      let (rows, isCommitting) = state.withLock { state in (Self.rows(state, era, first, last), state.isCommitting) }
      // A reader may see a commit before it is recorded.
      guard rows == nil, isCommitting else { return rows }
      usleep(10)
    }
    return nil
  }

  private static func rows(_ state: State, _ era: Int, _ first: UInt32, _ last: UInt32) -> [Int]? {
    guard state.era == era, let start = state.commits.firstIndex(where: { $0.number == first &+ 1 }) else { return nil }
    let commits = state.commits[start...].prefix { $0.number <= last }
    return commits.last?.number == last ? commits.flatMap(\.rows) : nil
  }
}
