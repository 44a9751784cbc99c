import Geography
import Streams
import Synchronization
import TestSupport
import Testing

@testable import Vicinity
@testable import VicinityLab

struct BenchTests {
  /// A clock that advances by a millisecond between two readings, half of it CPU time.
  static func clock() -> BenchClock {
    let ticks = Ticks()
    return BenchClock(
      wall: { UInt64(ticks.wall.add(1_000_000, ordering: .relaxed).newValue) },
      cpu: { UInt64(ticks.wall.load(ordering: .relaxed) / 2) })
  }

  private final class Ticks: Sendable {
    let wall = Atomic(0)
  }

  static let world = SeededWorld(
    seed: 3, count: 300, center: Coordinate(latitude: 48, longitude: 9), spreadDegrees: 0.05)

  static func bench(_ catalog: Catalog, _ options: BenchOptions = BenchOptions()) -> Bench {
    Bench(catalog: catalog, options: options, clock: clock(), now: SeededWorld.now)
  }

  /// Nearest bars, with the answers of brute force; `falsify` may change them.
  static func workload(
    _ name: String = "near.jsonl", count: Int = 30, falsify: (Int, inout JSONObject) -> Void = { _, _ in }
  ) throws -> Workload {
    var lines = ""
    for number in 0..<count {
      var query = Query()
      query.near = Coordinate(latitude: 48 + Double(number) / 1000, longitude: 9)
      query.radiusMeters = 2000
      query.limit = 8
      query.total = true
      query.fields = [.id, .distance]
      var expected = truth(query)
      falsify(number, &expected)
      guard case .object(var object) = query.json else { continue }
      object["expected"] = .object(expected)
      lines += JSONValue.object(object).text + "\n\n"
    }
    return try Workload(name: name, text: lines.utf8)
  }

  private static let twin = BruteForce(world.listings)

  /// The brute-force answer, in the form of the key `expected`.
  private static func truth(_ query: Query) -> JSONObject {
    let ids = twin.ids(query, now: SeededWorld.now)
    let places = Dictionary(uniqueKeysWithValues: world.listings.map { ($0.id, $0.coordinate) })
    let distances = ids.prefix(query.limit).compactMap { id in
      places[id].flatMap { place in query.near.map { query.metric.meters(from: $0, to: place) } }
    }
    return JSONObject([
      ("ids", .array(ids.prefix(query.limit).map { .string($0) })),
      ("distances", .array(distances.map { .double($0) })), ("total", .int(Int64(ids.count))),
    ])
  }

  @Test func `right answers are not wrong`() throws {
    let temporary = try TemporaryCatalog(Self.world.listings)
    #expect(try Self.bench(temporary.catalog).wrongAnswers(to: try Self.workload()) == [])
  }

  @Test func `wrong answers are counted with their lines`() throws {
    let temporary = try TemporaryCatalog(Self.world.listings)
    let workload = try Self.workload { number, expected in
      switch number {
      case 4: expected["total"] = .int(0)
      case 7: expected["ids"] = .array(Array(repeating: .string("nobody"), count: 8))
      case 9: expected["distances"] = .array(Array(repeating: .int(1), count: 8))
      default: break
      }
    }
    let bench = Self.bench(temporary.catalog, BenchOptions(rounds: 1))
    let wrong = try bench.wrongAnswers(to: workload)
    #expect(wrong.map(\.line) == [9, 15, 19])
    #expect(wrong[0].description.hasPrefix("near.jsonl:9: wrong answer: total "))
    let report = try #require(try bench.reports(on: [workload]).first)
    #expect(report.wrong == wrong && report.checked == 30)
  }

  @Test func `an answer of the cold round is checked, and another one after it`() throws {
    let temporary = try TemporaryCatalog(Self.world.listings)
    let workload = try Self.workload(count: 3)
    let bench = Self.bench(temporary.catalog)
    let right = try bench.answer(1, of: workload)
    #expect(try bench.wrongAnswers(to: workload, first: [1: right]) == [])
    var wrong = right
    wrong.matches.removeLast()
    #expect(try bench.wrongAnswers(to: workload, first: [1: wrong]).map(\.line) == [3])
    let falsified = try Self.workload(count: 3) { number, expected in if number == 1 { expected["total"] = .int(0) } }
    #expect(try bench.wrongAnswers(to: falsified, first: [:]).map(\.line) == [3])
  }

