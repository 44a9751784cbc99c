import CivilTime
import Geography
import TestSupport
import Testing

@testable import Vicinity

/// Every list and text of a query has a limit: at it a query is accepted, beyond it it is rejected with the place and
/// the limit.
@Suite("The limits of a query")
struct QueryLimitsTests {
  private static func list(_ element: String, _ count: Int) -> String {
    "[\(repeatElement(element, count: count).joined(separator: ","))]"
  }

  private static func text(_ bytes: Int) -> String { "\"\(String(repeating: "x", count: bytes))\"" }

  private static func plan(_ form: String) throws(QueryError) {
    _ = try Plan(Query(parsing: form.utf8), at: SeededWorld.now)
  }

  static let forms: [(path: String, limit: Int, form: @Sendable (Int) -> String)] = [
    ("id", 1000, { #"{"id":\#(text($0))}"# }), ("text", 2000, { #"{"text":\#(text($0))}"# }),
    ("text", 64, { #"{"text":"\#(repeatElement("a", count: $0).joined(separator: " "))"}"# }),
    ("sort", 100, { #"{"sort":\#(list(#""price""#, $0))}"# }),
    ("fields", 100, { #"{"fields":\#(list(#""id""#, $0))}"# }),
    ("front", 100, { #"{"front":\#(list(#""price""#, $0))}"# }),
    ("facets", 100, { #"{"facets":\#(list(#""tag""#, $0))}"# }),
    ("tags.any", 100, { #"{"tags":{"any":\#(list(#""a""#, $0))}}"# }),
    ("tags.all", 100, { #"{"tags":\#(list(#""a""#, $0))}"# }),
    ("tags.none", 100, { #"{"tags":{"none":\#(list(#""a""#, $0))}}"# }),
    ("tags.all[0]", 400, { #"{"tags":[\#(text($0))]}"# }),
    ("near", 1000, { #"{"near":\#(list(#"{"lat":1,"lon":2}"#, $0))}"# }),
    ("near[0].member", 255, { #"{"near":[{"lat":1,"lon":2,"member":\#(text($0))}]}"# }),
    ("near", 1000, { #"{"near":\#(text($0))}"# }),
    ("within.area", 1000, { #"{"within":{"area":\#(text($0))}}"# }),
    ("outside.area", 1000, { #"{"outside":{"area":\#(text($0))}}"# }),
    ("caller", 255, { #"{"caller":\#(text($0))}"# }), ("member", 255, { #"{"member":\#(text($0))}"# }),
    ("members", 100, { count in #"{"members":[\#((0..<count).map { "\"m\($0)\"" }.joined(separator: ","))]}"# }),
    ("stay.to", 731, { #"{"stay":{"from":"2026-12-01","to":"\#(LocalDate(dayNumber: 20_788 + $0))"}}"# }),
    (
      "stay.between", 731,
      { #"{"stay":{"nights":2,"between":["2026-12-01","\#(LocalDate(dayNumber: 20_788 + $0))"]}}"# }
    ),
    ("open.to", 366, { #"{"open":{"from":"2026-12-01","to":"\#(LocalDate(dayNumber: 20_788 + $0))"}}"# }),
    ("open.stayFor", 10_080, { #"{"open":{"at":"now","stayFor":\#($0)}}"# }),
    ("open.waitUpTo", 10_080, { #"{"open":{"at":"now","waitUpTo":\#($0)}}"# }),
    ("cluster", 22, { #"{"cluster":\#($0)}"# }),
  ]

  @Test("are enforced and reported", arguments: forms.indices)
  func limits(index: Int) throws {
    let (path, limit, form) = Self.forms[index]
    // Place names cannot be resolved by a plan without a catalog.
    if !form(limit).contains(#""near":"x"#) { #expect(throws: Never.self) { try Self.plan(form(limit)) } }
    #expect {
      try Self.plan(form(limit + 1))
    } throws: { error in
      guard let error = error as? QueryError, case .outOfRange = error else { return false }
      return error.description.hasPrefix(path) && error.description.contains("\(limit)")
        && error.description.utf8.count < 400
    }
  }

  @Test("hold for lines and polygons made in code")
  func shapes() throws {
    let place = Coordinate(latitude: 48, longitude: 9)
    var query = Query()
    query.along = Query.Along(Array(repeating: place, count: QueryLimits.mostPositions + 1), widthMeters: 10)
    #expect(throws: QueryError.self) { try Plan(query, at: SeededWorld.now) }
    query = Query()
    let ring = Array(repeating: place, count: QueryLimits.mostVertices + 2)
    query.area = .shape(MultiPolygon([Polygon(rings: [ring])]))
    #expect(throws: QueryError.self) { try Plan(query, at: SeededWorld.now) }
  }

  @Test("allow any length of during, and bound the span of open")
  func during() throws {
    try Self.plan(#"{"during":{"from":"2026-11-27","to":"9999-01-01"}}"#)
    // With two different clocks a year is still accepted.
    try Self.plan(#"{"open":{"from":"2026-12-01T00:00:00Z","to":"2027-12-02T12:00"}}"#)
    #expect(throws: QueryError.self) {
      try Self.plan(#"{"open":{"from":"2026-12-01T00:00:00Z","to":"9999-12-02T12:00"}}"#)
    }
  }

  @Test(
    "keep what a message repeats short",
    arguments: [
      #"{"after":"X"}"#, #"{"X":1}"#, #"{"sort":"X"}"#, #"{"open":"X"}"#, #"{"now":"X"}"#, #"{"near":"X"}"#,
      #"{"price":{"currency":"X"}}"#, #"{"stay":{"from":"X","to":"2026-12-01"}}"#, #"{"id":"X"}"#, #"{"during":"X"}"#,
      #"{"within":{"area":"X"}}"#, #"{"tags":{"X":1}}"#, #"{"open":{"arriving":"X"}}"#, #"{"metric":"X"}"#,
      #"{"weights":{"X":1},"sort":"recommended","member":"a"}"#, #"{"X":1,"X":2}"#, #"{"along":{"line":{"type":"X"}}}"#,
      #"{"within":{"type":"X"}}"#, #"{"text":"X"}"#, #"{"limit":"X"}"#, #"{"limit":XXX}"#,
    ])
  func messages(form: String) {
    for filling in [String(repeating: "9", count: 50_000), "e" + String(repeating: "\u{301}", count: 25_000)] {
      do {
        try Self.plan(form.replacing("X", with: filling))
      } catch {
        #expect(error.description.utf8.count < 1200, "\(form): \(error.description.prefix(200))")
      }
    }
  }

  @Test("of outings and crawls are reported")
  func outings() throws {
    let world = try TemporaryCatalog()
    let nights = try #require(Nights(from: LocalDate(dayNumber: 20_788), to: LocalDate(dayNumber: 20_789)))
    var outing = OutingRequest(near: Coordinate(latitude: 48, longitude: 9), nights: nights)
    outing.limit = QueryLimits.mostOutings + 1
    #expect(throws: QueryError.self) { try world.catalog.outings(outing, at: SeededWorld.now) }
    var crawl = BarItineraryRequest(from: Coordinate(latitude: 48, longitude: 9), start: SeededWorld.now)
    crawl.limit = QueryLimits.mostOutings + 1
    #expect(throws: QueryError.self) { try world.catalog.barItineraries(crawl) }
  }

  @Test("hold for bookings")
  func bookings() throws {
    let world = try TemporaryCatalog([
      Listing(id: "c", kind: .couch, coordinate: Coordinate(latitude: 48, longitude: 9))
    ])
    let from = LocalDate(dayNumber: 20_788)
    let (allowed, tooLong) = (
      try #require(Nights(from: from, to: from + 731)), try #require(Nights(from: from, to: from + 732))
    )
    #expect(throws: BookingError.self) {
      try world.catalog.book(BookingRequest(listing: "c", member: "m", nights: tooLong), at: SeededWorld.now)
    }
    _ = try world.catalog.book(BookingRequest(listing: "c", member: "m", nights: allowed), at: SeededWorld.now)
    #expect(try world.catalog.nextWindow(of: 732, on: "c", from: from, at: SeededWorld.now) == nil)
  }
}
