import CivilTime
import Foundation
import Geography
import Recurrence
import TestSupport
import Testing

@testable import Vicinity
@testable import VicinityFormats

@Suite("Export as a calendar")
struct ICalendarExportTests {
  static let lines = [
    #"{"id":"weekly","kind":"event","name":"Größe, \"Jazz\"","lat":48.7758,"lon":9.1829,"timezone":"Europe/Berlin","tags":["jazz","live"],"starts":"2026-10-16T20:00","ends":"2026-10-17T01:00","recurrence":"FREQ=WEEKLY;BYDAY=FR;COUNT=10","address":"Hauptstr. 1","url":"https://example.org","description":"Two\nlines"}"#,
    #"{"id":"lines","kind":"event","lat":1.5,"lon":-2.25,"timezone":"America/New_York","starts":"2026-10-25T09:30","recurrence":"RRULE:FREQ=DAILY;UNTIL=20261110\nRDATE;TZID=America/New_York:20261201T100000\nEXDATE;TZID=America/New_York:20261026T093000"}"#,
    #"{"id":"days","kind":"event","lat":1,"lon":2,"timezone":"Europe/Berlin","starts":"2026-11-27","ends":"2026-11-29","recurrence":"FREQ=YEARLY;COUNT=3","status":"cancelled"}"#,
    #"{"id":"once","kind":"event","lat":1,"lon":2,"timezone":"Europe/Berlin","starts":"2026-11-27T20:00"}"#,
    #"{"id":"utc","kind":"event","lat":1,"lon":2,"starts":"2026-11-27T20:00:00Z","recurrence":"FREQ=MONTHLY;COUNT=4"}"#,
    #"{"id":"without","kind":"event","lat":1,"lon":2,"timezone":"Europe/Berlin","starts":"2026-10-20T18:00","recurrence":"RRULE:FREQ=DAILY;COUNT=9\nEXDATE;VALUE=DATE:20261022,20261027"}"#,
    #"{"id":"until","kind":"event","lat":1,"lon":2,"timezone":"Europe/Berlin","starts":"2026-10-20T18:00","recurrence":"FREQ=DAILY;UNTIL=20261030T170000Z"}"#,
  ]

  private static func events() throws -> [Listing] {
    let sink = try ImportSource(lines.joined(separator: "\n")).read().0
    #expect(sink.listings.count == lines.count)
    return sink.listings
  }

  private static func file() throws -> ImportSource {
    var export = ICalendarExport(name: "Evenings", now: SeededWorld.now)
    for event in try events() {
      let isAdded = export.add(event)
      #expect(isAdded)
    }
    return try ImportSource(export.finish(), name: "evenings.ics")
  }

  @Test("an exported file is imported as the same events")
  func roundTrip() throws {
    let again = try Self.file().read {
      ($0.near, $0.timeZone) = (Coordinate(latitude: 0, longitude: 0), "Europe/Berlin")
    }.0
    for event in try Self.events() {
      var back = try #require(again[event.id])
      #expect(
        try back.recurrenceSet()?.occurrences().map(\.instant) == event.recurrenceSet()?.occurrences().map(\.instant))
      (back.recurrence, back.timeZone) = (event.recurrence, event.timeZone)
      #expect(back == event, "\(back.jsonText)\n\(event.jsonText)")
    }
  }

  static let python = ProcessInfo.processInfo.environment["VICINITY_PYTHON"] ?? "python3"

  static var hasPython: Bool {
    do { return try Project.output(of: [python, "-c", "import icalendar, dateutil"]).status == 0 } catch {
      return false
    }
  }

  @Test(
    "Python's icalendar and dateutil find the same occurrences",
    .enabled(
      if: hasPython, "Python's icalendar and dateutil are not installed; VICINITY_PYTHON names one that has them"))
  func otherReader() throws {
    let script = Project.root.appending(path: "scripts/compare-icalendar").path
    let output = try Project.output(of: [Self.python, script, try Self.file().keep()])
    #expect(output.status == 0)
    let expected = try Self.events().map { event in
      let set = try #require(try event.recurrenceSet())
      // The script prints a date as its midnight in UTC.
      let instants = set.occurrences().prefix(40).map { "\($0.instant.secondsSince1970)" }
      return ([event.id] + instants).joined(separator: "\t")
    }
    #expect(String(decoding: output.bytes, as: UTF8.self).split(separator: "\n").map(String.init) == expected)
  }

  @Test("an answer has every event once, couches with the stay, and no bars")
  func answer() throws {
    var couch = Listing(id: "couch", kind: .couch, coordinate: Coordinate(latitude: 1, longitude: 2))
    couch.name = "Sofa"
    let bar = Listing(id: "bar", kind: .bar, coordinate: couch.coordinate)
    let event = try Self.events()[3]
    let matches = [event, event, couch, bar].map { Answer(showing: $0, at: SeededWorld.now).matches[0] }
    let answer = Answer(matches: matches, fields: ICalendarAnswerWriter.queryFields, now: SeededWorld.now)
    var writer = ICalendarAnswerWriter()
    let text = writer.text(of: answer)
    #expect(text.components(separatedBy: "BEGIN:VEVENT").count == 2)
    #expect(writer.leftOut == [.bar: 1, .couch: 1])
    var staying = ICalendarAnswerWriter(stay: Nights("2026-12-01", "2026-12-05"))
    let stays = staying.text(of: answer)
    #expect(stays.contains("UID:couch/2026-12-01/2026-12-05\r\n"))
    #expect(stays.contains("DTEND;VALUE=DATE:20261205\r\n"))
    #expect(staying.leftOut == [.bar: 1])
  }

  @Test("a single occurrence is exported with the length of the event")
  func occurrence() throws {
    let event = try Self.events()[0]
    var export = ICalendarExport(now: SeededWorld.now)
    let isAdded = export.add(event, from: try Instant(parsing: "2026-10-30T20:00:00+01:00"))
    #expect(isAdded)
    let text = String(decoding: export.finish(), as: UTF8.self)
    for line in [
      "UID:weekly/", "DTSTART;TZID=Europe/Berlin:20261030T200000", "DTEND;TZID=Europe/Berlin:20261031T010000",
    ] {
      #expect(text.contains(line), "\(line)")
    }
    #expect(!text.contains("RRULE"))
  }
}
