import CivilTime
import Testing

@testable import Recurrence

@Suite("Writing iCalendar")
struct ICalendarWriterTests {
  static func written(_ events: [ICalendarEvent]) -> String {
    var writer = ICalendarWriter(product: "-//Vicinity//Tests//EN", name: "Test, ü", now: Instant(secondsSince1970: 0))
    events.forEach { writer.write($0) }
    writer.finish()
    return String(decoding: writer.takeBytes(), as: UTF8.self)
  }

  static func full() throws -> ICalendarEvent {
    let text = """
      DTSTART;TZID=Europe/Berlin:20261127T200000
      RRULE:FREQ=WEEKLY;COUNT=3
      RDATE;TZID=Europe/Berlin:20261224T180000
      EXDATE;TZID=Europe/Berlin:20261204T200000
      """
    var event = ICalendarEvent(recurrence: try RecurrenceSet(parsing: text))
    event.uid = "a;b"
    event.summary = "Jäzz, \"Blues\"; \\ mehr\nund " + String(repeating: "🎷ü", count: 40)
    (event.description, event.location) = ("", "Zum Beispiel")
    event.geo = ICalendarEvent.Position(latitude: 48.7758, longitude: 9.1829)
    (event.categories, event.status, event.sequence) = (["a,b", "c"], .tentative, 2)
    (event.url, event.organizer) = ("https://example.org/?a=b;c", "mailto:m@example.org")
    event.duration = ICalendarDuration(seconds: 5400)
    event.recurrenceID = event.recurrence.start
    (event.stamp, event.lastModified) = (try ICalendarTime(parsing: "20260101T000000Z"), nil)
    return event
  }

  @Test("gives what reading gives back")
  func roundTrip() throws {
    let events = [
      try Self.full(), ICalendarEvent(recurrence: RecurrenceSet(start: try ICalendarTime(parsing: "20260101"))),
    ]
    let items = try ICalendarReaderTests.items(Self.written(events))
    var read: [ICalendarEvent] = []
    for case .event(var event) in items {
      event.line = 0
      if event.uid == nil { event.stamp = nil }
      read.append(event)
    }
    #expect(read == events)
  }

  @Test("folds at 75 octets, ends lines with CR LF, and defines each zone once")
  func lines() throws {
    let text = Self.written([try Self.full(), try Self.full()])
    let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
    #expect(lines.last == "")
    #expect(lines.allSatisfy { $0.utf8.count <= 75 && !$0.contains("\n") })
    #expect(lines.contains { $0.utf8.count > 70 && $0.hasPrefix("SUMMARY") })
    #expect(lines.filter { $0 == "BEGIN:VTIMEZONE" }.count == 1)
  }

  @Test(
    "defines a zone so that it is read the same",
    arguments: ["Europe/Berlin", "Australia/Lord_Howe", "Pacific/Apia", "Asia/Kolkata"])
  func zones(name: String) throws {
    let zone = try #require(Zone(identifier: name))
    let start = ICalendarTime(try LocalDateTime(parsing: "2026-01-01T00:00"), .zone(zone))
    let text = Self.written([ICalendarEvent(recurrence: RecurrenceSet(start: start))]).replacing(name, with: "Own")
    guard case .event(let event)? = try ICalendarReaderTests.items(text).first,
      case .zone(let own) = event.recurrence.start.reference
    else {
      Issue.record("no event in \(text)")
      return
    }
    for step in 0..<15_000 {
      let instant = Instant(secondsSince1970: Int64(step) * 270_007)
      #expect(own.offset(at: instant) == zone.offset(at: instant), "\(instant)")
    }
  }

  @Test("cannot be led to write another line")
  func injection() throws {
    var event = ICalendarEvent(recurrence: RecurrenceSet(start: try ICalendarTime(parsing: "20260101")))
    event.uid = "1"
    event.url = "x\r\nSTATUS:CANCELLED"
    event.summary = "y\r\nSTATUS:CANCELLED"
    let items = try ICalendarReaderTests.items(Self.written([event]))
    guard case .event(let read)? = items.first else { throw ICalendarError(line: 0, uid: nil, problem: "\(items)") }
    #expect(read.status == nil)
    #expect(read.summary == "y\nSTATUS:CANCELLED")
  }
}
