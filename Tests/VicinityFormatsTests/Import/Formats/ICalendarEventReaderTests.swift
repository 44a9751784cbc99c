import CivilTime
import CodedErrors
import Geography
import Recurrence
import TestSupport
import Testing

@testable import Vicinity
@testable import VicinityFormats

@Suite("iCalendar files")
struct ICalendarEventReaderTests {
  private static let stuttgart = Coordinate(latitude: 48.7758, longitude: 9.1829)

  private static func calendar(_ events: String..., head: String = "") -> String {
    let bodies = events.map { "BEGIN:VEVENT\n\($0)\nEND:VEVENT\n" }.joined()
    return "BEGIN:VCALENDAR\nVERSION:2.0\n\(head)\(bodies)END:VCALENDAR\n"
  }

  private static func read(
    _ text: String, _ configure: (inout ImportOptions) -> Void = { $0.near = stuttgart }
  ) throws -> (ListSink, ImportReport) {
    try ImportSource(text, name: "town.ics").read(configure)
  }

  @Test("every property finds its place")
  func properties() throws {
    let text = Self.calendar(
      """
      UID:ev-9
      SUMMARY:Jazz\\, live
      DTSTART;TZID=Europe/Berlin:20261127T200000
      DTEND;TZID=Europe/Berlin:20261128T010000
      RRULE:FREQ=WEEKLY;BYDAY=FR;COUNT=10
      EXDATE;TZID=Europe/Berlin:20261204T200000
      GEO:48.7758;9.1829
      LOCATION:Keller\\nHauptstr. 1
      CATEGORIES:Music / Jazz,Late Night
      STATUS:CANCELLED
      URL:https://example.org/jazz
      ORGANIZER;CN=Ann:mailto:ann@example.org
      DESCRIPTION:Come\\nearly
      """)
    let (sink, report) = try Self.read(text) { _ in }
    var expected = Listing(id: "ev-9", kind: .event, coordinate: Self.stuttgart)
    expected.name = "Jazz, live"
    expected.timeZone = "Europe/Berlin"
    expected.tags = ["jazz", "late-night", "music"]
    expected.starts = try Instant(parsing: "2026-11-27T20:00:00+01:00")
    expected.ends = try Instant(parsing: "2026-11-28T01:00:00+01:00")
    expected.recurrence = "RRULE:FREQ=WEEKLY;COUNT=10;BYDAY=FR\nEXDATE;TZID=Europe/Berlin:20261204T200000"
    expected.status = .cancelled
    (expected.host, expected.address) = ("ann@example.org", "Keller, Hauptstr. 1")
    (expected.url, expected.description) = ("https://example.org/jazz", "Come\nearly")
    #expect(sink.listings == [expected])
    #expect(report.recurrences == .init(distinct: 1, understood: 1))
  }

  @Test("an hour that clocks skip when they go forward is one all the same")
  func skippedHour() throws {
    let zone = "TZID=Europe/Berlin"
    let times = "DTSTART;\(zone):20270328T023000\nDTEND;\(zone):20270328T033000"
    let (sink, _) = try Self.read(Self.calendar("UID:ev-1\nSUMMARY:Night\n\(times)"))
    #expect(sink.listings.map(\.starts) == [try Instant(parsing: "2027-03-28T01:30:00Z")])
    #expect(sink.listings.map(\.ends) == [try Instant(parsing: "2027-03-28T02:30:00Z")])
  }

