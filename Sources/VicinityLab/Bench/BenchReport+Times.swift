extension BenchReport {
  /// The latencies of a set of queries in microseconds; for several rounds, the median of each number.
  public struct Times: Hashable, Sendable {
    /// The number of queries answered per round.
    public var queries: Int
    /// The median.
    public var p50: Double
    /// The 95th percentile.
    public var p95: Double
    /// The 99th percentile.
    public var p99: Double
    /// The mean.
    public var mean: Double

    /// - Parameter rounds: the nanoseconds of the same queries in each round.
    init(_ rounds: [[UInt64]]) {
      let summaries = rounds.map { LatencySummary($0) }
      queries = Int(rounds.map { Double($0.count) }.median)
      p50 = summaries.map { Double($0.p50) / 1000 }.median
      p95 = summaries.map { Double($0.p95) / 1000 }.median
      p99 = summaries.map { Double($0.p99) / 1000 }.median
      mean = rounds.map { Double($0.reduce(0, +)) / 1000 / Double(max(1, $0.count)) }.median
    }
  }

  /// The latencies of the queries of one class.
  public struct ClassTimes: Hashable, Sendable {
    /// The class; see ``Workload/Item/queryClass``.
    public var name: String
    /// The latencies in the warm rounds.
    public var warm: Times
    /// The latencies in the cold round.
    public var cold: Times
  }
}
