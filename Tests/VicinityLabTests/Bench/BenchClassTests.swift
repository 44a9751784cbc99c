import Streams
import TestSupport
import Testing

@testable import Vicinity
@testable import VicinityLab

/// Reports by class of the queries.
struct BenchClassTests {
  /// A clock whose readings differ by the next of these numbers of microseconds, in a loop.
  private static func clock(_ microseconds: [UInt64]) -> BenchClock {
    let ticks = Ticks(microseconds)
    return BenchClock(wall: { ticks.next() }, cpu: { 0 })
  }

  private final class Ticks: @unchecked Sendable {
    // Unchecked because one thread at a time reads the clock here.
    private let steps: [UInt64]
    private var (reading, time) = (0, UInt64(0))

    init(_ steps: [UInt64]) { self.steps = steps }

    func next() -> UInt64 {
      defer { reading += 1 }
      if reading > 0 { time += steps[(reading - 1) % steps.count] * 1000 }
      return time
    }
  }

  private static func workload(_ ids: [String?]) throws -> Workload {
    let lines = ids.map { id in id.map { #"{"id":"\#($0)","limit":1}"# } ?? #"{"limit":1}"# }
    return try Workload(name: "mixed.jsonl", text: lines.joined(separator: "\n").utf8)
  }

  private static func report(_ ids: [String?], microseconds: [UInt64], rounds: Int = 1) throws -> BenchReport {
    let temporary = try TemporaryCatalog(BenchTests.world.listings)
    let bench = Bench(
      catalog: temporary.catalog, options: BenchOptions(rounds: rounds), clock: clock(microseconds),
      now: SeededWorld.now)
    return try #require(try bench.reports(on: [try workload(ids)]).first)
  }

  @Test(
    arguments: [
      ("tags-1", "tags"), ("words-bounded-17", "words-bounded"), ("Q1-0", "Q1"), ("q17", nil), ("a-b", nil),
      ("-1", nil), ("a-", nil), ("a-1b", nil), ("a-٣", nil), ("", nil),
    ] as [(String, String?)])
  func `the class of a query is its id without the number`(id: String, name: String?) throws {
    #expect(try Self.workload([id]).items[0].queryClass.map(String.init) == name)
  }

  @Test func `classes share the latencies of their file, cold and warm`() throws {
    // Four intervals of each round, then the one to the next round.
    let report = try Self.report(
      ["far-1", "near-1", "far-2", nil], microseconds: [900, 100, 700, 1, 0, 90, 10, 70, 2, 0])
    #expect(report.classes.map(\.name) == ["far", "near"])
    #expect(report.classes.map(\.cold.queries) == [2, 1] && report.classes.map(\.warm.queries) == [2, 1])
    #expect(report.classes.map(\.cold.p99) == [900, 100] && report.classes.map(\.cold.p50) == [700, 100])
    #expect(report.classes.map(\.warm.p99) == [90, 10] && report.classes.map(\.warm.mean) == [80, 10])
    #expect(report.cold.queries == 4 && report.cold.p99 == 900 && report.warm.p99 == 90)
  }

  @Test func `what the cold round has not got to is not asked in the warm rounds`() throws {
    // Five budgets of 2 s are spent with the second query.
    let report = try Self.report(["a-1", "b-1", "b-2"], microseconds: [4_000_000, 7_000_000, 0, 5, 7, 0])
    #expect(report.cold.queries == 2 && report.warm.queries == 2)
    #expect(report.classes.map(\.warm.queries) == [1, 1] && report.classes.map(\.warm.p50) == [5, 7])
  }

  @Test func `a class has the median of the rounds`() throws {
    let report = try Self.report(
      ["a-1", "b-1"], microseconds: [5, 5, 0, 10, 1, 0, 30, 2, 0, 20, 9, 0], rounds: 3)
    #expect(report.classes.map(\.warm.p50) == [20, 2])
  }

  @Test(arguments: [["a-1", "a-2"], ["a-1", nil], [nil]] as [[String?]])
  func `a file of one class has no classes`(ids: [String?]) throws {
    let report = try Self.report(ids, microseconds: [1])
    #expect(report.classes.isEmpty && !report.jsonLine.contains("classes"))
  }

  @Test func `JSON has the classes with the keys of the file`() throws {
    let report = try Self.report(["near-1", "far-1"], microseconds: [3])
    let classes = try #require(try JSONParser.parse(report.jsonLine.utf8).object?["classes"]?.array)
    #expect(classes.map { $0.object?["class"]?.string } == ["near", "far"])
    for times in classes.compactMap(\.object) {
      #expect(times.keys == ["class", "n", "p50", "p95", "p99", "mean", "cold"])
      #expect(times["p50"]?.number == 3 && times["cold"]?.object?["n"]?.integer == 1)
    }
  }

  @Test func `the text fits 80 columns`() throws {
    let ids = Set(QueryGenerator(seed: 1, count: 4000).map { QueryClass($0).rawValue }).sorted().map { "\($0)-1" }
    let text = BenchReport.table([try Self.report(ids, microseconds: [987_654])])
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.allSatisfy { $0.count <= 80 && $0.last != " " }, "\(text)")
    #expect(lines.count == 2 + 1 + ids.count + 1 + 2 + 1 + 2)
    #expect(ids.allSatisfy { id in lines.contains { $0.hasPrefix("  \(id.dropLast(2)) ") } })
  }
}
