/// The distribution of a set of durations.
public struct LatencySummary: Hashable, Sendable {
  /// The median in nanoseconds.
  public let p50: UInt64
  /// The 95th percentile in nanoseconds.
  public let p95: UInt64
  /// The 99th percentile in nanoseconds.
  public let p99: UInt64

  /// Summarizes durations in nanoseconds; zeros without any.
  /// - Complexity: O(n log n).
  public init(_ durations: [UInt64]) {
    let sorted = durations.sorted()
    (p50, p95, p99) = (sorted.percentile(50), sorted.percentile(95), sorted.percentile(99))
  }
}

extension [UInt64] {
  /// The smallest element that at least `percent` % (1...100) of the sorted elements do not exceed; 0 without any.
  ///
  /// Source: the nearest-rank method; always one of the elements.
  func percentile(_ percent: Int) -> UInt64 {
    isEmpty ? 0 : self[Swift.max(0, (count * percent + 99) / 100 - 1)]
  }
}

extension [Double] {
  /// The middle element, or the mean of the two in the middle; 0 without any.
  var median: Double {
    guard !isEmpty else { return 0 }
    let sorted = sorted()
    return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
  }
}
