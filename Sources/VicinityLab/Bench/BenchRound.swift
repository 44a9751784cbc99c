import Vicinity

/// One measured pass over a workload.
struct BenchRound: Sendable {
  /// Nanoseconds of each query in the order of the file, with one thread; fewer than there are queries where the budget
  /// was spent.
  var latencies: [UInt64] = []
  /// Nanoseconds from the first query to the end of the last one.
  var wall: UInt64 = 0
  /// Nanoseconds of CPU time of the measuring thread.
  var cpu: UInt64 = 0
  /// The work of all these queries.
  var stats = QueryStats()
  /// Queries per second by number of threads.
  var rates: [Int: Double] = [:]

  /// Queries per second of the single thread.
  var rate: Double { wall > 0 ? Double(latencies.count) * 1e9 / Double(wall) : 0 }

  /// The latencies of the queries at these ascending positions, if they ran.
  func latencies(at positions: [Int]) -> [UInt64] {
    positions.prefix { $0 < latencies.count }.map { latencies[$0] }
  }
}
