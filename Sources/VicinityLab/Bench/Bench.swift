import CivilTime
import Synchronization
import Vicinity

/// Measures how fast a catalog answers, and verifies that it answers correctly.
///
/// Times `Catalog.answer` on parsed queries: planning, search, and loading the records that the fields need.
public struct Bench: Sendable {
  let catalog: Catalog
  private let options: BenchOptions
  private let clock: BenchClock
  private let now: Instant

  /// Makes a measurement.
  /// - Parameters:
  ///   - catalog: the catalog. Queries that it has already answered are not cold.
  ///   - now: the instant that `now` refers to in queries without one; the same for all of them.
  public init(catalog: Catalog, options: BenchOptions, clock: BenchClock, now: Instant) {
    self.catalog = catalog
    self.options = options
    self.clock = clock
    self.now = now
  }

  /// Measures workloads: a cold round over every file in turn, the check of all expected answers, then warm rounds over
  /// every file in turn, of the queries that the cold round reached.
  /// - Throws: `WorkloadError` for a query that cannot be answered.
  public func reports(on workloads: [Workload]) throws -> [BenchReport] {
    let cold = try workloads.map { try coldRound(of: $0) }
    let wrong = try zip(workloads, cold).map { try wrongAnswers(to: $0, first: $1.answers) }
    var rounds = workloads.map { _ in [BenchRound]() }
    for _ in 0..<options.rounds {
      for (index, workload) in workloads.enumerated() {
        rounds[index].append(try round(of: workload, first: cold[index].round.latencies.count))
      }
    }
    let memory = try catalog.indexMemory()
    return workloads.indices.map { index in
      BenchReport(
        workloads[index], cold: cold[index].round, rounds: rounds[index], threads: options.threads, wrong: wrong[index],
        memory: memory)
    }
  }

  /// - Parameter first: the number of queries to run from the file.
  private func round(of workload: Workload, first count: Int) throws -> BenchRound {
    var round = BenchRound()
    try measure(&round, 0..<count, seconds: options.budgetSeconds) { try answer($0, of: workload).stats }
    for threads in options.threads {
      round.rates[threads] = threads == 1 ? round.rate : try rate(of: workload, first: count, threads: threads)
    }
    return round
  }

  /// The first round, with the answers that are to be checked, by position.
  private func coldRound(of workload: Workload) throws -> (round: BenchRound, answers: [Int: Answer]) {
    var round = BenchRound()
    var answers: [Int: Answer] = [:]
    answers.reserveCapacity(workload.expectations)
    let seconds = options.budgetSeconds * BenchOptions.coldBudgets
    try measure(&round, workload.items.indices, seconds: seconds) { position in
      let answer = try answer(position, of: workload)
      if workload.items[position].expectation != nil { answers[position] = answer }
      return answer.stats
    }
    return (round, answers)
  }

  /// Answers a series of queries; one reading of the clock ends a query and begins the next.
  private func measure(
    _ round: inout BenchRound, _ positions: Range<Int>, seconds: Double, answering: (Int) throws -> QueryStats
  ) throws {
    round.latencies.reserveCapacity(positions.count)
    let budget = UInt64(seconds * 1e9)
    let cpuStart = clock.cpu()
    let start = clock.wall()
    var last = start
    for position in positions {
      round.stats += try answering(position)
      let end = clock.wall()
      round.latencies.append(end - last)
      last = end
      if end - start >= budget { break }
    }
    round.cpu = clock.cpu() - cpuStart
    round.wall = last - start
  }

  /// Queries per second of several threads that share the first queries of a file in turns, repeatedly.
  private func rate(of workload: Workload, first count: Int, threads: Int) throws -> Double {
    let budget = UInt64(min(options.budgetSeconds, BenchOptions.throughputSeconds) * 1e9)
    let counts = SharedCounts()
    let start = clock.wall()
    try ThreadTeam.run(threads) {
      var answered = 0
      defer { counts.answered.add(answered, ordering: .relaxed) }
      repeat {
        let due = counts.next.add(1, ordering: .relaxed).oldValue
        _ = try answer(due % count, of: workload)
        answered += 1
      } while clock.wall() - start < budget
    }
    let time = clock.wall() - start
    return time > 0 ? Double(counts.answered.load(ordering: .relaxed)) * 1e9 / Double(time) : 0
  }

  private final class SharedCounts: Sendable {
    let next = Atomic(0)
    let answered = Atomic(0)
  }

  /// Answers a query in place: a copy would be measured as well.
  func answer(_ position: Int, of workload: Workload) throws -> Answer {
    do {
      return try workload.items.withUnsafeBufferPointer { try catalog.answer($0[position].query, at: now) }
    } catch let error as QueryError {
      throw WorkloadError.badQuery(error, file: workload.name, line: workload.items[position].line)
    }
  }
}