  /// Start, further lines, zone of the calendar, default zone; the start and end in canonical form, and the zone.
  static let times: [(String, String, String?, String?, String)] = [
    (
      "DTSTART;VALUE=DATE:20261127", "", "Europe/Berlin", nil,
      #""timezone":"Europe/Berlin","starts":"2026-11-27"}"#
    ),
    (
      "DTSTART;VALUE=DATE:20261127", "DTEND;VALUE=DATE:20261130", nil, "Asia/Tokyo",
      #""timezone":"Asia/Tokyo","starts":"2026-11-27","ends":"2026-11-29"}"#
    ),
    (
      "DTSTART:20261127T200000", "DURATION:PT90M", "Asia/Tokyo", "Europe/Berlin",
      #""timezone":"Asia/Tokyo","starts":"2026-11-27T20:00:00+09:00","ends":"2026-11-27T21:30:00+09:00"}"#
    ),
    (
      "DTSTART:20261127T200000Z", "", nil, "Europe/Berlin",
      #""timezone":"Europe/Berlin","starts":"2026-11-27T21:00:00+01:00"}"#
    ),
    (
      "DTSTART:20261127T200000Z", "RRULE:FREQ=WEEKLY", nil, "Europe/Berlin",
      #""timezone":"UTC","starts":"2026-11-27T20:00:00+00:00","recurrence":"FREQ=WEEKLY"}"#
    ),
    (
      "DTSTART:20261127T200000", "RRULE:FREQ=DAILY\nEXDATE:20261128T200000", nil, "Europe/Berlin",
      #""starts":"2026-11-27T20:00:00+01:00","recurrence":"RRULE:FREQ=DAILY\nEXDATE;TZID=Europe/Berlin:20261128T200000"}"#
    ),
    (
      "DTSTART;TZID=Europe/Berlin:20261127T200000", "DTEND;TZID=Europe/Berlin:20261127T200000", nil, nil,
      #""timezone":"Europe/Berlin","starts":"2026-11-27T20:00:00+01:00"}"#
    ),
  ]

  @Test("times are those of their zone", arguments: times)
  func time(start: String, lines: String, calendar: String?, standard: String?, expected: String) throws {
    let head = calendar.map { "X-WR-TIMEZONE:\($0)\n" } ?? ""
    let (sink, _) = try Self.read(Self.calendar("UID:a\n\(start)\n\(lines)", head: head)) {
      ($0.near, $0.timeZone) = (Self.stuttgart, standard)
    }
    let line = try #require(sink["a"]).jsonText
    #expect(line.hasSuffix(expected), "\(line)")
  }

  @Test("a zone that only the file defines is the one with the same clocks")
  func customZone() throws {
    let zone = """
      BEGIN:VTIMEZONE
      TZID:Our own
      BEGIN:STANDARD
      DTSTART:20251026T030000
      RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
      TZOFFSETFROM:+0200
      TZOFFSETTO:+0100
      END:STANDARD
      BEGIN:DAYLIGHT
      DTSTART:20250330T020000
      RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
      TZOFFSETFROM:+0100
      TZOFFSETTO:+0200
      END:DAYLIGHT
      END:VTIMEZONE

      """
    let event = "UID:a\nDTSTART;TZID=Our own:20261127T200000\nRRULE:FREQ=DAILY\nEXDATE;TZID=Our own:20261128T200000"
    let listing = try #require(try Self.read(Self.calendar(event, head: zone)).0["a"])
    #expect(listing.timeZone == "Europe/Berlin")
    #expect(listing.starts?.description == "2026-11-27T19:00:00Z")
    #expect(listing.recurrence == "RRULE:FREQ=DAILY\nEXDATE;TZID=Europe/Berlin:20261128T200000")
  }

  @Test("the replacement of an occurrence is a separate event, anywhere in the file")
  func overrides() throws {
    let series = "UID:s\nDTSTART;TZID=Europe/Berlin:20261127T200000\nRRULE:FREQ=DAILY;COUNT=4"
    let moved = "UID:s\nRECURRENCE-ID;TZID=Europe/Berlin:20261128T200000\nDTSTART;TZID=Europe/Berlin:20261128T220000"
    let gone = "UID:s\nRECURRENCE-ID:20261129T190000Z\nDTSTART:20261129T190000Z\nSTATUS:CANCELLED"
    for order in [[series, moved, gone], [gone, moved, series]] {
      let (sink, report) = try Self.read(Self.calendar(order[0], order[1], order[2]))
      #expect(Set(sink.listings.map(\.id)) == ["s", "s/20261128T200000"])
      #expect(report.skipped.map(\.code) == ["cancelled occurrence"])
      let occurrences = try #require(try sink["s"]?.recurrenceSet()).occurrences().map(\.instant.description)
      #expect(occurrences == ["2026-11-27T19:00:00Z", "2026-11-30T19:00:00Z"])
    }
  }

