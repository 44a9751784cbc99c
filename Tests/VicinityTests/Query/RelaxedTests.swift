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
    let catalog = try TemporaryCatalog(world.listings).catalog
    var random = SplitMix64(seed: 4)
    for _ in 0..<200 {
      var query = RandomQuery.make(&random)
      (query.near, query.radius, query.within, query.sort, query.after, query.now) = (nil, nil, nil, [], nil, nil)
      (query.limit, query.total) = (0, true)
      guard let total = try? catalog.answer(query, at: SeededWorld.now).total else { continue }
      for step in query.relaxed {
        #expect(try catalog.answer(step.query, at: SeededWorld.now).total ?? 0 >= total, "\(step.dropped)")
      }
    }
  }
}
