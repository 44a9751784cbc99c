import Foundation
import Streams
import Synchronization

/// One file at the path of a catalog, with its cached state.
///
/// When the file is replaced, all cached state belongs to the old one: readers get `FileReplaced` and open the new one.
final class OpenedFile: Sendable {
  let path: CatalogPath
  let mode: ReadingMode
  /// Nil if it has no log, or this process may not remove it.
  let log: LeftLog?
  private let target: String
  private let stamp: CatalogStamp
  private let commits: CommitCounter
  private let nextLook = Atomic<UInt64>(0)
  /// Which of the files that this process has opened it is, in their order.
  let serial: UInt64
  private static let opened = Atomic<UInt64>(0)

  /// The maximum delay in nanoseconds before a request answered from memory notices that the file was replaced or
  /// removed.
  ///
  /// Checking the file system costs a sixth of a short search, so requests that need nothing from the file share one
  /// check.
  private static let lookInterval: UInt64 = 100_000_000

  init(_ path: CatalogPath, target: String, _ mode: ReadingMode, _ stamp: CatalogStamp) throws {
    (self.path, self.target, self.mode, self.stamp) = (path, target, mode, stamp)
    commits = try CommitCounter(ReadConnection(path: target, mode: mode), mode: mode)
    serial = Self.opened.add(1, ordering: .relaxed).newValue
    log = mode == .shared(mayWrite: true) ? LeftLog(of: target) : nil
  }

  /// Whether the WAL index is in shared memory.
  var hasSharedIndex: Bool { commits.hasSharedIndex }

  /// The version of a transaction that begins now.
  @inline(__always)
  func version() throws -> CatalogVersion { try commits.current() }

  /// Another connection to the same file.
  func connect() throws -> ReadConnection {
    let connection = try ReadConnection(path: target, mode: mode)
    try look()
    return connection
  }

  /// Runs `body` with the counting connection, before there are others.
  func withConnection<Result>(_ body: (ReadConnection) throws -> Result) throws -> Result {
    try commits.withConnection(body)
  }

  /// Verifies that the file is still the one at its path and, if it is read without locks, that it has not been
  /// written.
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

  /// Checks unless another thread has checked recently.
  @inline(__always)
  func lookIfDue() throws {
    let now = Self.coarseNanoseconds
    guard now >= nextLook.load(ordering: .relaxed) else { return }
    nextLook.store(now + Self.lookInterval, ordering: .relaxed)
    do { try look() } catch {
      // A removed file must not be used for any answer.
      nextLook.store(0, ordering: .relaxed)
      throw error
    }
  }

  /// Verifies, at the end of a request, that all its reads belong to one version: without locks the file may have been
  /// written in between.
  @inline(__always)
  func confirm() throws {
    if case .still = mode { try look() }
  }

  /// A coarse monotonic clock in nanoseconds, in steps of a few milliseconds; reading it costs five nanoseconds.
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

/// Thrown when the file at the path is another one, or was written while read without locks; the request starts over
/// with the new file.
struct FileReplaced: Error {}