  static let rejections: [(String, String, Int)] = [
    ("UID:a\nSUMMARY:x", "not-icalendar", 3), ("UID:a\nDTSTART:2026-11-27", "not-icalendar", 5),
    ("UID:a\nDTSTART:20261127T200000Z\nRRULE:FREQ=SOMETIMES", "not-icalendar", 6),
    ("UID:a\nDTSTART:20261127T200000", "local-time-without-zone", 3),
  ]

  @Test("a broken event is rejected with its line, and the rest goes on", arguments: rejections)
  func rejection(event: String, code: String, line: Int) throws {
    let (sink, report) = try Self.read(Self.calendar(event, "UID:b\nDTSTART:20261127T200000Z"))
    #expect(report.rejected.map(\.code) == [code])
    #expect(report.rejected.first?.line == line)
    #expect(sink.listings.map(\.id) == ["b"])
  }

  @Test("an event without coordinate is refused, unless the import says where it is")
  func near() throws {
    let text = Self.calendar("UID:a\nLOCATION:Rathaus\nDTSTART:20261127T200000Z")
    let error = #expect(throws: ImportError.self) { try Self.read(text) { _ in } }
    #expect(error?.remedy == .placeEvents)
    #expect(error?.description.contains("Rathaus") == true)
    #expect(try Self.read(text).0["a"]?.coordinate == Self.stuttgart)
    #expect(throws: ImportError.self) { try Self.read(text) { $0.near = Coordinate(latitude: 95, longitude: 9) } }
    #expect(throws: ImportError.self) { try ImportSource(#"{"id":"a"}"#).read { $0.near = Self.stuttgart } }
  }

  /// Lines of an event, and whether its position is in Stuttgart.
  static let places: [(lines: String, isFound: Bool)] = [
    ("LOCATION:48.7758\\, 9.1829", true), ("LOCATION:Keller (48.7758\\, 9.1829)", true),
    ("LOCATION:48°46'32.88\"N 9°10'58.44\"E", true),
    ("LOCATION:Keller\\, https://maps.google.com/?q=48.7758\\,9.1829", true), ("GEO:48.7758,9.1829", true),
    ("GEO:48.7758 9.1829", true), ("GEO:geo:48.7758,9.1829", true), ("GEO:48,7758;9,1829", true),
    ("X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-TITLE=\"A: B\":geo:48.7758,9.1829", true),
    ("X-APPLE-STRUCTURED-LOCATION;VALUE=URI:geo:48.7758,9.1829\nLOCATION:1.1234\\, 2.1234", true),
    ("LOCATION:Hall 3/4", false), ("LOCATION:12 15", false), ("LOCATION:Room 4.12 and 5.13", false),
  ]

  @Test("an event without GEO has the position of its location", arguments: places)
  func locations(lines: String, isFound: Bool) throws {
    let text = Self.calendar("UID:a\nDTSTART:20261127T200000Z\n\(lines)", "UID:b\nDTSTART:20261127T200000Z\nGEO:1;2")
    let (sink, _) = try Self.read(text) { _ in }
    let place = sink["a"]?.coordinate
    #expect((place != nil) == isFound, "\(String(describing: place))")
    guard let place else { return }
    #expect(abs(place.latitude - 48.7758) < 1e-6 && abs(place.longitude - 9.1829) < 1e-6)
    #expect(sink["a"]?.address == nil || lines.contains("Keller") || lines.contains("1.1234"))
  }

