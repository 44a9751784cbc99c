import CivilTime
import Geography
import TestSupport
import Testing

@testable import Vicinity

@Suite("Planning")
struct PlanTests {
  private let now = SeededWorld.now

  @Test("kinds default to those that the time filters speak of")
  func kinds() throws {
    #expect(try Plan(Query(), at: now).kinds == [.bar, .event, .couch])
    var query = Query()
    query.open = .init(at: .now)
    #expect(try Plan(query, at: now).kinds == [.bar, .event])
    query.stay = .init(nights: try #require(Nights(from: LocalDate(dayNumber: 1), to: LocalDate(dayNumber: 2))))
    #expect(try Plan(query, at: now).kinds == [.bar, .event, .couch])
    query.kinds = [.couch]
    #expect(try Plan(query, at: now).kinds == [.couch])
  }

  @Test("the order defaults to the distance where there is one")
  func order() throws {
    var query = Query()
    #expect(try Plan(query, at: now).order == [])
    query.near = Coordinate(latitude: 1, longitude: 2)
    #expect(try Plan(query, at: now).order == [.distance])
    query.sort = [.price, .distance, .price]
    #expect(try Plan(query, at: now).order == [.price, .distance])
  }

  @Test("contradictions are refused with their place")
  func contradictions() {
    let cases: [(String, (inout Query) -> Void)] = [
      ("missing", { $0.radiusMeters = 5 }),
      ("missing", { $0.sort = [.distance] }),
      ("missing", { $0.sort = [.relevance] }),
      ("out-of-range", { $0.near = Coordinate(latitude: 91, longitude: 0) }),
      ("out-of-range", { $0.limit = -1 }),
      ("out-of-range", { $0.text = " !? " }),
      ("out-of-range", { $0.within = BoundingBox(south: 5, west: 0, north: 1, east: 1) }),
      ("bad-cursor", { $0.after = "nonsense" }),
      ("conflict", { $0.during = .init(from: .instant(now), to: .instant(now)) }),
    ]
    for (code, change) in cases {
      var query = Query()
      change(&query)
      #expect { try Plan(query, at: now) } throws: { error in (error as? QueryError)?.code == code }
    }
  }

  @Test("swapped coordinates get a hint")
  func swapped() {
    var query = Query()
    query.near = Coordinate(latitude: 139.7, longitude: 35.7)
    #expect { try Plan(query, at: now) } throws: { error in "\(error)".contains("swapped?") }
  }

  @Test("a cursor is valid only for its query")
  func cursor() throws {
    let world = SeededWorld(seed: 1, count: 50, center: Coordinate(latitude: 0, longitude: 0), spreadDegrees: 1)
    let temporary = try TemporaryCatalog(world.listings)
    var query = Query()
    query.limit = 5
    query.after = try temporary.catalog.answer(query, at: now).next
    #expect(query.after != nil)
    query.limit = 7
    #expect(try temporary.catalog.answer(query, at: now).matches.count == 7)
    query.kinds = [.bar]
    #expect { try temporary.catalog.answer(query, at: now) } throws: { error in
      (error as? QueryError)?.code == "conflict"
    }
  }

  @Test("a nearest search looks at few pages, and stops")
  func work() throws {
    let world = SeededWorld(seed: 1, count: 5000, center: Coordinate(latitude: 10, longitude: 10), spreadDegrees: 5)
    let temporary = try TemporaryCatalog(world.listings)
    var query = Query()
    query.near = Coordinate(latitude: 10, longitude: 10)
    query.limit = 3
    let near = try temporary.catalog.answer(query, at: now).stats
    #expect(near.entries < 700)
    query.total = true
    // The sums below nodes say how many there are, once they are known.
    #expect(try temporary.catalog.answer(query, at: now).total ?? 0 > 3000)
    #expect(try temporary.catalog.answer(query, at: now).stats.entries == near.entries)
    // A filter on single listings has to be tested on each.
    query.rating = .init(min: 3)
    #expect(try temporary.catalog.answer(query, at: now).stats.entries == 5000)
    query.rating = nil
    query.radiusMeters = 20_000
    #expect(try temporary.catalog.answer(query, at: now).stats.entries < 1000)
  }
}
