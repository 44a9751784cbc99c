import ArgumentParser
import CivilTime
import Foundation
import Vicinity
import VicinityLab

/// Measures the cost of one change of a listing with many standing queries: evaluating it before and after the change.
///
/// The listings are generated, and so are the queries: a tenth without a place, a tenth in one city, and the others
/// around listings all over the map. Half of the changes are in that city. Some results are compared with the answers
/// of all queries. The times are processor times.
@main
struct StandingBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "standing-benchmark")

  @Option(help: "How many listings.") var listings = 100_000
  @Option(help: "How many standing queries.") var queries = 100_000
  @Option(help: "How many changes.") var changes = 4000
  @Option(help: "How many judgements are compared with the answers of all queries.") var compared = 2

  @Flag(help: "What a listing was before is written with each change, as by a server.") var kept = false

  private static let now = Instant(secondsSince1970: 1_795_809_600)

  func run() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "standing-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let catalog = try Catalog(path: folder.appending(path: "catalog.gpkg").path, access: .create)
    let generated = Array(ListingGenerator(seed: 1, count: listings))
    try catalog.save(generated, source: "generated")
    let alerts = Alerts(generated)
    let made = try alerts.queries(queries)
    let standing = try kept ? catalog.watchKeeping { Self.now } : catalog.watch([:]) { Self.now }
    let seconds = try time { for (id, query) in made { try standing.set(query, for: id) } }
    print("\(standing.count) queries added in \(Self.text(seconds / UInt64(max(1, made.count)))) each")
    let inCity = try measure("changes in the city", alerts.inCity, catalog, standing, made)
    let elsewhere = try measure("changes elsewhere", generated, catalog, standing, made)
    print("all changes, before and after: \(Self.text(LatencySummary(inCity + elsewhere)))")
    let replaced = try (0..<1000).map { number in
      try time { try standing.set(made[number].query, for: made[number].id) }
    }
    print("a query replaced: \(Self.text(LatencySummary(replaced)))")
  }

  /// - Returns: the times of judging before and after.
  private func measure(
    _ name: String, _ listings: [Listing], _ catalog: Catalog, _ standing: StandingQueries,
    _ queries: [(id: String, query: Query)]
  ) throws -> [UInt64] {
    var random = SplitMix64(seed: 3)
    var (before, edit, after, both) = ([UInt64](), [UInt64](), [UInt64](), [UInt64]())
    var (found, begun) = (0, 0)
    for number in 0..<changes / 2 {
      let listing = listings[Int(random.next() % UInt64(listings.count))]
      before.append(try time { found += try standing.matches(listing.id, at: Self.now).count })
      let minorUnits = Int(random.next() % 40) * 100
      edit.append(
        try time {
          try catalog.edit(listing.id) {
            $0.price = Price(minorUnits: minorUnits, currency: $0.price?.currency ?? "EUR")
          }
        })
      var answer = StandingChanges()
      after.append(try time { answer = try standing.changes() })
      both.append(before[number] + after[number])
      if number % 200 == 199 { try catalog.removeKept(catalog.keptChanges().changes.map(\.mark)) }
      begun += answer.listings.reduce(0) { $0 + $1.begins.count + $1.ceases.count }
      if number < compared { try compare(listing.id, catalog, standing, queries) }
    }
    let count = max(1, before.count)
    print("\(name), \(count): \(found / count) queries match on average, \(begun / count) begin or cease to")
    for (name, times) in [("before", before), ("after", after), ("both", both), ("the edit with before", edit)] {
      print("  \(name): \(Self.text(LatencySummary(times)))")
    }
    return both
  }

  /// Runs each query to see whether it finds the listing.
  private func compare(
    _ id: String, _ catalog: Catalog, _ standing: StandingQueries, _ queries: [(id: String, query: Query)]
  ) throws {
    var expected: [String] = []
    for (name, query) in queries {
      var query = query
      (query.limit, query.fields, query.typos) = (.max, [.id], query.text == nil ? nil : 0)
      query.filter = .compare(FilterOperand(.id), .equal, .text(id))
      if try !catalog.answer(query, at: Self.now).matches.isEmpty { expected.append(name) }
    }
    guard try Set(standing.matches(id, at: Self.now)) == Set(expected) else { throw Mismatch(listing: id) }
  }

  private struct Mismatch: Error {
    let listing: String
  }

  private static var processorTime: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// The processor time of this thread in nanoseconds: its duration on an idle machine.
  private func time(_ body: () throws -> Void) rethrows -> UInt64 {
    let start = Self.processorTime
    try body()
    return Self.processorTime - start
  }

  private static func text(_ summary: LatencySummary) -> String {
    "p50 \(text(summary.p50)), p95 \(text(summary.p95)), p99 \(text(summary.p99))"
  }

  private static func text(_ nanoseconds: UInt64) -> String { String(format: "%.1f µs", Double(nanoseconds) / 1000) }
}
