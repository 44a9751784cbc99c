import CivilTime
import Geography
import Recurrence
import TestSupport
import Testing

@testable import Vicinity
@testable import VicinityFormats

@Suite("Revisions, zones and places of calendar events")
struct CalendarRevisionTests {
  private static func calendar(_ events: String..., head: String = "") -> String {
    let bodies = events.map { "BEGIN:VEVENT\n\($0)\nEND:VEVENT\n" }.joined()
    return "BEGIN:VCALENDAR\nVERSION:2.0\n\(head)\(bodies)END:VCALENDAR\n"
  }

  private static func read(
    _ text: String, _ configure: (inout ImportOptions) -> Void = { _ in }
  ) throws -> (ListSink, ImportReport) {
    try ImportSource(text, name: "town.ics").read(configure)
  }

  // MARK: What is off, and what is newest

  private static func event(_ uid: String, _ lines: String) -> String {
    "UID:\(uid)\nGEO:52.52;13.405\nDTSTART:20270101T200000Z\n\(lines)"
  }

  @Test(
    "an event is off by its status in many words, or by its title",
    arguments: [
      ("STATUS:CANCELED", EventStatus.cancelled), ("STATUS:cancelled", .cancelled), ("STATUS:Canceled ", .cancelled),
      ("STATUS:POSTPONED", .postponed), ("STATUS:ABGESAGT", .cancelled), ("STATUS:CONFIRMED", nil),
      ("STATUS:TENTATIVE", nil), ("STATUS:EventCancelled", .cancelled), ("STATUS:", nil),
      ("SUMMARY:CANCELED: Ball", .cancelled), ("SUMMARY:Cancelled - Ball", .cancelled),
      ("SUMMARY:[CANCELLED] Ball", .cancelled), ("SUMMARY:Ball (cancelled)", .cancelled),
      ("SUMMARY:*** POSTPONED *** Ball", .postponed), ("SUMMARY:ABGESAGT: Ball", .cancelled),
      ("SUMMARY:Ball – entfällt", .cancelled), ("SUMMARY:Annulé : Bal", .cancelled),
      ("SUMMARY:CANCELLED Jazz Night", .cancelled), ("SUMMARY:CANCELLED FLIGHTS", nil),
      ("SUMMARY:Ball – verschoben auf 5. Mai", .postponed), ("SUMMARY:Ball (postponed to 5/5 20:00)", .postponed),
      ("SUMMARY:Band: Cancelled Again Tonight", nil),
      ("SUMMARY:CANCELED: Ball\nSTATUS:CONFIRMED", .cancelled), ("SUMMARY:Cancelled Flights", nil),
      ("SUMMARY:Band: The Cancelled", nil), ("SUMMARY:Ball", nil), ("SUMMARY:Comedy: Cancel", nil),
    ] as [(String, EventStatus?)])
  func off(lines: String, status: EventStatus?) throws {
    let (sink, report) = try Self.read(Self.calendar(Self.event("a", lines)))
    #expect(sink["a"]?.status == status)
    let isByTitle = lines.hasPrefix("SUMMARY") && status != nil
    #expect(report.notes.contains { $0.contains("according to the title only") } == isByTitle)
  }

  @Test("an unknown status rejects its event, which could be cancelled")
  func unknownStatus() throws {
    let (sink, report) = try Self.read(
      Self.calendar(Self.event("a", "STATUS:GHOSTED"), Self.event("b", "STATUS:NEEDS-ACTION")))
    #expect(sink.listings.map(\.id) == ["b"])
    #expect(report.rejected.map(\.code) == ["unknown-status"], "\(report.rejected)")
  }

  @Test("METHOD:CANCEL calls all events of its calendar off, and no others")
  func method() throws {
    let text = Self.calendar(Self.event("a", ""), head: "METHOD:CANCEL\n") + Self.calendar(Self.event("b", ""))
    let (sink, _) = try Self.read(text)
    #expect(sink.listings.map(\.status) == [.cancelled, nil])
  }

