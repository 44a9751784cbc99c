import Vicinity

/// The result of measuring one workload: the median of each number over the rounds.
public struct BenchReport: Hashable, Sendable {
  /// The name of the workload.
  public var file: String
  /// The number of queries answered per round with one thread.
  public var queries: Int
  /// The median latency in microseconds.
  public var p50: Double
  /// The 95th percentile of the latency in microseconds.
  public var p95: Double
  /// The 99th percentile of the latency in microseconds.
  public var p99: Double
  /// The mean latency in microseconds.
  public var mean: Double
  /// The mean CPU time of a query in microseconds; unlike the latency, unaffected by other processes.
  public var cpu: Double
  /// Queries per second by number of threads, in the requested order.
  public var rates: [Rate]
  /// The number of answers compared with an expected one.
  public var checked: Int
  /// The number of wrong answers.
  public var wrong: Int
  /// The number of rounds.
  public var rounds: Int
  /// Mean counts of work per query.
  public var work: [Work]

  /// A throughput.
  public struct Rate: Hashable, Sendable {
    /// The number of threads.
    public var threads: Int
    /// Queries per second of all threads together.
    public var queriesPerSecond: Double
  }

  /// A count of `QueryStats`.
  public struct Work: Hashable, Sendable {
    /// Its name there.
    public var name: String
    /// Its mean over the queries.
    public var perQuery: Double
  }

  init(_ workload: Workload, rounds: [BenchRound], threads: [Int], wrong: Int) {
    let summaries = rounds.map { LatencySummary($0.latencies) }
    file = workload.name
    queries = Int(rounds.map { Double($0.latencies.count) }.median)
    p50 = summaries.map { Double($0.p50) / 1000 }.median
    p95 = summaries.map { Double($0.p95) / 1000 }.median
    p99 = summaries.map { Double($0.p99) / 1000 }.median
    mean = rounds.map { Double($0.wall) / 1000 / Double(max(1, $0.latencies.count)) }.median
    cpu = rounds.map { Double($0.cpu) / 1000 / Double(max(1, $0.latencies.count)) }.median
    rates = threads.map { threads in
      Rate(threads: threads, queriesPerSecond: rounds.map { $0.rates[threads] ?? 0 }.median)
    }
    checked = workload.items.count { $0.expectation != nil }
    self.wrong = wrong
    self.rounds = rounds.count
    work = Self.work(of: rounds)
  }

  private static func work(of rounds: [BenchRound]) -> [Work] {
    QueryStats().counters.indices.map { index in
      let means = rounds.map { Double($0.stats.counters[index].count) / Double(max(1, $0.latencies.count)) }
      return Work(name: QueryStats().counters[index].name, perQuery: means.median)
    }
  }
}
