import Foundation
import Synchronization

/// One file that lies under the path of a catalog, and what is remembered of it.
///
/// When another file takes its place, everything that is known belongs to the old one: whoever reads gets
/// `FileReplaced` and opens the new one.
final class OpenedFile: Sendable {
  let path: CatalogPath
  let mode: ReadingMode
  /// nil where it has none, or this process may not remove it.
  let log: LeftLog?
  private let target: String
  private let stamp: CatalogStamp
  private let commits: CommitCounter
  private let nextLook = Atomic<UInt64>(0)

  /// The most that a question answered from memory may be behind a replaced or removed file, in nanoseconds.
  ///
  /// A look at the file system costs a sixth of a short search, so questions that need nothing from the file share one.
  private static let lookInterval: UInt64 = 100_000_000

  init(_ path: CatalogPath, target: String, _ mode: ReadingMode, _ stamp: CatalogStamp) throws {
    (self.path, self.target, self.mode, self.stamp) = (path, target, mode, stamp)
    commits = try CommitCounter(ReadConnection(path: target, mode: mode), mode: mode)
    log = mode == .shared(mayWrite: true) ? LeftLog(of: target) : nil
  }

  /// Whether SQLite's index of the log is in memory shared by all who have the file open.
  var hasSharedIndex: Bool { commits.hasSharedIndex }

  /// The version that a transaction sees which begins now.
  @inline(__always)
  func version() throws -> CatalogVersion { try commits.current() }

  /// Another connection to the same file.
  func connect() throws -> ReadConnection {
    let connection = try ReadConnection(path: target, mode: mode)
    try look()
    return connection
  }

  /// Runs `body` with the connection that counts commits, for what is asked before there are others.
  func withConnection<Result>(_ body: (ReadConnection) throws -> Result) throws -> Result {
    try commits.withConnection(body)
  }

  /// Makes sure that the file is still the one under its path, and, where no lock keeps others from writing, that
  /// nobody has.
  ///
  /// - Throws: `FileReplaced`, `CatalogError.removed`.
  func look() throws {
    guard let main = FileStamp(path: path.absolute) else { throw CatalogError.removed(path: path.given) }
    let isSame =
      switch mode {
      case .shared: main.isSameFile(as: stamp.main)
      case .still: CatalogStamp(path: path.absolute, target: target) == stamp
      }
    guard isSame else { throw FileReplaced() }
  }

  /// Looks, unless somebody has looked a short while ago.
  @inline(__always)
  func lookIfDue() throws {
    let now = Self.coarseNanoseconds
    guard now >= nextLook.load(ordering: .relaxed) else { return }
    nextLook.store(now + Self.lookInterval, ordering: .relaxed)
    do { try look() } catch {
      // Nobody is to be answered from a file that is gone.
      nextLook.store(0, ordering: .relaxed)
      throw error
    }
  }

  /// Makes sure, at the end of a question, that what it was told is of one version: without locks somebody may have
  /// written meanwhile.
  @inline(__always)
  func confirm() throws {
    if case .still = mode { try look() }
  }

  /// Some nanoseconds since the start of the computer, in steps of a few milliseconds; asking costs five.
  @inline(__always)
  private static var coarseNanoseconds: UInt64 {
    #if canImport(Darwin)
      return clock_gettime_nsec_np(CLOCK_MONOTONIC_RAW_APPROX)
    #else
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
      return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
    #endif
  }
}

/// Thrown when another file lies under the path, or has been written where no lock forbids it; the question starts over
/// with that.
struct FileReplaced: Error {}
