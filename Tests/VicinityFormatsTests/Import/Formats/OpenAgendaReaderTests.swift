import CivilTime
import Geography
import TestSupport
import Testing

@testable import Vicinity
@testable import VicinityFormats

@Suite("OpenAgenda") struct OpenAgendaReaderTests {
  private static func session(_ day: Int, _ from: Int, _ to: Int) -> String {
    #"{"begin":"2026-12-0\#(day)T\#(from):00:00+01:00","end":"2026-12-0\#(day)T\#(to):00:00+01:00"}"#
  }

  @Test("an answer of the API: languages, place, sessions of different lengths, state")
  func api() throws {
    let text = """
      {"total":3,"events":[
      {"uid":7,"title":{"fr":"Bal &amp; Fête"},"description":{"fr":"Un bal."},"conditions":{"fr":"5 €"},
       "keywords":{"fr":["bal","Danse Folk"]},"status":6,"attendanceMode":1,
       "location":{"name":"Salle","address":"Rue 1","latitude":48.85,"longitude":2.35,"timezone":"Europe/Paris"},
       "image":{"base":"https://cdn.example/","filename":"a.jpg"},
       "timings":[\(Self.session(2, 20, 22)),\(Self.session(1, 20, 22)),\(Self.session(3, 18, 23))]},
      {"uid":8,"title":{"en":"Online"},"attendanceMode":2,"timings":[\(Self.session(1, 10, 11))]},
      {"uid":9,"title":{"en":"No place"},"timings":[\(Self.session(1, 10, 11))]}]}
      """
    let (sink, report) = try ImportSource(text, name: "agenda.json").read()
    #expect(report.format == .openagenda && report.skipped.map(\.code) == ["online event"])
    #expect(report.rejected.map(\.code) == ["coordinate-missing"])
    let event = try #require(sink["openagenda/7"])
    #expect(event.name == "Bal & Fête" && event.address == "Salle, Rue 1" && event.status == .cancelled)
    #expect(event.price == Price(minorUnits: 500, currency: "EUR") && event.image == "https://cdn.example/a.jpg")
    #expect(event.tags == ["bal", "danse-folk"] && event.timeZone == "Europe/Paris")
    #expect(event.starts == (try Instant(parsing: "2026-12-01T20:00:00+01:00")))
    #expect(event.ends == (try Instant(parsing: "2026-12-01T22:00:00+01:00")))
    #expect(
      event.recurrence == "RDATE:20261202T190000Z\nRDATE;VALUE=PERIOD:20261203T170000Z/20261203T220000Z")
  }

  @Test("a row of the data set, whose keys end with a language and whose sessions are JSON in a text")
  func dataSet() throws {
    let text = """
      {"uid":"12","title_fr":"Visite","conditions_fr":"Gratuit","keywords_fr":["visite"],\
      "timings":"[\(Self.session(1, 10, 12).replacing("\"", with: "\\\""))]",\
      "location_coordinates":{"lon":2.3,"lat":48.8},"status":"{\\"id\\": 1}","attendancemode":"{\\"id\\": 1}"}
      """
    let (sink, report) = try ImportSource(text, name: "events.jsonl").read()
    #expect(report.format == .openagenda)
    let event = try #require(sink["openagenda/12"])
    #expect(event.name == "Visite" && event.price?.minorUnits == 0 && event.status == nil && event.recurrence == nil)
  }

  @Test("of a long series the sessions that are over are left out, then the last ones")
  func longSeries() throws {
    let day = try Instant(parsing: "2026-01-01T18:00:00Z")
    let timings = (0..<1000).map { number in
      let begin = day + Int64(number) * 86_400
      return #"{"begin":"\#(begin)","end":"\#(begin + 3600)"}"#
    }
    let text =
      #"{"uid":1,"title":{"en":"Daily"},"location":{"latitude":48,"longitude":2},"timings":["#
      + timings.joined(separator: ",") + "]}"
    let now = day + 100 * 86_400 + 60
    let (sink, report) = try ImportSource(text, name: "daily.jsonl").read { $0.now = now }
    let event = try #require(sink["openagenda/1"])
    #expect(event.starts == day + 100 * 86_400)
    #expect(event.recurrence?.split(separator: ",").count == 289)
    #expect(report.leftOut.first?.example == "710 of 1000")
  }
}
