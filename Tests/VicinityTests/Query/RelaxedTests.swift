import Testing
import TestSupport

@testable import Vicinity

struct RelaxedTests {
  @Test func `each condition is dropped once and nothing else changes`() throws {
    let query = try Query(
      parsing: #"{"near":{"lat":1,"lon":2},"radius":5,"open":"now","price":3,"tags":["a"],"after":"x"}"#.utf8)
    let relaxed = query.relaxed
    #expect(relaxed.map(\.dropped) == ["open", "tags", "price"])
    for step in relaxed {
      #expect(step.query.near == query.near && step.query.radius == query.radius && step.query.after == nil)
      #expect(step.query.limit == 0 && step.query.total)
    }
    #expect(relaxed[0].query.open == nil && relaxed[0].query.price == query.price)
    #expect(relaxed[0].query.kinds == [.bar, .event], "without the time the same kinds are meant")
  }

  @Test func `a dropped condition never loses matches`() throws {
    let world = SeededWorld(seed: 3, count: 300, center: Coordinate(latitude: 48, longitude: 9), spreadDegrees: 1)
    let temporary = try TemporaryCatalog(world.listings)
    var random = SplitMix64(seed: 4)
    var (answered, compared) = (0, 0)
    for _ in 0..<200 {
      var query = RandomQuery.make(&random)
      (query.near, query.radius, query.within, query.sort, query.after, query.now) = (nil, nil, nil, [], nil, nil)
      (query.limit, query.total) = (0, true)
      let total: Int
      do {
        total = try #require(try temporary.catalog.answer(query, at: SeededWorld.now).total)
      } catch QueryError.conflict {
        continue  // Random moments may contradict each other; such a query has no answer to compare with.
      } catch QueryError.missing, QueryError.outOfRange {
        continue  // A way without a beginning, or a text without words.
      }
      answered += 1
      for step in query.relaxed {
        let without = try temporary.catalog.answer(step.query, at: SeededWorld.now).total ?? 0
        #expect(without >= total, "\(step.dropped)")
        if without > total { compared += 1 }
      }
    }
    #expect(answered > 50 && compared > 20)
  }
}
