import Foundation
import Synchronization
import VicinityAccounts

/// What a node knows, shared by its threads.
final class NodeState: Sendable {
  enum Role: Hashable {
    case follower
    case leader(epoch: Int64)
  }

  struct Facts {
    var role = Role.follower
    /// When the lease of this leader ends, if it is not renewed.
    var leaseEnds = ContinuousClock.now
    /// The epoch, leader and head as the log has told last.
    var epoch: Int64 = 0
    var leaderURL: String?
    var head: Int64 = 0
    var applied: Int64 = 0
    var lastTime: Int64 = 0
    var behindSince: ContinuousClock.Instant? = .now
    /// When the log was asked for its last answer; the start before it has answered. Not when the answer was there: an
    /// entry may have been appended in the meantime.
    var heard = ContinuousClock.now
    var hasHeard = false
    var hasCaughtUp = false
    var traffic = ClusterTraffic()
    /// Files whose contents are not those of the log.
    var isSpoiled: Set<ClusterFile> = []
    /// Whether `applied` must be found out again: one file has an entry, and the other one lacks an earlier one.
    var isUncertain = false
    var isStopping = false
    /// Whether it leads no more.
    var hasResigned = false
    var waiting: [Int: Waiting] = [:]
    var nextWaiting = 0
  }

  struct Waiting {
    var entry: Int64
    var continuation: CheckedContinuation<Bool, Never>
  }

  private let facts = Mutex(Facts())

  /// Reads and changes the facts; those who wait for an entry that is there now go on.
  @discardableResult
  func update<Value: Sendable>(_ body: (inout Facts) throws -> Value) rethrows -> Value {
    let (value, reached) = try facts.withLock { facts in
      let value = try body(&facts)
      if facts.applied >= facts.head {
        facts.behindSince = nil
        if facts.hasHeard { facts.hasCaughtUp = true }
      } else if facts.behindSince == nil {
        facts.behindSince = .now
      }
      let reached = facts.waiting.filter { $0.value.entry <= facts.applied }
      for number in reached.keys { facts.waiting[number] = nil }
      return (value, reached.map(\.value.continuation))
    }
    for continuation in reached { continuation.resume(returning: true) }
    return value
  }

  /// Notes what the log says.
  /// - Parameter asked: when it was asked.
  func note(_ status: LogStatus, asked: ContinuousClock.Instant) {
    update { facts in
      (facts.epoch, facts.leaderURL, facts.head) = (status.epoch, status.url, status.head)
      (facts.heard, facts.hasHeard) = (max(facts.heard, asked), true)
      facts.lastTime = max(facts.lastTime, status.at)
    }
  }

  var role: Role { facts.withLock { $0.role } }
  var isStopping: Bool { facts.withLock { $0.isStopping } }
  var hasResigned: Bool { facts.withLock { $0.hasResigned } }
  var applied: Int64 { facts.withLock { $0.applied } }
  var lastTime: Int64 { facts.withLock { $0.lastTime } }

  func state(of node: String) -> ClusterState {
    facts.withLock {
      ClusterState(
        // When its lease has ended, others may have appended what it does not know of.
        node: node, isLeader: $0.role != .follower && .now < $0.leaseEnds,
        leaderURL: $0.role == .follower ? $0.leaderURL : nil,
        epoch: $0.epoch, applied: $0.applied, head: $0.head, lastTime: $0.lastTime,
        hasCaughtUp: $0.hasCaughtUp, behindSince: $0.behindSince, heard: $0.heard, traffic: $0.traffic)
    }
  }

  /// Waits until the node has an entry.
  func reaches(_ entry: Int64, within limit: Duration) async -> Bool {
    let number = facts.withLock { facts -> Int? in
      guard facts.applied < entry else { return nil }
      facts.nextWaiting += 1
      return facts.nextWaiting
    }
    guard let number else { return true }
    return await withCheckedContinuation { continuation in
      let isThere = facts.withLock { facts in
        guard facts.applied < entry else { return true }
        facts.waiting[number] = Waiting(entry: entry, continuation: continuation)
        return false
      }
      if isThere { return continuation.resume(returning: true) }
      Task {
        try? await Task.sleep(for: limit)
        self.facts.withLock { $0.waiting.removeValue(forKey: number) }?.continuation.resume(returning: false)
      }
    }
  }
}
