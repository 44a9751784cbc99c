import Foundation
import Streams
import Synchronization

extension SnapshotCache {
  /// Has something made from the version that is current then, by a reader of its own, and does not wait.
  ///
  /// - Parameters:
  ///   - reason: whether it may be put off; see `Renewal`.
  ///   - make: gets what was made last.
  /// - Returns: the end of the making; nil while it is put off.
  @discardableResult
  func renew<Key, Value>(
    _ renewal: Renewal<Key, Value>, named name: String, because reason: Renewal<Key, Value>.Reason,
    _ make: @escaping @Sendable (IndexReader, IndexSnapshot, Value?) throws -> (key: Key, value: Value)
  ) -> Ending? {
    renewal.begin(named: name, because: reason) { [self] last in
      let reader = try IndexReader(snapshots: self, WorkMeter(stop: stop))
      return try reader.read { present in
        guard !stop.isUp else { throw Stopped() }
        return try make(reader, present, last)
      }
    }
  }
}

extension IndexReader {
  /// The value for the present state; where waiting is not allowed, or after a change in between, the last value.
  ///
  /// - Parameters:
  ///   - key: identifies the present state. A value with another key may be out of date.
  ///   - mayBeFormer: whether what was made last is good enough where waiting is not allowed.
  /// - Throws: `TooExpensive` at the deadline; `BeingMade` where waiting is not allowed and nothing was made.
  final func renewed<Key, Value>(
    _ renewal: Renewal<Key, Value>, of key: Key, named name: String, mayBeFormer: Bool = true,
    _ make: @escaping @Sendable (IndexReader, IndexSnapshot, Value?) throws -> (key: Key, value: Value)
  ) throws -> Renewal<Key, Value>.Made {
    let asked = ContinuousClock.now
    while true {
      if let made = renewal.made(of: key, orSince: asked) { return made }
      if mayBeFormer, !work.mayWait || isRepeated, let last = renewal.usable(at: asked) {
        snapshots.renew(renewal, named: name, because: .use, make)
        return last
      }
      guard let ending = snapshots.renew(renewal, named: name, because: .wait, make) else { continue }
      do { try work.wait(for: ending) } catch is Stopped {
        // The file is left.
        throw Stale()
      }
    }
  }
}
