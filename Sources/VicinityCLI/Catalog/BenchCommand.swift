import ArgumentParser
import CommandSupport
import Foundation
import VicinityLab

/// Measures how fast queries are answered.
struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Measure how fast a catalog answers queries, cold and warm, and check the answers.",
    usage: "vicinity bench <file> ... [<options>]",
    discussion: """
      Each file contains queries, one JSON object per line as for batch. The first round is cold: it reads data from \
      the catalog file that later rounds find in memory. If a query has a key "expected", its answer is then verified: \
      wrong answers are listed, and the exit status is 1. Times are for the library call on parsed queries. Queries \
      with ids such as tags-1 and words-bounded-2 are reported by class, the part before the number.

      Examples:
        vicinity generate queries --count 1000 > queries.jsonl
        vicinity bench queries.jsonl --threads 1,2 --rounds 3
      """)

  @Argument(help: ArgumentHelp("The queries.", valueName: "file"), completion: .file())
  var files: [String]

  @OptionGroup var options: BenchCommandOptions
  @OptionGroup var memory: MemoryOptions
  @OptionGroup var clock: ClockOptions
  @OptionGroup var catalog: CatalogOptions

  func run() throws {
    let workloads = try files.map { file in try Workload(path: file) }
    let catalog = try catalog.open(memoryLimit: memory.limit)
    let bench = Bench(catalog: catalog, options: options.resolved, clock: .system, now: try clock.instant)
    let reports = try bench.reports(on: workloads)
    for answer in reports.lazy.flatMap(\.wrong) { Console.say("\(answer)") }
    try write(reports)
    guard reports.allSatisfy(\.wrong.isEmpty) else { throw ExitStatus.failed }
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
