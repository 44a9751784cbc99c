import Foundation
import TestSupport
import Testing

@testable import Recurrence

@Suite(
  "Calendars of others",
  .enabled(if: SharedData.hasEvents, "the shared data is not beside the package; set VICINITY_SHARED"))
struct RealCalendarTests {
  static func items(_ name: String) throws -> [ICalendarItem] {
    let path = SharedData.events.appendingPathComponent(name).path
    let bytes = try Project.output(of: ["gzip", "-dc", path]).bytes
    return try ICalendarReaderTests.items(String(decoding: bytes, as: UTF8.self), chunk: 65_536)
  }

  @Test("of a district are read completely, including folded and escaped texts")
  func district() throws {
    let events = try Self.items("muenster_coerde_events.ics.gz").compactMap { item in
      if case .event(let event) = item { event } else { nil }
    }
    #expect(events.count == 143)
    #expect(events.allSatisfy { $0.uid != nil && $0.summary != nil && $0.remarks.isEmpty && $0.status == .confirmed })
    #expect(
      events[0].location
        == "Treffpunkt Parkplatz an der Dyckburgkirche, Dyckburger Str. 224, 48157 Münster, Münster-Coerde")
  }

  @Test("with every oddity give events and errors, and what was read is written so that it is read the same")
  func oddities() throws {
    let items = try Self.items("libical_large.ics.gz")
    var (events, errors): ([ICalendarEvent], [ICalendarError]) = ([], [])
    for item in items {
      switch item {
      case .event(let event): events.append(event)
      case .error(let error): errors.append(error)
      }
    }
    // 1458 in all; 390 of the errors are replies to invitations, which need no DTSTART.
    #expect(events.count == 1008)
    #expect(errors.count == 450)
    #expect(errors.filter { $0.problem.contains("DTSTART") }.count == 390)
    for event in events { try check(event) }
  }

  private func check(_ event: ICalendarEvent) throws {
    let copy = try ICalendarReaderTests.items(ICalendarWriterTests.written([event])).first
    guard case .event(let read)? = copy else {
      Issue.record("\(event): \(String(describing: copy))")
      return
    }
    #expect(read.summary == event.summary)
    #expect(
      read.recurrence.occurrences().prefix(50).map(\.instant)
        == event.recurrence.occurrences().prefix(50).map(\.instant))
  }
}
