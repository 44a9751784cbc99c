import Logging
import Streams
import Synchronization
import Vicinity
import VicinityAccounts
import VicinityHTTP

/// Keeps the folder of media of a node in line with the entries of its accounts file, which other nodes change.
final class MediaFollower: Sendable {
  private struct State {
    var isStale = true
    /// When the last comparison began.
    var compared: ContinuousClock.Instant?
    /// Its incomplete files.
    var incomplete = 0
    /// What was logged last: files without one, and damaged ones.
    var reported = [0, 0]
  }

  private let folder: MediaFolder
  private let logger: Logger
  private let state = Mutex(State())
  /// Files may be large: nothing else waits for them.
  private let thread = TaskThreads(limit: 1, name: "media")
  private let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
  /// The shortest time between two comparisons, each of which reads all entries.
  private static let pause = Duration.seconds(10)
  /// How long files are fetched before entries are read again, and the server can stop.
  private static let round = Duration.seconds(5)

  init(_ folder: MediaFolder, _ logger: Logger) { (self.folder, self.logger) = (folder, logger) }

  /// Has an element when there is work.
  var wakes: AsyncStream<Void> { stream }

  /// Entries have changed, or the file was replaced.
  func entriesHaveChanged() {
    state.withLock { $0.isStale = true }
    continuation.yield()
  }

  /// Fetches and removes files if entries have changed since the last time, not more often than every ten seconds.
  func follow() async throws {
    guard state.withLock({ $0.isStale }) else { return }
    if let compared = state.withLock({ $0.compared }) { try await Task.sleep(until: compared + Self.pause) }
    state.withLock { ($0.isStale, $0.compared) = (false, .now) }
    do {
      var followed: MediaFolder.Followed
      repeat {
        // A server that stops does not wait for all files.
        try Task.checkCancellation()
        followed = try await thread.run { [folder] in try folder.follow(within: Self.round) }
      } while followed.isMore
      let (damaged, isNew) = state.withLock { [followed] state in
        // One that another node stores at the moment is whole the next time.
        let damaged = min(followed.incomplete, state.incomplete)
        let report = [followed.lost, damaged]
        defer {
          state.isStale = state.isStale || followed.incomplete > 0
          (state.incomplete, state.reported) = (followed.incomplete, report)
        }
        return (damaged, report != state.reported)
      }
      guard isNew, followed.lost + damaged > 0 else { return }
      logger.warning(
        "pictures or videos are listed, and no node has their files, or PostgreSQL has them damaged",
        metadata: ["without": "\(followed.lost)", "damaged": "\(damaged)"])
    } catch {
      state.withLock { $0.isStale = true }
      // Without PostgreSQL, the log says so already.
      guard !(error is ClusterError) else { return }
      throw error
    }
  }
}
