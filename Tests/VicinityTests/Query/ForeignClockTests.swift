import CivilTime
import Geography
import TestSupport
import Testing

@testable import Vicinity

/// Times outside the range of dates, from edited cursors and from callers.
struct ForeignClockTests {
  private static let world = SeededWorld(
    seed: 8, count: 200, center: Coordinate(latitude: 48, longitude: 9), spreadDegrees: 1)

  @Test(arguments: [Int64.min, .max, -9_000_000_000_000_000, 9_000_000_000_000_000])
  func `a cursor with such a time is none`(seconds: Int64) throws {
    let temporary = try TemporaryCatalog(Self.world.listings)
    var query = Query()
    (query.near, query.limit, query.open) = (Coordinate(latitude: 48, longitude: 9), 2, .init(at: .now))
    let cursor = Cursor(key: RankKey(), id: "l1", starts: .max, now: Instant(secondsSince1970: seconds))
    let edited = cursor.text(for: query)
    query.after = edited
    #expect(throws: QueryError.badCursor(edited)) { try temporary.catalog.answer(query, at: SeededWorld.now) }
  }

  @Test(arguments: [Int64.min, .max])
  func `a query with such a time is answered at the nearest one that calendars know`(seconds: Int64) throws {
    let temporary = try TemporaryCatalog(Self.world.listings)
    var query = Query()
    (query.open, query.sort, query.total) = (.init(at: .now, waitMinutes: 10_080), [.open], true)
    query.now = Instant(secondsSince1970: seconds)
    #expect(query.now == (seconds < 0 ? Instant.distantPast : .distantFuture))
    let answer = try temporary.catalog.answer(query, at: SeededWorld.now)
    #expect(answer.total != nil)
  }

  @Test(arguments: [
    AvailabilityRequest.window(
      .init(from: .instant(SeededWorld.now), to: .instant(SeededWorld.now))),
    .window(.init(from: .instant(SeededWorld.now), to: .instant(SeededWorld.now - 1))),
    .opening(.init(at: .instant(SeededWorld.now), until: .instant(SeededWorld.now - 60))),
  ])
  func `asking about one listing refuses times that are in no order`(request: AvailabilityRequest) throws {
    var event = Listing(id: "e", kind: .event, coordinate: Coordinate(latitude: 48, longitude: 9))
    event.starts = SeededWorld.now - 3600
    event.ends = SeededWorld.now + 3600
    let temporary = try TemporaryCatalog([event])
    #expect(throws: QueryError.self) {
      try temporary.catalog.availability(of: "e", for: request, at: SeededWorld.now)
    }
  }
}
