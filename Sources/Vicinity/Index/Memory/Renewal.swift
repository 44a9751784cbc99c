import Foundation
import Streams
import Synchronization

/// A value in memory with a known size.
protocol Sized: AnyObject, Sendable {
  /// The size in bytes.
  var byteCount: Int { get }
}

/// A value built from a whole file, and rebuilt after changes, on one thread at a time.
///
/// A later version does not cancel the build: if changes came faster than builds, none would ever finish. Callers that
/// cannot wait get the last value, for a limited time, and have to check that it is still valid.
final class Renewal<Key: Hashable & Sendable, Value: Sized>: Sendable {
  /// A value, and the state from which it was built.
  struct Made: Sendable {
    let value: Value
    /// Identifies the state from which it was built.
    let key: Key
    /// When the build started: every earlier change is included.
    let began: ContinuousClock.Instant
  }

  private struct State {
    var last: Made?
    /// The end of the running build.
    var ending: Ending?
    /// When a newer state became known.
    var outdated: ContinuousClock.Instant?
    /// Until then it is not rebuilt unless a caller waits for it.
    var rest = ContinuousClock.now
    /// Whether something has changed since the build started.
    var isDue = false
    /// The number of builds.
    var count = 0
  }

  private let state = Mutex(State())
  private let used: ByteCount
  private let longestUse: Duration

  /// - Parameters:
  ///   - longestUse: how long a value is used after a newer state became known.
  ///   - whole: the memory that the value is a part of.
  init(longestUse: Duration = .seconds(600), in whole: ByteCount? = nil) {
    (self.longestUse, used) = (longestUse, ByteCount(of: whole))
  }

  /// The last value, while it may be used.
  func usable(at now: ContinuousClock.Instant = .now) -> Made? {
    state.withLock { state in
      guard let last = state.last, let outdated = state.outdated else { return state.last }
      return now < outdated + longestUse ? last : nil
    }
  }

  /// The value that was built from the present state, or whose build started at or after an instant.
  func made(of key: Key, orSince instant: ContinuousClock.Instant) -> Made? {
    state.withLock { state in state.last.flatMap { $0.key == key || $0.began >= instant ? $0 : nil } }
  }

  /// Whether it was ever built, or is being built.
  var isWanted: Bool { state.withLock { $0.last != nil || $0.ending != nil } }

  /// The size in bytes of the last value.
  var byteCount: Int { used.value }

  /// The number of builds: changes whenever another value is used.
  var count: Int { state.withLock { $0.count } }

  /// The reason for a build.
  enum Reason {
    /// The file has changed. If a build is running, another one follows.
    case change
    /// A caller received the last value.
    case use
    /// A caller waits for it.
    case wait
  }

  /// Makings that take no longer need no rest.
  private static var short: Duration { .milliseconds(100) }

  /// Has it made, unless that goes on already.
  ///
  /// After a long build it pauses for the same time, so that frequent changes use at most half of a processor; but not
  /// if a caller waits.
  /// - Parameter make: called with what was made last, on a thread of its own.
  /// - Returns: the end of the making; nil while it rests.
  @discardableResult
  func begin(
    named name: String, because reason: Reason,
    _ make: @escaping @Sendable (Value?) throws -> (key: Key, value: Value)
  ) -> Ending? {
    let began = ContinuousClock.now
    let (ending, isNew, last) = state.withLock { state -> (Ending?, Bool, Value?) in
      if let ending = state.ending {
        if reason == .change { state.isDue = true }
        return (ending, false, nil)
      }
      if state.last != nil, state.outdated == nil { state.outdated = began }
      if reason != .wait, began < state.rest { return (nil, false, nil) }
      let new = Ending()
      (state.ending, state.isDue) = (new, false)
      return (new, true, state.last?.value)
    }
    guard let ending, isNew else { return ending }
    Thread.start(named: name) { [self] in
      let outcome = Result { try make(last) }
      let isDue = state.withLock { state in
        let now = ContinuousClock.now
        if case .success(let made) = outcome {
          state.last = Made(value: made.value, key: made.key, began: began)
          state.outdated = nil
          state.count += 1
        }
        let taken = began.duration(to: now)
        (state.ending, state.rest) = (nil, taken < Self.short ? now : now + taken)
        used.add((state.last?.value.byteCount ?? 0) - used.value)
        return state.isDue
      }
      ending.finish(outcome.map { _ in })
      if isDue { begin(named: name, because: .change, make) }
    }
    return ending
  }
}
