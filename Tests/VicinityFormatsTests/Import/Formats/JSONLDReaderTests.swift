import CivilTime
import Geography
import TestSupport
import Testing
import VicinityFormats

@testable import Vicinity

@Suite("JSON-LD")
struct JSONLDReaderTests {
  private static let event = #"""
    {"@context":"https://schema.org","@type":"MusicEvent","@id":"https://example.org/e/1","name":"Jazz &amp; more",
     "startDate":"2026-11-27T20:00","endDate":"2026-11-28T01:00","eventStatus":"https://schema.org/EventPostponed",
     "location":{"@type":"Place","name":"Keller","geo":{"latitude":"48.7758","longitude":9.1829},
       "address":{"streetAddress":"Hauptstr. 1 &ndash; Hof","postalCode":"70173","addressLocality":"Stuttgart"}},
     "offers":[{"price":"15.00","priceCurrency":"EUR"},{"price":12,"priceCurrency":"EUR"}],
     "organizer":{"@type":"Organization","name":"Verein &amp; Co"},"keywords":"Live, Late Night","maximumAttendeeCapacity":80,
     "image":["https://example.org/a.jpg"],"url":"https://example.org/jazz"}
    """#

  private static func read(_ text: String) throws -> (ListSink, ImportReport) {
    try ImportSource(text).read { $0.timeZone = "Europe/Berlin" }
  }

  @Test("an event of schema.org finds its place")
  func properties() throws {
    var expected = Listing(
      id: "https://example.org/e/1", kind: .event, coordinate: Coordinate(latitude: 48.7758, longitude: 9.1829))
    expected.name = "Jazz & more"
    expected.starts = try Instant(parsing: "2026-11-27T20:00:00+01:00")
    expected.ends = try Instant(parsing: "2026-11-28T01:00:00+01:00")
    expected.status = .postponed
    expected.tags = ["late-night", "live", "music"]
    expected.price = Price(minorUnits: 1200, currency: "EUR")
    (expected.host, expected.capacity) = ("Verein & Co", 80)
    expected.address = "Keller, Hauptstr. 1 – Hof, 70173 Stuttgart"
    (expected.image, expected.url) = ("https://example.org/a.jpg", "https://example.org/jazz")
    var listing = try #require(try Self.read(Self.event).0.listings.first)
    #expect(listing.timeZone == "Europe/Berlin")
    listing.timeZone = nil
    #expect(listing == expected)
  }

  @Test(
    "a wrong capacity or status rejects an event, a wrong rating is left out",
    arguments: [
      (#""maximumAttendeeCapacity":"20 people""#, 1, []), (#""eventStatus":"EventCancelledd""#, 1, []),
      (#""aggregateRating":{"ratingValue":"good","ratingCount":3}"#, 0, ["rating"]),
      (#""maximumAttendeeCapacity":"20""#, 0, []),
    ] as [(String, Int, [String])])
  func wrongTerms(member: String, rejected: Int, leftOut: [String]) throws {
    let wrong = Self.short.dropLast().replacing(#""@id":"x""#, with: #""@id":"y""#) + ",\(member)}"
    let (_, report) = try Self.read(Self.short + "\n" + wrong + "\n")
    #expect(report.rejectedCount == rejected)
    #expect(report.leftOut.map(\.code) == leftOut)
  }

  private static let short =
    #"{"@type":"Event","@id":"x","startDate":"2026-11-27","location":{"geo":{"latitude":1,"longitude":2}}}"#
  private static let page = #"{"@type":"WebPage","name":"Events"}"#

  static let forms: [(String, Int)] = [
    (short, 0), ("[\(page),\(short)]", 1), ("{\"@context\": {\"a\":\"b\"}, \"@graph\": [\n\(short),\(page)]}", 1),
    ("\(short)\n\(page)\n", 1),
    ("{\"@type\":\"ItemList\",\n\"itemListElement\":[{\"@type\":\"ListItem\",\"item\":\(short)}]}", 0),
    (
      "<!doctype html><html><head>\n<script type='application/ld+json'>\(page)</script>\n"
        + "<script type=\"application/ld+json\">\n[\(short)]</script></head></html>", 1
    ),
  ]

  @Test("events are found anywhere", arguments: forms)
  func form(text: String, skipped: Int) throws {
    let (sink, report) = try Self.read(text)
    #expect(sink.listings.map(\.id) == ["x"])
    #expect(sink["x"]?.allDay == true)
    #expect(report.skippedCount == skipped)
  }

  /// An eventSchedule; recurrence, start, end.
  static let schedules: [(String, String, String, String?)] = [
    (
      #""repeatFrequency":"P1W","byDay":["https://schema.org/Friday","Saturday"],"startTime":"20:00","endTime":"01:00","endDate":"2026-12-31""#,
      "FREQ=WEEKLY;BYDAY=FR,SA;UNTIL=20261231", "2026-11-27T20:00:00+01:00", "2026-11-28T01:00:00+01:00"
    ),
    (
      #""repeatFrequency":"P2W","byDay":"MO","startTime":"20:00:00+01:00","duration":"PT2H","repeatCount":5"#,
      "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO;COUNT=5", "2026-11-27T20:00:00+01:00", "2026-11-27T22:00:00+01:00"
    ),
    (
      #""repeatFrequency":"Monthly","byDay":"Friday","byMonthWeek":1,"startTime":"20:00","exceptDate":["2026-12-04"]"#,
      "RRULE:FREQ=MONTHLY;BYDAY=1FR\nEXDATE;VALUE=DATE:20261204", "2026-11-27T20:00:00+01:00", nil
    ),
  ]

  @Test("a schedule becomes a rule", arguments: schedules)
  func schedule(members: String, rule: String, starts: String, ends: String?) throws {
    let text =
      #"{"@type":"Event","@id":"x","startDate":"2026-11-27","latitude":1,"longitude":2,"eventSchedule":{"@type":"Schedule",\#(members)}}"#
    let (sink, report) = try Self.read(text)
    let listing = try #require(sink["x"])
    #expect(listing.recurrence == rule)
    #expect(report.recurrences.understood == 1)
    let zone = try #require(Zone(identifier: "Europe/Berlin"))
    #expect(listing.starts?.iso8601(in: zone) == starts)
    #expect(listing.ends?.iso8601(in: zone) == ends)
  }

  @Test("an event on the net alone is left out, one without a coordinate rejected")
  func nowhere() throws {
    let online = #"{"@type":"Event","startDate":"2026-11-27","location":{"@type":"VirtualLocation","url":"https://x"}}"#
    let words = #"{"@type":"Event","startDate":"2026-11-27","location":"Town hall"}"#
    let (sink, report) = try Self.read("[\(online),\(words),\(Self.short)]")
    #expect(sink.listings.count == 1)
    #expect(report.skipped.map(\.code) == ["online event"])
    #expect(report.rejected.first?.example?.contains("Town hall") == true)
  }

  static let hours: [(members: String, text: String?)] = [
    (#""openingHours":["Mo-Fr 17:00-01:00","Sa 12:00-24:00"]"#, "Mo-Fr 17:00-01:00; Sa 12:00-24:00"),
    (#""openingHoursSpecification":\#(times("Monday", "17:00:00", "01:00:00"))"#, "Mo 17:00-01:00"),
    (#""openingHoursSpecification":\#(times("Monday", "5:00 PM", "1:00 AM"))"#, "Mo 17:00-01:00"),
    (#""openingHoursSpecification":\#(times("https://schema.org/Monday", "9am", "12:30pm"))"#, "Mo 09:00-12:30"),
    (#""openingHoursSpecification":\#(times("Monday", "T09:00+01:00", "2026-11-28T17:00"))"#, "Mo 09:00-17:00"),
    (#""openingHoursSpecification":\#(times("Monday", "00:00", "23:59"))"#, "Mo 00:00-24:00"),
    (#""openingHoursSpecification":\#(times("Monday", "00:00", "00:00"))"#, "Mo off"),
    (#""openingHoursSpecification":\#(times("Monday", "open", "late"))"#, nil),
    (#""openingHoursSpecification":\#(times("Monday", "9", "17"))"#, nil),
    (#""openingHoursSpecification":{"dayOfWeek":"Monday","opens":"09:00"}"#, nil),
  ]

  private static func times(_ day: String, _ opens: String, _ closes: String) -> String {
    #"{"@type":"OpeningHoursSpecification","dayOfWeek":"\#(day)","opens":"\#(opens)","closes":"\#(closes)"}"#
  }

  @Test("a place has its hours, or none if a part of them is not understood", arguments: hours)
  func place(members: String, text: String?) throws {
    let place = #"{"@type":"BarOrPub","@id":"p","name":"Keller","geo":{"latitude":1,"longitude":2},\#(members)}"#
    let bar = try #require(try Self.read(place).0["p"])
    #expect(bar.kind == .bar && bar.name == "Keller" && bar.openingHours == text)
  }
}
