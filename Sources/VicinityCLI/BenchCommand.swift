import ArgumentParser
import Foundation
import VicinityLab

/// Measures how fast queries are answered.
struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Measure how fast a catalog answers queries, after checking the answers.",
    discussion: """
      Each file holds queries, one JSON object per line as for batch. Where a query has a key "expected", its answer is \
      verified first: wrong ones are listed, and the exit status is 1. Times are those of the library call on parsed \
      queries.

      Examples:
        vicinity generate queries --count 1000 > queries.jsonl
        vicinity bench queries.jsonl --threads 1,2 --rounds 3
      """)

  @Argument(help: ArgumentHelp("The queries.", valueName: "file"))
  var files: [String]

  @OptionGroup var options: BenchCommandOptions
  @OptionGroup var memory: MemoryOptions
  @OptionGroup var clock: ClockOptions
  @OptionGroup var catalog: CatalogOptions

  func run() throws {
    let workloads = try files.map { file in try Workload(path: file) }
    let catalog = try catalog.open(memoryLimit: memory.limit)
    let bench = Bench(catalog: catalog, options: options.resolved, clock: .system, now: try clock.instant)
    let wrong = try workloads.map { try bench.wrongAnswers(to: $0) }
    for answer in wrong.joined() { Console.say("\(answer)") }
    try write(try bench.reports(on: workloads, wrong: wrong.map(\.count)))
    guard wrong.allSatisfy(\.isEmpty) else { throw ExitStatus.failed }
  }

  private func write(_ reports: [BenchReport]) throws {
    switch options.resolvedFormat {
    case .table: try Console.write(BenchReport.table(reports))
    case .jsonl: for report in reports { try Console.write(exactly: report.jsonLine) }
    }
  }
}

extension BenchClock {
  /// The system's monotonic clock, and the CPU time of the calling thread.
  static let system = BenchClock(
    wall: { nanoseconds(CLOCK_MONOTONIC) }, cpu: { nanoseconds(CLOCK_THREAD_CPUTIME_ID) })

  private static func nanoseconds(_ clock: clockid_t) -> UInt64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
