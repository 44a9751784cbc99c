import Synchronization

/// Token buckets of clients: a burst of requests, and a steady rate.
package final class RateLimiter: Sendable {
  private struct Bucket {
    var tokens: Double
    var filled: ContinuousClock.Instant
  }

  private let rate: Double
  private let burst: Double
  private let buckets = Mutex<[String: Bucket]>([:])
  /// Clients that are remembered; beyond that those with full buckets are forgotten, and then those seen last long ago.
  private static let mostClients = 65_536

  /// - Parameter rate: tokens a second; 0 for no limit.
  package init(rate: Int, burst: Int) { (self.rate, self.burst) = (Double(rate), Double(max(1, burst))) }

  /// Takes tokens of a client.
  ///
  /// - Returns: nil when there were enough, else the seconds until there are.
  package func take(_ cost: Int, of client: @autoclosure () -> String, at now: ContinuousClock.Instant = .now) -> Int? {
    guard rate > 0 else { return nil }
    let client = client()
    return buckets.withLock { buckets in
      if buckets.count >= Self.mostClients, buckets[client] == nil { makeRoom(&buckets, now) }
      var bucket = buckets[client] ?? Bucket(tokens: burst, filled: now)
      bucket.tokens = min(burst, bucket.tokens + rate * Double(seconds: now - bucket.filled))
      bucket.filled = now
      defer { buckets[client] = bucket }
      // A request that costs more than a whole bucket waits for a full one.
      let cost = min(Double(cost), burst)
      guard bucket.tokens < cost else {
        bucket.tokens -= cost
        return nil
      }
      return max(1, Int(((cost - bucket.tokens) / rate).rounded(.up)))
    }
  }

  private func makeRoom(_ buckets: inout [String: Bucket], _ now: ContinuousClock.Instant) {
    buckets = buckets.filter { $0.value.tokens + rate * Double(seconds: now - $0.value.filled) < burst }
    guard buckets.count > Self.mostClients / 2 else { return }
    let times = buckets.values.map(\.filled).sorted()
    let oldest = times[times.count / 2]
    buckets = buckets.filter { $0.value.filled > oldest }
  }
}
