import Streams
import Synchronization

/// Has what members have deleted removed from the log of a cluster too, again after a failure and by the next leader.
package final class LogErasure: Sendable {
  private static let longestPause = Duration.seconds(3600)

  private let file: AccountsFile
  private let folder: MediaFolder
  private let member: any ClusterMember
  /// It copies whole files: nothing else waits for it.
  private let thread = TaskThreads(limit: 1, name: "erasure")

  private struct Failures {
    var pause = Duration.seconds(30)
    var next = ContinuousClock.now
  }

  private let failures = Mutex(Failures())
  private static let mediaInterval = Duration.seconds(3600)
  /// When files of media that no entry names are looked for next, unless something is to be erased.
  private let nextLook = Mutex(ContinuousClock.now)

  package init(_ file: AccountsFile, _ folder: MediaFolder, by member: any ClusterMember) {
    (self.file, self.folder, self.member) = (file, folder, member)
  }

  /// Erases what is wanted, if anything is, at once.
  /// - Throws: `ClusterError`; it is still wanted then.
  package func perform() async throws { try await thread.run { try self.erase() } }

  /// The same after a failure, with longer and longer pauses.
  package func repeatIfDue() async throws {
    guard failures.withLock({ $0.next <= .now }) else { return }
    try await perform()
  }

  private func erase() throws {
    let database = try file.database()
    let wanted = try WantedErasure.number(in: database)
    guard wanted != nil || nextLook.withLock({ $0 <= .now }) else { return }
    try folder.removeLeft(from: member)
    nextLook.withLock { $0 = .now + Self.mediaInterval }
    guard let wanted else { return }
    do { try member.eraseEarlier() } catch {
      failures.withLock { failures in
        failures.pause = min(failures.pause * 2, Self.longestPause)
        failures.next = .now + failures.pause
      }
      throw error
    }
    failures.withLock { $0 = Failures() }
    try WantedErasure.settle(wanted, in: database)
  }
}