  @Test("an end of another kind is left out, and a status may have further words")
  func remarks() throws {
    let (sink, report) = try Self.read(
      Self.calendar(
        "UID:a\nDTSTART:20261127T200000Z\nDTEND;VALUE=DATE:20261128\nSUMMARY:Caf&eacute; &amp\\; R&B",
        "UID:b\nDTSTART;VALUE=DATE:20261127\nDTEND:20261127T220000Z\nSTATUS:CANCELLED BY HOST",
        "UID:c\nDTSTART:20261127T200000Z\nSTATUS:Canceled")
    ) { ($0.near, $0.timeZone) = (Self.stuttgart, "UTC") }
    #expect(report.rejectedCount == 0 && sink.listings.count == 3)
    #expect(sink["a"]?.ends == nil && sink["a"]?.name == "Café & R&B")
    #expect(sink["b"]?.status == .cancelled && sink["b"]?.allDay == true && sink["c"]?.status == .cancelled)
    #expect(report.leftOut.map(\.code) == ["unusable property"])
  }

  @Test("a recurrence that is not understood is a warning, and the event stays")
  func notUnderstood() throws {
    let line =
      #"{"id":"a","kind":"event","lat":1,"lon":2,"timezone":"Europe/Berlin","starts":"2026-11-27","recurrence":"#
    let (sink, report) = try ImportSource(line + #""every now and then"}"#).read()
    #expect(sink.listings.count == 1)
    #expect(report.recurrences.distinct == 1)
    #expect(report.recurrences.notUnderstood.map(\.code) == ["every now and then"])
    #expect(report.description.contains("takes place only once"))
  }
}

@Suite("All-day events and their status")
struct EventStatusTests {
  static let lines = [
    #"{"id":"a","kind":"event","lat":1,"lon":2,"timezone":"Europe/Berlin","starts":"2026-11-27"}"#,
    #"{"id":"b","kind":"event","lat":1,"lon":2,"timezone":"Europe/Berlin","starts":"2026-03-28","ends":"2026-03-30","status":"cancelled"}"#,
    #"{"id":"c","kind":"event","lat":1,"lon":2,"starts":"2026-11-27T20:00:00+00:00","status":"postponed"}"#,
  ]

  @Test("canonical lines come back as they were, from file and catalog")
  func roundTrip() throws {
    let (sink, _) = try ImportSource(Self.lines.joined(separator: "\n")).read()
    #expect(sink.listings.map(\.jsonText) == Self.lines)
    #expect(sink.listings.map(\.allDay) == [true, true, false])
    let temporary = try TemporaryCatalog(sink.listings)
    #expect(try sink.listings.map { try temporary.catalog.listing($0.id) } == sink.listings)
    let many = (0..<1500).map { number in
      var listing = sink.listings[number % 3]
      listing.id = "n\(number)"
      return listing
    }
    let large = try TemporaryCatalog(many)
    #expect(try many.prefix(3).map { try large.catalog.listing($0.id) } == Array(many.prefix(3)))
  }

  @Test("a time without offset is read on the clock of the listing")
  func wallClock() throws {
    let line = #"{"id":"a","kind":"event","lat":1,"lon":2,"timezone":"Asia/Tokyo","starts":"2026-11-27T20:00"}"#
    #expect(
      try ImportSource(line).read { $0.timeZone = "Europe/Berlin" }.0["a"]?.starts?.description
        == "2026-11-27T11:00:00Z")
  }

  static let rejections: [(String, String)] = [
    (#""timezone":"Europe/Berlin","starts":"2026-11-27T20:00","allDay":true"#, "all-day-not-midnight"),
    (#""timezone":"Europe/Berlin","starts":"2026-11-27","status":"cancled""#, "unknown-status"),
    (#""starts":"2026-11-27T00:00:00Z","allDay":true"#, "local-time-without-zone"),
    (#""allDay":1"#, "wrong-type"),
  ]

  @Test("contradictions are rejected", arguments: rejections)
  func rejection(members: String, code: String) throws {
    let good = #"{"id":"g","kind":"bar","lat":1,"lon":2}"#
    let (_, report) = try ImportSource(#"{"id":"a","kind":"event","lat":1,"lon":2,\#(members)}"# + "\n" + good).read()
    #expect(report.rejected.map(\.code) == [code])
  }
}
