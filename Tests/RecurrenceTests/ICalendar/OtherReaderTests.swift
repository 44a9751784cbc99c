import CivilTime
import Foundation
import TestSupport
import Testing

@testable import Recurrence

enum OtherReader {
  static let python = ProcessInfo.processInfo.environment["VICINITY_PYTHON"] ?? "python3"

  static let isPresent =
    (try? Project.output(of: [python, "-c", "import icalendar, dateutil"]).status) == 0
}

/// Python's icalendar and dateutil read our output; `VICINITY_PYTHON` names an interpreter that has both.
@Suite("Another reader", .enabled(if: OtherReader.isPresent, "Python's icalendar and dateutil are not installed"))
struct OtherReaderTests {
  static let rules =
    [
      ("FREQ=WEEKLY;BYDAY=FR;COUNT=10", "20261127T200000", "Europe/Berlin"),
      ("FREQ=DAILY;UNTIL=20260405T003000Z", "20260325T023000", "Europe/Berlin"),
      ("FREQ=MONTHLY;BYDAY=-1SU;COUNT=12", "20260125", nil),
      ("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;COUNT=3", "20240229T120000Z", nil),
      (
        "RRULE:FREQ=DAILY;COUNT=5\nEXDATE:20260102T090000\nRDATE:20260301T100000", "20260101T090000", "Australia/Sydney"
      ),
      ("FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "20260130T170000", "America/New_York"),
      ("FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU", "20260106T080000", nil),
      ("RDATE:20260401T090000", "20260101T090000Z", nil),
    ] as [(String, String, String?)]

  @Test("finds the same occurrences in an exported file")
  func equal() throws {
    var events: [ICalendarEvent] = []
    for (index, (text, start, zone)) in Self.rules.enumerated() {
      var event = ICalendarEvent(recurrence: try ExpansionTests.set(text, start, zone))
      event.uid = "event-\(index)"
      event.summary = String(repeating: "Größe, ", count: 20)
      events.append(event)
    }
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("vicinity-\(UUID().uuidString).ics")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(ICalendarWriterTests.written(events).utf8).write(to: file)
    let script = SharedData.package.appendingPathComponent("scripts/compare-icalendar").path
    let output = try Project.output(of: [OtherReader.python, script, file.path])
    let expected = events.map { event in
      let instants = event.recurrence.occurrences().prefix(40).map { "\($0.instant.secondsSince1970)" }
      return ([event.uid ?? ""] + instants).joined(separator: "\t")
    }
    #expect(output.status == 0)
    #expect(String(decoding: output.bytes, as: UTF8.self).split(separator: "\n").map(String.init) == expected)
  }
}
