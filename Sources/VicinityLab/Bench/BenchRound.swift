import Vicinity

/// One measured pass over a workload.
struct BenchRound: Sendable {
  /// Nanoseconds of each query, by one thread.
  var latencies: [UInt64] = []
  /// Nanoseconds from the first query to the end of the last one.
  var wall: UInt64 = 0
  /// Nanoseconds that the measuring thread spent on a core meanwhile.
  var cpu: UInt64 = 0
  /// The work of all these queries.
  var stats = QueryStats()
  /// Queries a second by number of threads.
  var rates: [Int: Double] = [:]

  /// Queries a second of the one thread.
  var rate: Double { wall > 0 ? Double(latencies.count) * 1e9 / Double(wall) : 0 }
}
