import CivilTime
import Geography
import TestSupport
import Testing

@testable import Vicinity
@testable import VicinityFormats

@Suite("The calendar of a couch")
struct BusyCalendarTests {
  private static let now = SeededWorld.now

  private static func catalog() throws -> TemporaryCatalog {
    var couch = Listing(id: "couch-3", kind: .couch, coordinate: Coordinate(latitude: 48, longitude: 9))
    couch.timeZone = "Europe/Berlin"
    couch.unavailable = [try #require(Nights("2026-11-01", "2026-11-05"))]
    return try TemporaryCatalog([couch, Listing(id: "bar", kind: .bar, coordinate: couch.coordinate)])
  }

  private static func file(_ events: [String]) throws -> ImportSource {
    let bodies = events.map { "BEGIN:VEVENT\n\($0)\nEND:VEVENT\n" }.joined()
    return try ImportSource("BEGIN:VCALENDAR\n\(bodies)END:VCALENDAR\n", name: "couch.ics")
  }

  /// Events; the nights they take.
  static let calendars: [([String], [String])] = [
    ([], []),
    (
      [
        "DTSTART;VALUE=DATE:20261201\nDTEND;VALUE=DATE:20261205\nSUMMARY:Reserved",
        "DTSTART;VALUE=DATE:20261205\nDTEND;VALUE=DATE:20261206\nSUMMARY:Airbnb (Not available)",
        "DTSTART;VALUE=DATE:20261210",
      ], ["2026-12-01..2026-12-06", "2026-12-10..2026-12-11"]
    ),
    (["DTSTART:20261201T150000Z\nDTEND:20261203T100000Z"], ["2026-12-01..2026-12-03"]),
    (["DTSTART;TZID=Europe/Berlin:20261201T100000\nDTEND;TZID=Europe/Berlin:20261201T120000"], []),
    (["DTSTART;VALUE=DATE:20261201\nSTATUS:CANCELLED"], []),
    (
      [
        "UID:a\nDTSTART;VALUE=DATE:20261201\nRRULE:FREQ=WEEKLY;COUNT=3",
        "UID:a\nRECURRENCE-ID;VALUE=DATE:20261208\nDTSTART;VALUE=DATE:20261209",
      ],
      ["2026-12-01..2026-12-02", "2026-12-09..2026-12-10", "2026-12-15..2026-12-16"]
    ),
  ]

  @Test("its nights replace those imported before", arguments: calendars)
  func nights(events: [String], nights: [String]) throws {
    let temporary = try Self.catalog()
    let source = try Self.file(events)
    let report = try temporary.catalog.importBusyNights(of: "couch-3", from: source.path, at: Self.now)
    #expect(report.before == 1)
    #expect(report.nights.map { "\($0.from)..\($0.to)" } == nights)
    #expect(try temporary.catalog.listing("couch-3")?.unavailable == report.nights)
    #expect(try temporary.catalog.check().isEmpty)
    var query = Query()
    query.stay = Query.Stay(nights: try #require(Nights("2026-12-01", "2026-12-02")))
    let isFree = !nights.contains { $0.hasPrefix("2026-12-01") }
    #expect(try temporary.catalog.answer(query, at: Self.now).matches.count == (isFree ? 1 : 0))
  }

  static let refused: [(String, [String])] = [
    ("couch-3", ["DTSTART;VALUE=DATE:20261201", "SUMMARY:Reserved"]),
    ("couch-3", ["DTSTART:20261201T000000Z\nRRULE:FREQ=SECONDLY"]), ("bar", []), ("couch-4", []),
  ]

  @Test("a file with an event that is not understood changes nothing, nor does one for no couch", arguments: refused)
  func refuses(id: String, events: [String]) throws {
    let temporary = try Self.catalog()
    let source = try Self.file(events)
    let error = try #require(throws: (any Error).self) {
      try temporary.catalog.importBusyNights(of: id, from: source.path, at: Self.now)
    }
    #expect(!"\(error)".contains("strict"), "\(error)")
    #expect(try temporary.catalog.listing("couch-3")?.unavailable.count == 1)
  }

  @Test("an export is imported as the same nights")
  func roundTrip() throws {
    let temporary = try Self.catalog()
    var export = ICalendarExport(now: Self.now)
    let leftOut = try temporary.catalog.export(["couch-3", "bar"], to: &export)
    #expect(leftOut == ["bar"])
    let file = try ImportSource(export.finish(), name: "couch.ics")
    let zone = Zone(identifier: "Europe/Berlin")
    let calendar = try BusyCalendar(path: file.path, zone: zone, now: Self.now)
    #expect(calendar.nights == (try temporary.catalog.listing("couch-3")?.unavailable))
  }
}
