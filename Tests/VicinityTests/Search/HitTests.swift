import Geography
import TestSupport
import Testing
import VicinityLab

@testable import Vicinity

/// The best hits of words against the brute-force twin and the walk.
@Suite("The best hits of words")
struct HitTests {
  private static let texts = ["j", "jazz", "zum hirsch", "ja OR thai", "beer -garden", "\"goldenen hirsch\"", "lodz"]

  private static func query(_ world: TwinTests.World, _ random: inout SplitMix64) -> Query {
    var query = Query()
    query.near = RandomFilters.origin(near: world.center, spreadDegrees: world.spreadDegrees, &random)
    for filter in RandomFilters.all where SeededWorld.oneIn(8, &random) {
      filter.apply(&query, world.center, world.spreadDegrees, &random)
    }
    query.text = texts[SeededWorld.pick(texts.count, &random)]
    query.sort = SeededWorld.oneIn(3, &random) ? [.best, .price] : SeededWorld.oneIn(2, &random) ? [.best] : []
    query.bestMatch = TwinTests.weights(&random)
    query.metric = SeededWorld.oneIn(3, &random) ? .sphere : .wgs84
    (query.limit, query.fields) = (1 + SeededWorld.pick(20, &random), [.id, .distance])
    return query
  }

  @Test("are those of the brute-force twin", arguments: TwinTests.worlds, [false, true])
  func twin(world: TwinTests.World, knowsOrder: Bool) throws {
    let listings = SeededWorld(seed: 31, count: 600, center: world.center, spreadDegrees: world.spreadDegrees).listings
    let temporary = try TemporaryCatalog(listings)
    if knowsOrder { try temporary.catalog.knowTreeOrder() }
    let twin = BruteForce(listings)
    var random = SplitMix64(seed: 32)
    var (listed, visited) = (0, 0)
    for _ in 0..<TwinQueries.count(usually: 30) {
      let query = Self.query(world, &random)
      let answer = try temporary.catalog.answer(query, at: SeededWorld.now, from: .hits)
      let expected = twin.ids(query, now: SeededWorld.now).prefix(query.limit)
      #expect(answer.matches.map(\.id) == Array(expected), "\(query.json.text)")
      listed += answer.stats.listed
      visited += answer.stats.visited
    }
    #expect(listed > 1_000 && visited < listed)
  }

  @Test("follow ratings that change after the hits were read")
  func ratings() throws {
    let world = TwinTests.worlds[0]
    let listings = SeededWorld(seed: 33, count: 400, center: world.center, spreadDegrees: world.spreadDegrees).listings
    let temporary = try TemporaryCatalog(listings)
    var random = SplitMix64(seed: 34)
    for index in 0..<TwinQueries.count(usually: 40) {
      let query = Self.query(world, &random)
      let answer = try temporary.catalog.answer(query, at: SeededWorld.now, from: .hits)
      let walked = try temporary.catalog.answer(query, at: SeededWorld.now, from: .walk)
      #expect(answer.matches.map(\.id) == walked.matches.map(\.id), "\(query.json.text)")
      // An event can be rated by those who joined it.
      guard let last = walked.matches.last, last.kind != .event else { continue }
      try temporary.catalog.rate(last.id, try #require(Stars(5)), by: "member \(index)", at: SeededWorld.now)
    }
  }

  @Test("are the start where they cost less")
  func choice() throws {
    let world = TwinTests.worlds[4]
    let listings = SeededWorld(seed: 35, count: 4_000, center: world.center, spreadDegrees: world.spreadDegrees)
      .listings
    let temporary = try TemporaryCatalog(listings)
    var query = Query()
    (query.near, query.text) = (world.center, "hirsch jazz")
    let explanation = try temporary.catalog.explain(query, at: SeededWorld.now)
    #expect(explanation.start == .hits(["\"hirsch…\"", "\"jazz…\""]))
    #expect("\(explanation)".contains("until no other can be a better match"))
    query.radiusMeters = 1_000
    #expect(try temporary.catalog.explain(query, at: SeededWorld.now).start != explanation.start)
    (query.radiusMeters, query.sort) = (nil, [.distance])
    #expect(try temporary.catalog.explain(query, at: SeededWorld.now).start != explanation.start)
  }
}
