import ArgumentParser
import CivilTime
import Foundation
import Vicinity
import VicinityLab

/// Queries a catalog while another thread changes it, and compares every answer with a brute-force twin.
///
/// One thread moves a few listings in each commit at a steady rate, or rates one. This thread searches for the nearest
/// ten. An answer is correct when it equals the twin's answer for one of the versions that were current during the
/// search; anything else is wrong or torn.
@main
struct UnderWrites: ParsableCommand {
  @Option(help: "A catalog to work on; it is changed.") var catalog: String
  @Option(help: "How many commits in a second.") var rate = 200.0
  @Option(help: "Seconds to run.") var seconds = 60.0
  @Flag(help: "Members rate listings, instead of listings that move.") var members = false

  func run() throws {
    let catalog = try Catalog(path: catalog, access: .readWrite)
    let world: any ChangingWorld = try members ? RatedWorld(catalog) : MovingWorld(catalog)
    let writer = Thread { world.write(to: catalog, rate: rate, for: seconds) }
    writer.start()
    var latencies: [UInt64] = []
    var wrong = 0
    let start = Date()
    while Date().timeIntervalSince(start) < seconds {
      let query = world.query(latencies.count)
      let before = world.commits.committed
      let clock = ContinuousClock.now
      let answer = try catalog.answer(query, at: Instant(secondsSince1970: 1_795_809_600))
      latencies.append(UInt64((ContinuousClock.now - clock) / .nanoseconds(1)))
      let after = world.commits.started
      if !world.isRight(answer, query, between: before, and: after) { wrong += 1 }
    }
    let summary = LatencySummary(latencies)
    func microseconds(_ nanoseconds: UInt64) -> String { String(format: "%.1f µs", Double(nanoseconds) / 1000) }
    print(
      "\(latencies.count) answers beside \(world.commits.committed) commits: p50 \(microseconds(summary.p50)), "
        + "p95 \(microseconds(summary.p95)), p99 \(microseconds(summary.p99)), \(wrong) wrong")
    if wrong > 0 { throw ExitCode.failure }
  }
}
