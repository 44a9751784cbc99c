import CivilTime
import Synchronization
import Vicinity

/// Measures how fast a catalog answers, after verifying that it answers correctly.
///
/// Times `Catalog.answer` on parsed queries: planning, search, and loading the records that the fields need.
public struct Bench: Sendable {
  private let catalog: Catalog
  private let options: BenchOptions
  private let clock: BenchClock
  private let now: Instant

  /// Makes a measurement.
  /// - Parameter now: the instant that `now` refers to in queries without one; the same for all of them.
  public init(catalog: Catalog, options: BenchOptions, clock: BenchClock, now: Instant) {
    self.catalog = catalog
    self.options = options
    self.clock = clock
    self.now = now
  }

  /// All answers that differ from the expected ones, for queries with an expectation.
  /// - Throws: `WorkloadError` for a query that cannot be answered.
  public func wrongAnswers(to workload: Workload) throws -> [WrongAnswer] {
    try workload.items.indices.compactMap { position in
      let item = workload.items[position]
      guard let expectation = item.expectation else { return nil }
      let answer = try answer(position, of: workload)
      let mismatch = try expectation.mismatch(of: answer, to: item.query) { try catalog.listing($0)?.starts }
      return mismatch.map { WrongAnswer(file: workload.name, line: item.line, mismatch: $0) }
    }
  }

  /// Measures workloads: an uncounted warm-up, then rounds that cover every file in turn.
  /// - Parameter wrong: the number of wrong answers of each workload, for the reports.
  /// - Throws: `WorkloadError` for a query that cannot be answered.
  public func reports(on workloads: [Workload], wrong: [Int]) throws -> [BenchReport] {
    for workload in workloads {
      _ = try pass(over: workload, seconds: options.budgetSeconds * BenchOptions.warmUpBudgets)
    }
    var rounds = workloads.map { _ in [BenchRound]() }
    for _ in 0..<options.rounds {
      for (index, workload) in workloads.enumerated() { rounds[index].append(try round(of: workload)) }
    }
    return zip(workloads, zip(rounds, wrong)).map { workload, measured in
      BenchReport(workload, rounds: measured.0, threads: options.threads, wrong: measured.1)
    }
  }

  private func round(of workload: Workload) throws -> BenchRound {
    var round = try pass(over: workload, seconds: options.budgetSeconds)
    for threads in options.threads {
      round.rates[threads] = threads == 1 ? round.rate : try rate(of: workload, threads: threads)
    }
    return round
  }

  /// Answers a series of queries; one reading of the clock ends a query and begins the next.
  private func pass(over workload: Workload, seconds: Double) throws -> BenchRound {
    var round = BenchRound()
    round.latencies.reserveCapacity(workload.items.count)
    let budget = UInt64(seconds * 1e9)
    let cpuStart = clock.cpu()
    let start = clock.wall()
    var last = start
    for position in workload.items.indices {
      round.stats += try answer(position, of: workload).stats
      let end = clock.wall()
      round.latencies.append(end - last)
      last = end
      if end - start >= budget { break }
    }
    round.cpu = clock.cpu() - cpuStart
    round.wall = last - start
    return round
  }

  /// Queries per second of several threads that share the file in turns, repeatedly.
  private func rate(of workload: Workload, threads: Int) throws -> Double {
    let budget = UInt64(min(options.budgetSeconds, BenchOptions.throughputSeconds) * 1e9)
    let counts = SharedCounts()
    let start = clock.wall()
    try ThreadTeam.run(threads) {
      var answered = 0
      defer { counts.answered.add(answered, ordering: .relaxed) }
      repeat {
        let due = counts.next.add(1, ordering: .relaxed).oldValue
        _ = try answer(due % workload.items.count, of: workload)
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
  private func answer(_ position: Int, of workload: Workload) throws -> Answer {
    do {
      return try workload.items.withUnsafeBufferPointer { try catalog.answer($0[position].query, at: now) }
    } catch let error as QueryError {
      throw WorkloadError.badQuery(error, file: workload.name, line: workload.items[position].line)
    }
  }
}
