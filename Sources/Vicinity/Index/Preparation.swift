import Foundation
import Streams
import Synchronization

/// A value built once for all versions that share a tree, on a thread of its own.
///
/// Query threads never build it: they wait for it within their budget, or do without it.
final class Preparation<Value: Sized>: Sendable {
  private let value = AtomicLazyReference<Value>()
  /// The work of searches that it would have saved, in the planner's unit.
  private let savable = Atomic(0)
  /// The end of the running build.
  private let ending = Mutex<Ending?>(nil)

  /// - Parameter known: the value, if it is known already.
  init(_ known: Value? = nil) {
    if let known { _ = value.storeIfNil(known) }
  }

  /// Nil until it is built.
  @inline(__always) var made: Value? { value.load() }

  /// Adds the work of a search that it would have saved, and returns the sum.
  func add(savable work: Double) -> Double {
    Double(savable.wrappingAdd(Int(min(work, 1e12)), ordering: .relaxed).newValue)
  }

  /// Starts to build it, unless a build is running.
  ///
  /// - Parameter make: called on a thread of its own.
  /// - Returns: the end of the build. It may already have ended.
  func begin(named name: String, _ make: @escaping @Sendable () throws -> Value) -> Ending {
    let (ending, isNew) = ending.withLock { current -> (Ending, Bool) in
      if let current { return (current, false) }
      let new = Ending()
      current = new
      return (new, true)
    }
    if isNew {
      Thread.start(named: name) { [self] in
        let outcome = Result {
          if made == nil { _ = value.storeIfNil(try make()) }
        }
        // After an error, the next caller that needs it tries again.
        self.ending.withLock { $0 = nil }
        ending.finish(outcome)
      }
    }
    return ending
  }
}

extension IndexReader {
  /// A value built once for the versions that share the tree of a snapshot.
  ///
  /// - Parameters:
  ///   - work: decides how long to wait.
  ///   - make: reads it, with a reader of its own.
  /// - Throws: `TooExpensive` at the deadline, `BeingMade` where waiting is not allowed.
  final func prepared<Value>(
    _ preparation: Preparation<Value>, of snapshot: IndexSnapshot, waiting work: WorkMeter, named name: String,
    _ make: @escaping @Sendable (IndexReader, IndexSnapshot) throws -> Value
  ) throws -> Value {
    while true {
      if let made = preparation.made { return made }
      let ending = preparing(preparation, of: snapshot, named: name, make)
      do { try work.wait(for: ending) } catch is Stopped {
        // Another version has come, or another file.
        throw Stale()
      }
    }
  }

  /// Has it made on a thread of its own, and does not wait.
  @discardableResult
  final func preparing<Value>(
    _ preparation: Preparation<Value>, of snapshot: IndexSnapshot, named name: String,
    _ make: @escaping @Sendable (IndexReader, IndexSnapshot) throws -> Value
  ) -> Ending {
    preparation.begin(named: name) { [snapshots, stop = snapshot.stop] in
      let reader = try IndexReader(snapshots: snapshots, WorkMeter(stop: stop))
      return try reader.read { present in
        guard !stop.isUp, present.sharesTree(with: snapshot) else { throw Stopped() }
        let value = try make(reader, present)
        present.add(value)
        return value
      }
    }
  }
}
