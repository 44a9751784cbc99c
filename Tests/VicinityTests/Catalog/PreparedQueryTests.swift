import Geography
import Streams
import TestSupport
import Testing
import VicinityLab

@testable import Vicinity

/// Prepared queries, and queries that differ in the place only, against the same queries planned and bound anew.
struct PreparedQueryTests {
  private static let center = Coordinate(latitude: 48, longitude: 9)
  private static let world = SeededWorld(seed: 31, count: 500, center: center, spreadDegrees: 0.3).listings

  /// Answers of a catalog that plans every query anew, because it has answered another one before.
  private struct Anew {
    let catalog: Catalog

    func answer(_ query: Query, at now: Instant) throws -> Answer {
      var other = Query()
      other.limit = 3
      _ = try catalog.answer(other, at: now)
      return try catalog.answer(query, at: now)
    }
  }

  private static func query(_ random: inout SplitMix64) -> Query {
    var query = Query()
    if SeededWorld.oneIn(2, &random) { query.fields = [.id, .distance] }
    query.near = RandomFilters.origin(near: center, spreadDegrees: 0.3, &random)
    if SeededWorld.oneIn(2, &random) { query.radiusMeters = Double(1000 << SeededWorld.pick(6, &random)) }
    for filter in RandomFilters.all where SeededWorld.oneIn(10, &random) { filter.apply(&query, center, 0.3, &random) }
    if SeededWorld.oneIn(3, &random) { query.sort = Sorts.all[SeededWorld.pick(Sorts.all.count, &random)] }
    if query.sort.use(.relevance), query.text == nil { query.text = "ja" }
    query.limit = [0, 1, 10, 100][SeededWorld.pick(4, &random)]
    query.total = SeededWorld.oneIn(3, &random)
    return query
  }

  private func expectEqual(_ answer: Answer, _ expected: Answer, _ query: Query) {
    #expect(answer.matches.map(\.id) == expected.matches.map(\.id), "\(query.json.text)")
    #expect(answer.matches.map(\.distanceMeters) == expected.matches.map(\.distanceMeters))
    #expect(answer.matches.map(\.opening) == expected.matches.map(\.opening))
    #expect(answer.total == expected.total && answer.next == expected.next && answer.fields == expected.fields)
    #expect(answer.understood == expected.understood && answer.id == expected.id)
  }

  @Test func `a prepared query has the same answers at other places and times, also after changes`() throws {
    let temporary = try TemporaryCatalog(Self.world)
    let anew = Anew(catalog: try Catalog(path: temporary.path))
    var random = SplitMix64(seed: 5)
    for number in 0..<TwinQueries.count(usually: 25) {
      var query = Self.query(&random)
      query.id = "q\(number)"
      let prepared = try temporary.catalog.prepare(query, at: SeededWorld.now)
      for step in 0..<6 {
        let now = step % 3 == 2 ? SeededWorld.now + 7 * 3600 : SeededWorld.now
        if step > 0 { query.near = RandomFilters.origin(near: Self.center, spreadDegrees: 0.3, &random) }
        expectEqual(
          try prepared.answer(near: query.near, at: now), try anew.answer(query, at: now), query)
        // Without preparation: the same by the words of the query.
        query.id = "other"
        expectEqual(try temporary.catalog.answer(query, at: now), try anew.answer(query, at: now), query)
        query.id = "q\(number)"
        if step == 3 {
          let listing = Self.world[SeededWorld.pick(Self.world.count, &random)]
          var moved = listing
          moved.coordinate = RandomFilters.origin(near: Self.center, spreadDegrees: 0.3, &random)
          try temporary.catalog.save([moved], source: "s")
        }
      }
    }
  }

  @Test func `a query without an origin takes none, and an invalid one is refused`() throws {
    let temporary = try TemporaryCatalog(Self.world)
    let catalog = temporary.catalog
    let everywhere = try catalog.prepare(Query(), at: SeededWorld.now)
    #expect(throws: QueryError.self) { try everywhere.answer(near: Self.center, at: SeededWorld.now) }
    #expect(try everywhere.answer(at: SeededWorld.now).matches.count == 20)
    let near = try catalog.prepare(Query(near: Self.center), at: SeededWorld.now)
    #expect(near.query == Query(near: Self.center))
    #expect(throws: QueryError.self) {
      try near.answer(near: Coordinate(latitude: 139, longitude: 35), at: SeededWorld.now)
    }
    var tooFew = Query()
    tooFew.limit = -1
    #expect(throws: QueryError.self) { try catalog.prepare(tooFew, at: SeededWorld.now) }
  }

  @Test func `queries are alike only if they differ in nothing but place and id`() throws {
    var random = SplitMix64(seed: 9)
    for _ in 0..<TwinQueries.count(usually: 40) {
      let (one, other) = (RandomQuery.make(&random), RandomQuery.make(&random))
      guard let form = one.json.object, let others = other.json.object else { continue }
      for key in Set(form.members.map(\.key) + others.members.map(\.key)) {
        var changed = form
        changed[key] = others[key]
        guard let query = try? Query(json: .object(changed)) else { continue }
        var moved = query
        (moved.near, moved.id) = (one.near, one.id)
        #expect(query.isLike(one) == (moved == one && (query.near == nil) == (one.near == nil)), "\(key)")
      }
      #expect(one.isLike(one))
    }
  }
}
