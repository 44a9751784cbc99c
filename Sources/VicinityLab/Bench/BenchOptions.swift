/// How a measurement is made.
public struct BenchOptions: Hashable, Sendable {
  /// Numbers of threads whose throughput is measured; each at least 1.
  public var threads: [Int]
  /// How often every file is measured; at least 1. The report has the median of each number.
  public var rounds: Int
  /// The most seconds that one pass over a file may take; the query that is due when they are over is the last.
  public var budgetSeconds: Double

  /// The longest pass of several threads; enough for a steady rate of queries that take microseconds.
  static let throughputSeconds = 0.5
  /// The warm-up may take this many budgets, so that it gets as far into a file as the warm passes after it will.
  static let warmUpBudgets = 20.0

  /// Makes the options.
  public init(threads: [Int] = [1], rounds: Int = 3, budgetSeconds: Double = 2) {
    self.threads = threads.map { max(1, $0) }
    self.rounds = max(1, rounds)
    self.budgetSeconds = max(0, budgetSeconds)
  }
}
