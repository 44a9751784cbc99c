import Geography
import TestSupport
import Testing

@testable import Vicinity

struct TravelTimesTests {
  /// A river: crossing the meridian of 9.18 degrees takes half an hour more.
  struct River: TravelTimes {
    func seconds(from start: Coordinate, to end: Coordinate, by travel: Query.Travel) -> Double? {
      let straight = StraightLineTravel().seconds(from: start, to: end, by: travel)
      return straight.map { $0 + ((start.longitude < 9.18) == (end.longitude < 9.18) ? 0 : 1800) }
    }
  }

  static let listings = [9.179, 9.181].map { longitude in
    var bar = Listing(id: "\(longitude)", kind: .bar, coordinate: Coordinate(latitude: 48.77, longitude: longitude))
    (bar.timeZone, bar.openingHours) = ("UTC", "Fr 20:00-20:20")
    return bar
  }

  @Test func `a router decides when somebody arrives`() throws {
    let temporary = try TemporaryCatalog(Self.listings)
    let catalog = temporary.catalog
    var query = Query()
    query.near = Coordinate(latitude: 48.77, longitude: 9.1795)
    query.open = .init(at: .now, arriving: .walking)
    #expect(try catalog.answer(query, at: SeededWorld.now).matches.count == 2)
    let routed = try catalog.answer(query, at: SeededWorld.now, travelTimes: River())
    #expect(routed.matches.map(\.id) == ["9.179"])
    let straight = try catalog.answer(query, at: SeededWorld.now, travelTimes: StraightLineTravel())
    #expect(straight.matches.count == 2)
    (query.near, query.group) = (
      nil, .init([9.1785, 9.1795].map { .init(Coordinate(latitude: 48.77, longitude: $0)) })
    )
    #expect(try catalog.answer(query, at: SeededWorld.now, travelTimes: River()).matches.map(\.id) == ["9.179"])
  }

  @Test func `a router changes nothing else about a query`() throws {
    let temporary = try TemporaryCatalog(Self.listings)
    var query = Query()
    query.place = "Stuttgart"
    #expect(throws: GazetteerError.noGazetteer(path: temporary.catalog.path)) {
      try temporary.catalog.answer(query, at: SeededWorld.now, travelTimes: River())
    }
    query = Query()
    (query.near, query.relax) = (Coordinate(latitude: 48.77, longitude: 9.1795), true)
    query.open = .init(at: .now, arriving: .walking)
    let routed = try temporary.catalog.answer(query, at: SeededWorld.now, travelTimes: River())
    // Without the river both bars would be open on arrival, and no relaxation would give more.
    #expect(routed.matches.count == 1 && routed.relaxations?.map(\.filter) == ["open"])
  }

  @Test func `whatever explains an answer knows its router`() throws {
    let temporary = try TemporaryCatalog(Self.listings)
    let catalog = temporary.catalog
    var query = Query()
    (query.near, query.limit) = (Coordinate(latitude: 48.77, longitude: 9.1795), 10)
    query.open = .init(at: .now, arriving: .walking)
    let now = SeededWorld.now
    #expect(try catalog.why(query, at: now).count == 2)
    #expect(try catalog.why(query, at: now, travelTimes: River()).map(\.match.id) == ["9.179"])
    #expect(try catalog.whyNot("9.181", query, at: now).isInAnswer)
    let verdict = try catalog.whyNot("9.181", query, at: now, travelTimes: River())
    #expect(verdict.findings.filter { !$0.passed }.map(\.filter) == ["open"])
    #expect(try catalog.relaxations(of: query, at: now).isEmpty)
    #expect(try catalog.relaxations(of: query, at: now, travelTimes: River()).map(\.filter) == ["open"])
    #expect(try catalog.explain(query, at: now).matches == 2)
    #expect(try catalog.explain(query, at: now, travelTimes: River()).matches == 1)
  }

  @Test(
    arguments: [(.walking, 16), (.cycling, 6), (.driving, 3), (.speed(metersPerSecond: 10), 2)]
      as [(Query.Travel, Int64)])
  func `a kilometer takes whole minutes`(travel: Query.Travel, minutes: Int64) {
    #expect(travel.minutes(for: 1000) == minutes)
  }
}
