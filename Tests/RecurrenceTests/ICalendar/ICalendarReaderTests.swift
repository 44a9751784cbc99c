import CivilTime
import Testing

@testable import Recurrence

@Suite("Reading iCalendar")
struct ICalendarReaderTests {
  static func items(_ text: String, chunk: Int = 7) throws -> [ICalendarItem] {
    var rest = Array(text.utf8)[...]
    var reader = ICalendarReader(chunks: {
      defer { rest = rest.dropFirst(chunk) }
      return rest.isEmpty ? nil : Array(rest.prefix(chunk))
    })
    var items: [ICalendarItem] = []
    while let item = try reader.next() { items.append(item) }
    return items
  }

  static func event(_ lines: String) throws -> ICalendarEvent {
    let items = try items("BEGIN:VEVENT\r\nUID:1\r\n\(lines)\r\nEND:VEVENT\r\n")
    guard items.count == 1, case .event(let event) = items[0] else {
      throw ICalendarError(line: 0, uid: nil, problem: "\(items)")
    }
    return event
  }

  @Test("takes every property, whatever its spelling")
  func properties() throws {
    let event = try Self.event(
      """
      DTSTART;TZID="Europe/Berlin":20261127T200000\r
      dtend;x-a=b,"c:d;e";tzid=Europe/Berlin:20261127T230000\r
      SUMMARY;LANGUAGE=de:Jazz\\, Blues\\; mehr\\nund \\\\\r
      DESCRIPTION:Wir spielen im K\r
       eller \r
       weiter
      LOCATION:Zum Beispiel
      GEO:48.7758;9.1829
      CATEGORIES:music,a\\,b
      CATEGORIES:more
      STATUS:confirmed
      URL:https://example.org/a,b;c
      ORGANIZER;CN="M":mailto:m@example.org
      SEQUENCE:3
      DTSTAMP:20260101T000000Z
      LAST-MODIFIED:20260102T000000Z
      RRULE:FREQ=WEEKLY;COUNT=3
      EXDATE;TZID=Europe/Berlin:20261204T200000
      BEGIN:VALARM
      SUMMARY:not this
      END:VALARM
      X-ANY:thing
      """)
    #expect(event.uid == "1")
    #expect(event.summary == "Jazz, Blues; mehr\nund \\")
    #expect(event.description == "Wir spielen im Keller weiter")
    #expect(event.location == "Zum Beispiel")
    #expect(event.geo == ICalendarEvent.Position(latitude: 48.7758, longitude: 9.1829))
    #expect(event.categories == ["music", "a,b", "more"])
    #expect(event.status == .confirmed)
    #expect(event.url == "https://example.org/a,b;c")
    #expect(event.organizer == "mailto:m@example.org")
    #expect(event.sequence == 3)
    #expect(event.stamp?.description == "20260101T000000Z")
    #expect(event.lastModified?.description == "20260102T000000Z")
    #expect(event.line == 1)
    #expect(event.remarks.isEmpty)
    #expect(
      event.recurrence.occurrences().map { "\($0.instant) \(event.end(of: $0))" } == [
        "2026-11-27T19:00:00Z 2026-11-27T22:00:00Z", "2026-12-11T19:00:00Z 2026-12-11T22:00:00Z",
      ])
  }

  @Test("joins folds inside a character, whatever the pieces of the file", arguments: [1, 2, 3, 100])
  func folds(chunk: Int) throws {
    var bytes = Array("BEGIN:VEVENT\nDTSTART:20260101\nSUMMARY:M".utf8)
    bytes += [0xC3, 0x0D, 0x0A, 0x20, 0xBC] + Array("nster\nEND:VEVENT".utf8)
    var rest = bytes[...]
    var reader = ICalendarReader(chunks: {
      defer { rest = rest.dropFirst(chunk) }
      return rest.isEmpty ? nil : Array(rest.prefix(chunk))
    })
    guard case .event(let event) = try reader.next() else {
      throw ICalendarError(line: 0, uid: nil, problem: "no event")
    }
    #expect(event.summary == "Münster")
  }

  @Test(
    "an end before the start is that of the following day if it is on the same one, and otherwise left out",
    arguments: [
      ("DTSTART:20260102T200000Z\nDTEND:20260102T000000Z", "20260103T000000Z"),
      ("DTSTART;TZID=Europe/Berlin:20260328T220000\nDTEND;TZID=Europe/Berlin:20260328T033000", "20260329T033000"),
      ("DTSTART:20260102T200000Z\nDTEND:20260101T230000Z", nil), ("DTSTART:20260102\nDTEND:20260101", nil),
    ])
  func endBeforeStart(lines: String, end: String?) throws {
    guard case .event(let event) = try Self.items("BEGIN:VEVENT\n\(lines)\nEND:VEVENT\n").first else {
      throw ICalendarError(line: 0, uid: nil, problem: "no event")
    }
    #expect(event.end.map { "\($0)" } == end && event.hasMovedEnd == (end != nil))
    #expect(event.remarks.count == (end == nil ? 1 : 0))
  }

  @Test(
    "reports a broken event with its line, and continues",
    arguments: [
      ("SUMMARY:no start", 1, "DTSTART"), ("DTSTART:2026", 3, "month"),
      ("DTSTART:20260101\nRRULE:FREQ=WEKLY", 4, "WEEKLY"),
      ("DTSTART:20260102\nDTEND:2026", 4, "month"), ("DTSTART:20260101\nno property", 4, "\":\""),
      ("DTSTART;TZID=Nowhere:20260101T000000", 3, "time zone"), ("DTSTART:20260101\nDURATION:1H", 4, "PT1H30M"),
      ("DTSTART;TZID=\"Europe/Berlin:20260101T000000", 3, "quotation mark"),
    ])
  func broken(lines: String, line: Int, word: String) throws {
    let good = "BEGIN:VEVENT\nDTSTART:20260101\nEND:VEVENT\n"
    let items = try Self.items("BEGIN:VEVENT\nUID:x\n\(lines)\nEND:VEVENT\n" + good)
    guard items.count == 2, case .error(let error) = items[0], case .event = items[1] else {
      Issue.record("\(items)")
      return
    }
    #expect(error.line == line)
    #expect(error.uid == "x")
    #expect(error.problem.contains(word), "\(error)")
  }

  @Test(
    "skips components that are not events, and reports unclosed ones",
    arguments: [
      ("BEGIN:VTODO\nBEGIN:VALARM\nEND:VALARM\nEND:VTODO\n", 1, 0),
      ("BEGIN:X-A\nBEGIN:VEVENT\nEND:VEVENT\nEND:X-A\n", 1, 0),
      ("BEGIN:VFREEBUSY\nFREEBUSY:x\nEND:VFREEBUSY\n", 1, 0), ("BEGIN:VEVENT\nDTSTART:20260101\n", 1, 1),
      ("BEGIN:VTODO\nSUMMARY:a\n", 1, 1), ("BEGIN:VEVENT\nDTSTART:20260101\nEND:VCALENDAR\n", 1, 1), ("%&\n\n", 1, 1),
      ("BEGIN:VEVENT\nDTSTART:20260101\nBEGIN:VALARM\nEND:VEVENT\n", 2, 0), ("\u{FEFF}BEGIN:VCALENDAR\n", 1, 0),
    ])
  func others(text: String, events: Int, errors: Int) throws {
    let items = try Self.items(text + "BEGIN:VEVENT\nDTSTART:20260101\nEND:VEVENT")
    #expect(items.filter { if case .event = $0 { true } else { false } }.count == events, "\(items)")
    #expect(items.filter { if case .error = $0 { true } else { false } }.count == errors, "\(items)")
  }

  @Test("remarks what may be missing and keeps the event")
  func remarks() throws {
    let event = try Self.event("DTSTART:20260101\nDTSTAMP:19970901T1300Z\nSTATUS:CANCELED\nGEO:91;0\nSEQUENCE:-1")
    #expect(event.remarks.map(\.line) == [4, 6, 7])
    #expect(event.status == .cancelled)
  }

  static let zoneText = """
    BEGIN:VTIMEZONE
    TZID:Mine
    BEGIN:STANDARD
    DTSTART:19701025T030000
    TZOFFSETFROM:+0200
    TZOFFSETTO:+0100
    RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
    END:STANDARD
    BEGIN:DAYLIGHT
    DTSTART:19700329T020000
    TZOFFSETFROM:+0100
    TZOFFSETTO:+0200
    RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
    END:DAYLIGHT
    END:VTIMEZONE

    """

  @Test("takes a zone that is no IANA zone from its VTIMEZONE")
  func ownZone() throws {
    let text = Self.zoneText + "BEGIN:VEVENT\nDTSTART;TZID=Mine:20260328T200000\nRRULE:FREQ=DAILY;COUNT=2\nEND:VEVENT"
    guard case .event(let event)? = try Self.items(text).first else {
      Issue.record("no event")
      return
    }
    #expect(
      event.recurrence.occurrences().map(\.instant.description) == ["2026-03-28T19:00:00Z", "2026-03-29T18:00:00Z"])
    guard case .zone(let zone) = event.recurrence.start.reference, let berlin = Zone(identifier: "Europe/Berlin") else {
      Issue.record("no zone")
      return
    }
    for day in 0..<20_000 {
      let instant = Instant(secondsSince1970: 820_000_000 + Int64(day) * 200_003)
      #expect(zone.offset(at: instant) == berlin.offset(at: instant), "\(instant)")
    }
  }

  @Test("finds the IANA zone at the end of a path")
  func path() throws {
    let event = try Self.event("DTSTART;TZID=/example.org/Olson_1/America/New_York:20260101T000000")
    #expect(event.recurrence.start.instant().description == "2026-01-01T05:00:00Z")
  }

  @Test(
    "gives occurrences their end",
    arguments: [
      ("DTSTART:20260101", "2026-01-02T00:00:00Z"), ("DTSTART:20260101\nDTEND:20260103", "2026-01-03T00:00:00Z"),
      ("DTSTART:20260101T120000Z", "2026-01-01T12:00:00Z"), ("DTSTART:20260101\nDURATION:P2D", "2026-01-03T00:00:00Z"),
      ("DTSTART;TZID=Europe/Berlin:20260328T120000\nDURATION:P1D", "2026-03-29T10:00:00Z"),
      ("DTSTART;TZID=Europe/Berlin:20260328T120000\nDURATION:PT24H", "2026-03-29T11:00:00Z"),
      ("DTSTART;TZID=Europe/Berlin:20260328T120000\nDTEND:20260329T110000Z", "2026-03-29T11:00:00Z"),
    ])
  func ends(lines: String, expected: String) throws {
    let event = try Self.event(lines)
    #expect(event.recurrence.occurrences().map { event.end(of: $0).description } == [expected])
  }
}
