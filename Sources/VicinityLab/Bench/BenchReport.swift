import Vicinity

/// The result of measuring one workload: of the warm rounds, the median of each number.
public struct BenchReport: Hashable, Sendable {
  /// The name of the workload.
  public var file: String
  /// The latencies with one thread, once everything needed is in memory.
  public var warm: Times
  /// The latencies of the first round, in which much is read from the file.
  public var cold: Times
  /// The latencies by class of the queries; empty if there are fewer than two.
  public var classes: [ClassTimes]
  /// The mean CPU time of a query in microseconds; unlike the latency, unaffected by other processes.
  public var cpu: Double
  /// Queries per second by number of threads, in the requested order.
  public var rates: [Rate]
  /// The number of queries whose answers were compared with an expected one.
  public var checked: Int
  /// The wrong answers, in the order of the file.
  public var wrong: [WrongAnswer]
  /// The number of warm rounds.
  public var rounds: Int
  /// Mean counts of work per query.
  public var work: [Work]
  /// The memory of the index in bytes after all workloads measured together.
  package var memory: IndexMemory

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

  init(
    _ workload: Workload, cold: BenchRound, rounds: [BenchRound], threads: [Int], wrong: [WrongAnswer],
    memory: IndexMemory
  ) {
    file = workload.name
    warm = Times(rounds.map(\.latencies))
    self.cold = Times([cold.latencies])
    classes = workload.classes.map { name, positions in
      ClassTimes(
        name: name, warm: Times(rounds.map { $0.latencies(at: positions) }),
        cold: Times([cold.latencies(at: positions)]))
    }
    cpu = rounds.map { Double($0.cpu) / 1000 / Double(max(1, $0.latencies.count)) }.median
    rates = threads.map { threads in
      Rate(threads: threads, queriesPerSecond: rounds.map { $0.rates[threads] ?? 0 }.median)
    }
    checked = workload.expectations
    self.wrong = wrong
    self.rounds = rounds.count
    work = Self.work(of: rounds)
    self.memory = memory
  }

  private static func work(of rounds: [BenchRound]) -> [Work] {
    QueryStats().counters.indices.map { index in
      let means = rounds.map { Double($0.stats.counters[index].count) / Double(max(1, $0.latencies.count)) }
      return Work(name: QueryStats().counters[index].name, perQuery: means.median)
    }
  }
}
