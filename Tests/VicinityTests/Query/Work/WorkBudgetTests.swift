import CivilTime
import Geography
import TestSupport
import Testing

@testable import Vicinity
@testable import VicinityFormats

/// The budget of a query, and that all work is counted.
@Suite("A budget of work")
struct WorkBudgetTests {
  static let world = Result {
    try TemporaryCatalog(
      SeededWorld(seed: 31, count: 1500, center: Coordinate(latitude: 48, longitude: 9), spreadDegrees: 1).listings)
  }

  private static func spent(_ query: Query, by catalog: Catalog) throws -> (nodes: Int, occurrences: Int) {
    try catalog.searching(at: SeededWorld.now) { searches in
      _ = try searches.answer(query)
      let work = searches.worker.scratch.work
      return (work.nodes, work.occurrences)
    }
  }

  @Test(
    "admits a query that costs exactly as much, and none that costs more",
    arguments: [
      #"{"near":{"lat":48,"lon":9},"limit":5}"#, #"{"near":{"lat":48,"lon":9},"radius":20000,"sort":"price"}"#,
      #"{"sort":"name","total":true}"#, #"{"tags":["wifi"],"limit":3}"#, #"{"text":"jazz","limit":3}"#,
      #"{"within":{"bbox":[8.9,47.9,9.1,48.1]},"cluster":12}"#, #"{"limit":0,"total":true,"facets":["kind","tag"]}"#,
      #"{"near":{"lat":48,"lon":9},"radius":30000,"limit":0,"total":true}"#,
      #"{"near":[{"lat":48,"lon":9},{"lat":48.1,"lon":9.1}],"limit":4}"#,
      #"{"near":{"lat":48,"lon":9},"open":"now","limit":4}"#,
      #"{"near":{"lat":48,"lon":9},"front":["distance","price","-rating"]}"#,
    ])
  func nodes(text: String) throws {
    let catalog = try Self.world.get().catalog
    let query = try Query(parsing: text.utf8)
    let answer = try catalog.answer(query, at: SeededWorld.now)
    let nodes = try Self.spent(query, by: catalog).nodes
    #expect(nodes > 0 && nodes >= answer.stats.nodes)
    let again = try catalog.answer(query, at: SeededWorld.now, within: WorkBudget(nodes: nodes))
    #expect(again.matches.map(\.id) == answer.matches.map(\.id) && again.total == answer.total)
    #expect(throws: TooExpensive(part: .nodes, limit: nodes - 1)) {
      try catalog.answer(query, at: SeededWorld.now, within: WorkBudget(nodes: nodes - 1))
    }
    // A query that exceeded its budget leaves no state behind.
    #expect(try catalog.answer(query, at: SeededWorld.now).matches.map(\.id) == answer.matches.map(\.id))
  }

  @Test("counts a page once for each origin, and a walk of one as its nodes")
  func origins() throws {
    let catalog = try Self.world.get().catalog
    let one = try Query(parsing: #"{"near":{"lat":48,"lon":9},"limit":0,"total":true,"tags":{"none":["wifi"]}}"#.utf8)
    let stats = try catalog.answer(one, at: SeededWorld.now).stats
    #expect(try Self.spent(one, by: catalog).nodes == stats.nodes)
    let group = #"{"near":[{"lat":48,"lon":9},{"lat":48,"lon":9},{"lat":48,"lon":9}],"limit":0,"total":true}"#
    var three = try Query(parsing: group.utf8)
    // Otherwise whole subtrees are counted.
    three.tags = one.tags
    #expect(
      try Self.spent(three, by: catalog).nodes == 3 * (try catalog.answer(three, at: SeededWorld.now)).stats.nodes)
  }

  @Test("is shared by all searches of a query")
  func sums() throws {
    let catalog = try Self.world.get().catalog
    let thin = #"{"near":{"lat":48,"lon":9},"radius":2000,"tags":["wifi","pub"],"price":{"max":1},"limit":9}"#
    var query = try Query(parsing: thin.utf8)
    let alone = try Self.spent(query, by: catalog).nodes
    query.relax = true
    #expect(throws: TooExpensive.self) {
      try catalog.answer(query, at: SeededWorld.now, within: WorkBudget(nodes: alone + 1))
    }
    #expect(try catalog.answer(query, at: SeededWorld.now, within: WorkBudget(nodes: 5000)).relaxations != nil)
    let nights = try #require(Nights(from: LocalDate(dayNumber: 20_784), to: LocalDate(dayNumber: 20_786)))
    var outing = OutingRequest(near: Coordinate(latitude: 48, longitude: 9), nights: nights)
    outing.walkMeters = 60_000
    let couches = try Self.spent(outing.couches, by: catalog).nodes
    #expect(throws: TooExpensive.self) {
      try catalog.outings(outing, at: SeededWorld.now, within: WorkBudget(nodes: couches + 1))
    }
    let crawl = BarItineraryRequest(from: Coordinate(latitude: 48, longitude: 9), start: SeededWorld.now)
    #expect(throws: TooExpensive.self) { try catalog.barItineraries(crawl, within: WorkBudget(nodes: 1)) }
    #expect(throws: TooExpensive.self) {
      try catalog.relaxations(of: query, at: SeededWorld.now, within: WorkBudget(nodes: alone + 1))
    }
  }

  @Test("counts the days of opening hours")
  func opening() throws {
    let catalog = try Self.world.get().catalog
    let text = #"{"open":{"from":"2026-11-27T20:00:00Z","to":"2027-11-27T20:00:00Z"},"limit":0,"total":true}"#
    let query = try Query(parsing: text.utf8)
    #expect(try Self.spent(query, by: catalog).occurrences >= 365)
    #expect(throws: TooExpensive(part: .occurrences, limit: 364)) {
      try catalog.answer(query, at: SeededWorld.now, within: WorkBudget(occurrences: 364))
    }
  }

  @Test("counts the comparisons of a front, and the days in which bars may open")
  func keys() throws {
    let catalog = try Self.world.get().catalog
    let front = try Query(parsing: #"{"near":{"lat":48,"lon":9},"front":["distance","price","-rating"]}"#.utf8)
    #expect(try Self.spent(front, by: catalog).nodes >= catalog.answer(front, at: SeededWorld.now).stats.nodes)
    let soonest = try Query(parsing: #"{"near":{"lat":48,"lon":9},"kinds":["bar"],"sort":"open","limit":9}"#.utf8)
    #expect(try Self.spent(soonest, by: catalog).occurrences > 0)
  }

  @Test("counts what COUNT makes an event count")
  func counted() throws {
    var event = Listing(id: "e", kind: .event, coordinate: Coordinate(latitude: 48, longitude: 9))
    (event.starts, event.recurrence) = (SeededWorld.now, "FREQ=DAILY;COUNT=5000")
    let temporary = try TemporaryCatalog([event])
    let query = try Query(parsing: #"{"during":"upcoming"}"#.utf8)
    #expect(throws: TooExpensive(part: .occurrences, limit: 4999)) {
      try temporary.catalog.answer(query, at: SeededWorld.now, within: WorkBudget(occurrences: 4999))
    }
  }

  @Test("is not spent on occurrences that are alike: the zone of the place is unknown", arguments: ["drop", "keep"])
  func unknownOpening(policy: String) throws {
    var event = Listing(id: "e", kind: .event, coordinate: Coordinate(latitude: 48, longitude: 9))
    (event.starts, event.recurrence) = (SeededWorld.now, "FREQ=DAILY")
    let temporary = try TemporaryCatalog([event])
    let durings = [
      #""upcoming""#, #""2026-12-01T00:00:00Z..""#,
      #"{"from":"2026-12-01T00:00:00Z","to":"2126-12-01T00:00:00Z"},"occurrences":"all","limit":9"#,
    ]
    for during in durings {
      let text = #"{"open":{"at":"Sa 20:00","unknown":"\#(policy)"},"during":\#(during)}"#
      let query = try Query(parsing: text.utf8)
      let answer = try temporary.catalog.answer(query, at: SeededWorld.now, within: WorkBudget(occurrences: 5000))
      #expect(answer.matches.isEmpty == (policy == "drop"))
    }
  }

  @Test("ends a line of recommendations as one of anything else")
  func recommended() throws {
    let world = try RecommendedWorld(seed: 3)
    defer { withExtendedLifetime(world) {} }
    let catalog = world.catalog
    let query = try Query(parsing: #"{"members":["m0"],"sort":"recommended","limit":1000}"#.utf8)
    #expect(try catalog.answer(query, at: SeededWorld.now).matches.count > 100)
    var series = catalog.answerSeries(within: WorkBudget(bytes: 2000))
    var lines = AnswerLines()
    #expect(throws: TooExpensive(part: .bytes, limit: 2000)) {
      try series.write(query, at: SeededWorld.now, to: &lines)
    }
    #expect(lines.byteCount < 4000, "the rest has not been written")
  }

  @Test(
    "says which it was and what to narrow",
    arguments: [(TooExpensive.Part.nodes, "radius"), (.occurrences, "during"), (.bytes, "limit")])
  func words(part: TooExpensive.Part, advice: String) {
    let words = TooExpensive(part: part, limit: 12_345).description
    #expect(words.contains("12345") && words.contains(advice))
  }
}
