import Foundation
import Streams
import Synchronization

/// A value in memory with a known size.
protocol Sized: AnyObject, Sendable {
  /// The size in bytes.
  var byteCount: Int { get }
}

/// What is made from all of a file, and made again after changes, on one thread at a time.
///
/// A later version does not end the making: with changes that come faster than it ends, nothing would ever be finished.
/// Whoever may not wait gets what was made last, for a limited time, and has to check that it still holds.
final class Renewal<Key: Hashable & Sendable, Value: Sized>: Sendable {
  /// What was made, and from what.
  struct Made: Sendable {
    let value: Value
    /// Stands for what it was made from.
    let key: Key
    /// When the making began: every change before that is in it.
    let began: ContinuousClock.Instant
  }

  private struct State {
    var last: Made?
    /// The end of the making that goes on.
    var ending: Ending?
    /// Since when something newer is known of.
    var outdated: ContinuousClock.Instant?
    /// Until when it is not made again unless somebody waits for it.
    var rest = ContinuousClock.now
    /// Whether something has changed since the making began.
    var isDue = false
    /// How often it was made.
    var count = 0
  }

  private let state = Mutex(State())
  private let bytes = Atomic(0)
  private let longestUse: Duration

  /// - Parameter longestUse: how long it is used after something newer is known of.
  init(longestUse: Duration = .seconds(600)) { self.longestUse = longestUse }

  /// What was made last, for as long as it may be used.
  func usable(at now: ContinuousClock.Instant = .now) -> Made? {
    state.withLock { state in
      guard let last = state.last, let outdated = state.outdated else { return state.last }
      return now < outdated + longestUse ? last : nil
    }
  }

  /// What was made from the present state, or began to be made at or after an instant.
  func made(of key: Key, orSince instant: ContinuousClock.Instant) -> Made? {
    state.withLock { state in state.last.flatMap { $0.key == key || $0.began >= instant ? $0 : nil } }
  }

  /// Whether it was ever made, or is being made.
  var isWanted: Bool { state.withLock { $0.last != nil || $0.ending != nil } }

  /// How often it was made: changes whenever something else is used.
  var count: Int { state.withLock { $0.count } }

  /// The size in bytes of what was made last.
  var byteCount: Int { bytes.load(ordering: .relaxed) }

  /// Why it is made.
  enum Reason {
    /// Something has changed. If it is being made just now it is made again after that.
    case change
    /// Somebody was given what was made last.
    case use
    /// Somebody waits for it.
    case wait
  }

  /// Makings that take no longer need no rest.
  private static var short: Duration { .milliseconds(100) }

  /// Has it made, unless that goes on already.
  ///
  /// If it takes long it rests afterwards for as long, so that frequent changes take half of a processor at most; but
  /// not where somebody waits.
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
        bytes.store(state.last?.value.byteCount ?? 0, ordering: .relaxed)
        return state.isDue
      }
      ending.finish(outcome.map { _ in })
      if isDue { begin(named: name, because: .change, make) }
    }
    return ending
  }
}