  @Test func `starts that an answer lacks are read from the listings`() throws {
    let temporary = try TemporaryCatalog(Self.world.listings)
    let form = #""kinds":["event"],"sort":["start"],"during":"any","fields":["id"],"limit":9"#
    let query = try Query(json: JSONParser.parse("{\(form)}".utf8))
    let ids = try temporary.catalog.answer(query, at: SeededWorld.now).matches.map(\.id)
    var starts = try ids.map { try #require(try temporary.catalog.listing($0)?.starts).secondsSince1970 }
    func wrong() throws -> [Int] {
      let line = "{\(form),\"expected\":{\"ids\":\(ids),\"starts\":\(starts)}}\n"
      return try Self.bench(temporary.catalog)
        .wrongAnswers(to: try Workload(name: "start.jsonl", text: (line + line).utf8)).map(\.line)
    }
    #expect(ids.count == 9)
    #expect(try wrong() == [])
    starts[4] += 1
    #expect(try wrong() == [1, 2])
  }

  @Test(arguments: [(0.0, 1), (0.004, 4), (0.0105, 11), (1, 30)])
  func `a round ends with the query that is due when the budget is spent`(seconds: Double, queries: Int) throws {
    let temporary = try TemporaryCatalog(Self.world.listings)
    let bench = Self.bench(temporary.catalog, BenchOptions(rounds: 2, budgetSeconds: seconds))
    let report = try #require(try bench.reports(on: [try Self.workload()]).first)
    #expect(report.warm.queries == queries && report.rounds == 2)
  }

  @Test func `every number comes from the clocks that were given`() throws {
    let temporary = try TemporaryCatalog(Self.world.listings)
    let options = BenchOptions(threads: [1, 2], rounds: 3, budgetSeconds: 0.02)
    let reports = try Self.bench(temporary.catalog, options).reports(
      on: [try Self.workload("a.jsonl"), try Self.workload("b.jsonl")])
    #expect(reports.map(\.file) == ["a.jsonl", "b.jsonl"])
    for report in reports {
      for times in [report.warm, report.cold] {
        #expect([times.p50, times.p95, times.p99, times.mean] == [1000, 1000, 1000, 1000])
      }
      #expect(report.cpu > 400 && report.cpu < 600)
      #expect(report.rates.map(\.threads) == [1, 2] && report.rates[0].queriesPerSecond == 1000)
      #expect(report.rates[1].queriesPerSecond > 0)
    }
  }

  @Test func `work is counted per query`() throws {
    let temporary = try TemporaryCatalog(Self.world.listings)
    let workload = try Self.workload()
    var sum = QueryStats()
    for item in workload.items { sum += try temporary.catalog.answer(item.query, at: SeededWorld.now).stats }
    let report = try #require(try Self.bench(temporary.catalog).reports(on: [workload]).first)
    #expect(report.work.map(\.name) == sum.counters.map(\.name))
    #expect(report.work.map(\.perQuery) == sum.counters.map { Double($0.count) / 30 })
  }

  @Test func `a line of JSON has the keys that scripts read`() throws {
    let temporary = try TemporaryCatalog(Self.world.listings)
    let bench = Self.bench(temporary.catalog, BenchOptions(threads: [1, 2], rounds: 1))
    let report = try #require(try bench.reports(on: [try Self.workload()]).first)
    let object = try #require(try JSONParser.parse(report.jsonLine.utf8).object)
    let counters = QueryStats().counters.map(\.name)
    let times = ["n", "p50", "p95", "p99", "mean"]
    #expect(
      object.keys == ["file"] + times + ["cpu", "qps", "wrong", "checked", "rounds"] + counters + ["cold", "memory"])
    #expect(object["cold"]?.object?.keys == times)
    #expect(object["memory"]?.object?["nodes"]?.integer ?? 0 > 0)
    #expect(object["file"]?.string == "near.jsonl" && object["n"]?.integer == 30)
    #expect(object["qps"]?.object?.keys == ["1", "2"])
  }

  @Test(arguments: [
    ("", "near.jsonl has no queries; write one JSON object per line"), ("\n \n", "near.jsonl has no queries"),
    ("{}\n{\"limt\":3}", "near.jsonl:2: unknown key limt; did you mean limit?"),
    ("{}\n\nnonsense", "near.jsonl:3: not valid JSON"), ("{\"expected\":{\"totl\":3}}", "near.jsonl:1: unknown key"),
  ])
  func `a file that cannot be measured says where and why`(text: String, message: String) throws {
    let error = try #require(throws: WorkloadError.self) { try Workload(name: "near.jsonl", text: text.utf8) }
    #expect(error.description.hasPrefix(message), "\(error.description)")
  }

  @Test func `a query that cannot be answered says where it stands`() throws {
    let temporary = try TemporaryCatalog()
    let workload = try Workload(name: "q.jsonl", text: "{}\n{\"sort\":\"distance\"}".utf8)
    let error = try #require(throws: WorkloadError.self) {
      try Self.bench(temporary.catalog).reports(on: [workload])
    }
    #expect(error.description.hasPrefix("q.jsonl:2: "))
  }
}
