import CivilTime
import Geography
import Streams
import TestSupport
import Testing
import VicinityLab

@testable import Vicinity

@Suite("Filter expressions")
struct FilterTreeTests {
  @Test(
    "random trees: engine and brute force agree on ids, order, totals and pages", arguments: TwinTests.worlds,
    [1, 2] as [UInt64])
  func trees(world: TwinTests.World, seed: UInt64) throws {
    let listings = SeededWorld(
      seed: 40 + seed, count: 150, center: world.center, spreadDegrees: world.spreadDegrees
    ).listings
    let temporary = try TemporaryCatalog(listings)
    if seed.isMultiple(of: 2) { try temporary.catalog.knowTreeOrder() }
    let twin = BruteForce(listings)
    var random = SplitMix64(seed: seed &* 77)
    // Twenty thousand in all worlds together.
    let count = SlowTests.areEnabled ? 2000 : 15
    var (withMatches, withOthers) = (0, 0)
    for _ in 0..<count {
      var query = Query()
      let hasOrigin = !SeededWorld.oneIn(4, &random)
      if hasOrigin {
        query.near = RandomFilters.origin(near: world.center, spreadDegrees: world.spreadDegrees, &random)
      }
      let trees = RandomTrees(center: world.center, spreadDegrees: world.spreadDegrees, hasOrigin: hasOrigin)
      query.filter = try reread(trees.tree(depth: 1 + SeededWorld.pick(4, &random), &random), &random)
      for filter in RandomFilters.all where SeededWorld.oneIn(25, &random) {
        filter.apply(&query, world.center, world.spreadDegrees, &random)
      }
      if query.near == nil { query.radiusMeters = nil }
      query.sort = Sorts.all[SeededWorld.pick(Sorts.all.count, &random)].filter { key in
        (key.property != .distance || query.near != nil) && (key.property != .relevance || query.text != nil)
      }
      query.total = SeededWorld.oneIn(2, &random)
      query.limit = [1, 5, 20, 1000][SeededWorld.pick(4, &random)]
      query.fields = [.id]
      let expected = twin.ids(query, now: SeededWorld.now)
      try expectPages(of: query, in: temporary.catalog, equal: expected)
      withMatches += expected.isEmpty ? 0 : 1
      withOthers += Set(expected).count < listings.count ? 1 : 0
    }
    #expect(withMatches > count / 3 && withOthers > count / 2)
  }

  /// The expression unchanged, or written as text or JSON and parsed.
  private func reread(_ tree: FilterExpression, _ random: inout SplitMix64) throws -> FilterExpression {
    switch SeededWorld.pick(3, &random) {
    case 0: tree
    case 1: try FilterExpression(parsing: tree.description)
    default: try FilterExpression(json: try JSONParser.parse(tree.json.text.utf8))
    }
  }

  /// The first three pages.
  private func expectPages(of query: Query, in catalog: Catalog, equal expected: [String]) throws {
    var (query, expected) = (query, expected[...])
    let whole = expected.count
    for _ in 0..<3 {
      let answer = try catalog.answer(query, at: SeededWorld.now)
      #expect(answer.matches.map(\.id) == Array(expected.prefix(query.limit)), "\(query.json.text)")
      if query.total, query.after == nil { #expect(answer.total == whole, "\(query.json.text)") }
      expected = expected.dropFirst(query.limit)
      #expect((answer.next != nil) == !expected.isEmpty, "\(query.json.text)")
      guard let next = answer.next else { return }
      query.after = next
    }
  }

  @Test("text and JSON of a parsed expression parse back to it")
  func forms() throws {
    let center = Coordinate(latitude: 48.5, longitude: 9.25)
    var random = SplitMix64(seed: 5)
    let trees = RandomTrees(center: center, spreadDegrees: 0.5, hasOrigin: true)
    for _ in 0..<2000 {
      let tree = trees.tree(depth: 4, &random)
      let parsed = try FilterExpression(parsing: tree.description)
      #expect(try FilterExpression(parsing: parsed.description) == parsed)
      let read = try FilterExpression(json: try JSONParser.parse(tree.json.text.utf8))
      #expect(try FilterExpression(json: try JSONParser.parse(read.json.text.utf8)) == read)
    }
  }
}