  @Test(
    "the newest revision of an event is used, at any position",
    arguments: [
      ("SEQUENCE:0", "SEQUENCE:3", "new"), ("SEQUENCE:3", "SEQUENCE:0", "old"), ("SEQUENCE:1", "", "old"),
      ("SEQUENCE:2\nLAST-MODIFIED:20260101T000000Z", "SEQUENCE:2\nLAST-MODIFIED:20260201T000000Z", "new"),
      ("LAST-MODIFIED:20260301T000000Z", "LAST-MODIFIED:20260201T000000Z", "old"),
      ("DTSTAMP:20260101T000000Z", "DTSTAMP:20260102T000000Z", "new"),
      ("SEQUENCE:5\nDTSTAMP:20260101T000000Z", "SEQUENCE:4\nDTSTAMP:20270101T000000Z", "old"),
    ])
  func revisions(first: String, second: String, newest: String) throws {
    let text = Self.calendar(
      Self.event("a", "SUMMARY:old\n\(first)"), Self.event("b", ""), Self.event("a", "SUMMARY:new\n\(second)"))
    let (sink, report) = try Self.read(text)
    #expect(sink.listings.map(\.id).sorted() == ["a", "b"])
    #expect(sink["a"]?.name == newest)
    #expect(report.skipped.map { "\($0.code) \($0.count)" } == ["older revision 1"] && report.rejectedCount == 0)
  }

  @Test("the first of equal revisions is used, and the other is reported")
  func equalRevisions() throws {
    let (sink, report) = try Self.read(
      Self.calendar(Self.event("a", "SUMMARY:old"), Self.event("a", "SUMMARY:new")))
    #expect(sink["a"]?.name == "old")
    #expect(report.rejected.map(\.code) == ["duplicate-id"])
  }

  @Test("a cancellation with a higher number calls the event off")
  func cancellation() throws {
    let text =
      Self.calendar(Self.event("a", "SEQUENCE:1"), head: "METHOD:PUBLISH\n")
      + Self.calendar(Self.event("a", "SEQUENCE:2"), head: "METHOD:CANCEL\n")
    let (sink, _) = try Self.read(text)
    #expect(sink.listings.map(\.status) == [.cancelled])
  }

  @Test("the newest replacement of an occurrence counts, also where the zone of its RECURRENCE-ID differs")
  func replacedTwice() throws {
    let series = "UID:a\nGEO:1;2\nSUMMARY:series\nDTSTART;TZID=Europe/Berlin:20270105T200000\nRRULE:FREQ=WEEKLY;COUNT=3"
    let old =
      "UID:a\nGEO:1;2\nSUMMARY:old\nSEQUENCE:1\nRECURRENCE-ID;TZID=Europe/Berlin:20270112T200000\nDTSTART:20270112T210000Z"
    let new = "UID:a\nGEO:1;2\nSUMMARY:new\nSEQUENCE:2\nRECURRENCE-ID:20270112T190000Z\nDTSTART:20270112T220000Z"
    for events in [[series, old, new], [new, old, series]] {
      let (sink, report) = try Self.read(Self.calendar(events[0], events[1], events[2]))
      #expect(Set(sink.listings.map(\.name)) == ["series", "new"])
      #expect(report.skipped.map(\.code) == ["older revision"])
    }
    // A newer cancellation of the occurrence leaves none.
    let off = "UID:a\nGEO:1;2\nSEQUENCE:3\nRECURRENCE-ID:20270112T190000Z\nDTSTART:20270112T220000Z\nSTATUS:CANCELED"
    #expect(try Self.read(Self.calendar(series, old, new, head: "") + Self.calendar(off)).0.listings.count == 1)
  }

  // MARK: Zones and places

