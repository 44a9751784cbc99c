import CivilTime
import Geography
import TestSupport
import Testing
import VicinityLab

@testable import Vicinity

/// Listings that were added at or after a time.
@Suite("Listed since")
struct ListedSinceTests {
  private static let now = SeededWorld.now

  @Test("engine and brute force agree on ids, order, totals and pages", arguments: TwinTests.worlds)
  func twin(world: TwinTests.World) throws {
    var random = SplitMix64(seed: 77)
    let listings = SeededWorld(seed: 12, count: 220, center: world.center, spreadDegrees: world.spreadDegrees).listings
    let temporary = try TemporaryCatalog()
    let catalog = temporary.catalog
    let times = try AddedTimes(saving: listings, to: catalog, &random)
    let twin = BruteForce(listings, added: times.all)
    for _ in 0..<TwinQueries.count(usually: 60) {
      var query = Query()
      query.near = RandomFilters.origin(near: world.center, spreadDegrees: world.spreadDegrees, &random)
      RandomFilters.all[SeededWorld.pick(RandomFilters.all.count, &random)]
        .apply(&query, world.center, world.spreadDegrees, &random)
      query.listedSince = times.since(&random)
      query.sort = [[.distance], [.rating.descending], [.name], [.price, .distance]][SeededWorld.pick(4, &random)]
      (query.limit, query.fields, query.total) = ([3, 20, 1000][SeededWorld.pick(3, &random)], [.id], true)
      let expected = twin.ids(query, now: Self.now)
      let answer = try catalog.answer(query, at: Self.now)
      #expect(answer.matches.map(\.id) == Array(expected.prefix(query.limit)), "\(query.json.text)")
      #expect(answer.total == expected.count, "\(query.json.text)")
      // The form has no word for no kind.
      if query.kinds?.isEmpty != true { #expect(try Query(json: query.json) == query) }
      if query.occurrences == .first {
        #expect(try catalog.idsOfAllPages(of: query) == expected, "\(query.json.text)")
      }
    }
  }

  @Test(
    "is read from spans, dates and times, and written so that it is read as the same",
    arguments: [
      ("7d", .ago(hours: 168), "7d"), ("2w", .ago(hours: 336), "14d"), ("12h", .ago(hours: 12), "12h"),
      ("0d", .ago(hours: 0), "0d"), ("2026-11-20", nil, "2026-11-20T00:00:00"),
      ("2026-11-20T10:00:00Z", nil, "2026-11-20T10:00:00Z"),
    ] as [(String, Query.Since?, String)])
  func forms(text: String, value: Query.Since?, written: String) throws {
    let query = try Query(parsing: #"{"listedSince":"\#(text)"}"#.utf8)
    if let value { #expect(query.listedSince == value) }
    #expect(query.json.object?["listedSince"]?.string == written)
    #expect(try Query(json: query.json) == query)
  }

  @Test(
    "refuses other texts",
    arguments: [
      #""now""#, #""Sa 22:00""#, #""7x""#, #""-7d""#, #""+7d""#, #""7 d""#, #""22:30""#, "7", #""999999999d""#, #""""#,
    ])
  func refusal(value: String) throws {
    let error = try #require(throws: QueryError.self) { try Query(parsing: #"{"listedSince":\#(value)}"#) }
    #expect(["bad-time", "wrong-type"].contains(error.code), "\(value)")
    if error.code == "bad-time" { #expect(error.description.contains("7d, 2w or 12h, a date"), "\(error.description)") }
  }

  @Test("gives the same answer within a minute, as entity tags assume")
  func minute() throws {
    let temporary = try TemporaryCatalog()
    let bar = Listing(id: "new", kind: .bar, coordinate: Coordinate(latitude: 1, longitude: 2))
    let minute = Instant(secondsSince1970: 1_780_000_020)
    try temporary.catalog.save([bar], source: "test", at: minute + -7 * 86_400)
    let query = try Query(parsing: #"{"listedSince":"7d"}"#)
    for (seconds, count) in [(0, 1), (1, 1), (59, 1), (60, 0)] {
      #expect(try temporary.catalog.answer(query, at: minute + Int64(seconds)).matches.count == count, "\(seconds) s")
    }
  }

  @Test("is a reason, and dropping it a change that gives more")
  func why() throws {
    var bar = Listing(id: "old", kind: .bar, coordinate: Coordinate(latitude: 1, longitude: 2))
    bar.name = "Old"
    let temporary = try TemporaryCatalog()
    try temporary.catalog.save([bar], source: "test", at: Self.now + -30 * 86_400)
    var query = Query()
    (query.listedSince, query.relax) = (.ago(hours: 168), true)
    let verdict = try temporary.catalog.whyNot("old", query, at: Self.now)
    let finding = try #require(verdict.findings.first { $0.filter == "listedSince" })
    #expect(!finding.passed && finding.wanted == "added in the last 7d" && finding.found.hasPrefix("added 2026-10-"))
    let relaxation = try #require(try temporary.catalog.answer(query, at: Self.now).relaxations?.first)
    #expect(relaxation.words == "added at any time" && relaxation.results == 1)
    #expect(relaxation.query.listedSince == nil)
  }
}
