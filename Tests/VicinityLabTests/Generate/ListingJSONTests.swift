import CivilTime
import Geography
import Testing
import VicinityLab

@testable import Vicinity

@Suite struct ListingJSONTests {
  @Test func `only what is known is written`() {
    let bar = Listing(id: "b", kind: .bar, coordinate: Coordinate(latitude: 48.7758, longitude: -9.25))
    #expect(bar.jsonText == #"{"id":"b","kind":"bar","lat":48.7758,"lon":-9.25}"#)
  }

  @Test func `a couch has its nights`() throws {
    var couch = Listing(id: "c", kind: .couch, coordinate: Coordinate(latitude: 0.12345678, longitude: 180))
    couch.price = Price(amount: 12.5, currency: "EUR")
    couch.guests = 2
    couch.host = "member-9"
    let from = try #require(LocalDate(year: 2026, month: 12, day: 1))
    couch.unavailable = [try #require(Nights(from: from, to: from + 4))]
    #expect(
      couch.jsonText == """
        {"id":"c","kind":"couch","lat":0.1234568,"lon":180,"price":12.5,"currency":"EUR","guests":2,"host":"member-9",\
        "unavailable":[["2026-12-01","2026-12-05"]]}
        """)
  }

  @Test func `an event tells its times with the offset of its place`() throws {
    var event = Listing(id: "e", kind: .event, coordinate: Coordinate(latitude: 1, longitude: 2))
    event.timeZone = "Europe/Berlin"
    event.starts = try Instant(parsing: "2026-11-27T19:00:00Z")
    event.ends = try Instant(parsing: "2026-11-28T00:00:00Z")
    event.name = "\"Jazz\"\nnight"
    #expect(
      event.jsonText == """
        {"id":"e","kind":"event","name":"\\"Jazz\\"\\nnight","lat":1,"lon":2,"timezone":"Europe/Berlin",\
        "starts":"2026-11-27T20:00:00+01:00","ends":"2026-11-28T01:00:00+01:00"}
        """)
  }

  @Test(arguments: [0, 1, 5000]) func `lines arrive whole and complete`(count: Int) throws {
    let generator = ListingGenerator(seed: 12, count: count)
    var text: [UInt8] = []
    generator.writeJSONLines { chunk in
      #expect(chunk.last == 0x0A)
      text += chunk
    }
    let lines = text.split(separator: 0x0A)
    #expect(lines.count == count)
    #expect(zip(lines, generator).allSatisfy { String(decoding: $0, as: UTF8.self) == $1.jsonText })
  }
}