  @Test(
    "a zone is known by the names of Windows, too",
    arguments: [
      "W. Europe Standard Time", "w. europe standard time", "W. Europe Daylight Time",
      "\"(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna\"", "/mozilla.org/20070129_1/Europe/Berlin",
      "/freeassociation.sourceforge.net/Europe/Berlin", "/freeassociation.sourceforge.net/Tzfile/Europe/Berlin",
    ])
  func windowsZones(name: String) throws {
    let (sink, report) = try Self.read(
      Self.calendar("UID:a\nGEO:52.52;13.405\nDTSTART;TZID=\(name):20270717T190000"))
    #expect(sink["a"]?.starts == (try Instant(parsing: "2027-07-17T19:00:00+02:00")), "\(report.rejected)")
    #expect(sink["a"]?.timeZone == "Europe/Berlin")
  }

  @Test("an unknown zone is that of the import, with a note, or an error without one")
  func unknownZone() throws {
    let text = Self.calendar(
      "UID:a\nGEO:52.52;13.405\nDTSTART;TZID=Customized Time Zone:20270717T190000", Self.event("b", ""))
    #expect(try Self.read(text).1.rejectedCount == 1)
    let (sink, report) = try Self.read(text) { $0.timeZone = "Europe/Berlin" }
    #expect(sink["a"]?.starts == (try Instant(parsing: "2027-07-17T19:00:00+02:00")))
    #expect(
      report.leftOut.first?.example?.contains("\"Customized Time Zone\" is not known; read in Europe/Berlin") == true)
  }

  @Test("a time without a zone is in the only one that the file defines")
  func soleZone() throws {
    func zone(_ name: String) -> String {
      "BEGIN:VTIMEZONE\nTZID:\(name)\nBEGIN:STANDARD\nDTSTART:19700101T000000\nTZOFFSETFROM:-0500\nTZOFFSETTO:-0500\nEND:STANDARD\nEND:VTIMEZONE\n"
    }
    let floating = Self.event("x", "").replacing("DTSTART:20270101T200000Z", with: "DTSTART:20270101T200000")
    let day = Self.event("y", "").replacing("DTSTART:20270101T200000Z", with: "DTSTART;VALUE=DATE:20270101")
    let (sink, _) = try Self.read(Self.calendar(floating, day) + zone("America/New_York"))
    #expect(sink["x"]?.starts == (try Instant(parsing: "2027-01-01T20:00:00-05:00")))
    #expect(sink.listings.map(\.timeZone) == ["America/New_York", "America/New_York"])
    let two = Self.calendar(floating, Self.event("b", ""), head: zone("America/New_York") + zone("America/Chicago"))
    #expect(try Self.read(two).1.rejectedCount == 1)
    // The time zone of the import takes precedence.
    let (said, _) = try Self.read(Self.calendar(floating, head: zone("America/New_York"))) {
      $0.timeZone = "Europe/Berlin"
    }
    #expect(said["x"]?.starts == (try Instant(parsing: "2027-01-01T20:00:00+01:00")))
  }

  @Test(
    "a position is read in other spellings",
    arguments: [
      "GEO:51.33701,6.52919", "GEO:51.33701\\;6.52919", "GEO:51.33701\\,6.52919", "GEO:51\\,33701;6\\,52919",
      "GEO:51,33701;6,52919", "GEO:51.33701; 6.52919",
      "X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-TITLE=Mill:geo:51.33701,6.52919",
    ])
  func positions(line: String) throws {
    let (sink, report) = try Self.read(Self.calendar("UID:a\n\(line)\nDTSTART:20270101T200000Z")) { _ in }
    #expect(sink["a"]?.coordinate == Coordinate(latitude: 51.33701, longitude: 6.52919), "\(report.rejected)")
  }

  @Test("a position of zeros is imported with a note")
  func zeros() throws {
    let (_, report) = try Self.read(Self.calendar("UID:a\nGEO:0;0\nDTSTART:20270101T200000Z"))
    #expect(report.notes.contains { $0.hasPrefix("1 listing is at 0, 0 ") })
  }
}
