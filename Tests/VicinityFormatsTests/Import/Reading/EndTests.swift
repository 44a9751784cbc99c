import CivilTime
import TestSupport
import Testing

@testable import Vicinity
@testable import VicinityFormats

@Suite("Ends before starts") struct EndTests {
  private static let rows = """
    id,name,lat,lon,starts,ends,timezone
    a,Till midnight,48,9,2027-01-05T20:00,2027-01-05T00:00,Europe/Berlin
    b,Till two,48,9,2027-01-05T20:00,2027-01-05T02:00,Europe/Berlin
    c,Wrong day,48,9,2027-01-05T20:00,2027-01-04T23:00,Europe/Berlin
    d,Same,48,9,2027-01-05T20:00,2027-01-05T20:00,Europe/Berlin
    e,Over the clock change,48,9,2027-03-27T22:00,2027-03-27T03:30,Europe/Berlin
    """

  @Test("of a table: on the same day they are those of the following one")
  func table() throws {
    let (sink, report) = try ImportSource(Self.rows, name: "events.csv").read()
    #expect(sink["a"]?.ends == (try Instant(parsing: "2027-01-06T00:00:00+01:00")))
    #expect(sink["b"]?.ends == (try Instant(parsing: "2027-01-06T02:00:00+01:00")))
    #expect(sink["c"]?.ends == nil && sink["d"]?.ends == nil && sink["c"]?.starts != nil)
    #expect(sink["e"]?.ends == (try Instant(parsing: "2027-03-28T03:30:00+02:00")))
    #expect(report.leftOut.map(\.code) == ["end before the start", "end that equals the start"])
    #expect(report.notes.contains { $0.hasPrefix("3 events end earlier on the day of the start") })
  }

  @Test("of JSON-LD")
  func jsonLD() throws {
    let (sink, report) = try ImportSource(
      #"{"@context":"https://schema.org","@type":"Event","@id":"x","name":"X","startDate":"2027-01-05T20:00:00+01:00","#
        + #""endDate":"2027-01-05T01:00:00+01:00","location":{"geo":{"latitude":48,"longitude":9}}}"#, name: "x.json"
    ).read { $0.timeZone = "Europe/Berlin" }
    #expect(sink["x"]?.ends == (try Instant(parsing: "2027-01-06T01:00:00+01:00")))
    #expect(report.notes.contains { $0.contains("\"X\"") })
  }

  @Test("a strict import rejects them")
  func strict() throws {
    let (sink, report) = try ImportSource(Self.rows, name: "events.csv").read { $0.timeZone = "Europe/Berlin" }
    #expect(sink.listings.count == 5 && report.rejectedCount == 0)
    let source = try ImportSource(Self.rows, name: "events.csv")
    var options = ImportOptions()
    options.isStrict = true
    #expect(throws: (any Error).self) { try Importer(path: source.path, options: options).read(into: ListSink()) }
  }
}
