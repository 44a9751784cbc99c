/// The options of a measurement.
public struct BenchOptions: Hashable, Sendable {
  /// The numbers of threads to measure throughput with; each at least 1.
  public var threads: [Int]
  /// The number of warm rounds over each file, at least 1. The report has the median of each number.
  public var rounds: Int
  /// The maximum duration of one pass over a file in seconds; the query running at its end is the last.
  public var budgetSeconds: Double

  /// The maximum duration of a pass with several threads; enough for a steady rate of queries that take microseconds.
  static let throughputSeconds = 0.5
  /// The maximum duration of the cold round in budgets. Warm rounds run only the queries that it reached.
  static let coldBudgets = 5.0

  /// Makes the options.
  public init(threads: [Int] = [1], rounds: Int = 3, budgetSeconds: Double = 2) {
    self.threads = threads.map { max(1, $0) }
    self.rounds = max(1, rounds)
    self.budgetSeconds = max(0, budgetSeconds)
  }
}
