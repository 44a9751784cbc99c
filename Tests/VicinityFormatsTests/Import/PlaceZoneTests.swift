import CivilTime
import TestSupport
import Testing

@testable import Vicinity
@testable import VicinityFormats

@Suite("Local times without a zone are read in that of the nearest place") struct PlaceZoneTests {
  static let files: [(format: String, text: String)] = [
    ("jsonl", #"{"id":"e","kind":"event","lat":46.5,"lon":24.5,"starts":"2026-11-27T20:00"}"#),
    ("csv", "id,kind,lat,lon,starts\ne,event,46.5,24.5,2026-11-27T20:00\n"),
    (
      "jsonld",
      #"{"@type":"Event","@id":"e","startDate":"2026-11-27T20:00","location":{"geo":{"latitude":46.5,"longitude":24.5}}}"#
    ),
    (
      "ics",
      """
      BEGIN:VCALENDAR
      BEGIN:VEVENT
      UID:e
      GEO:46.5;24.5
      DTSTART:20261127T200000
      END:VEVENT
      END:VCALENDAR
      """
    ),
    (
      "geojson",
      #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[24.5,46.5]},"#
        + #""properties":{"id":"e","kind":"event","starts":"2026-11-27T20:00"}}]}"#
    ),
  ]

  @Test(arguments: files)
  func zones(format: String, text: String) throws {
    let temporary = try GazetteerWorld.catalog()
    let report = try Importer(path: ImportSource(text, name: "e.\(format)").keep()).run(into: temporary.catalog)
    #expect(report.format.rawValue == format)
    #expect(report.zones.fromGazetteer == 1)
    let event = try #require(try temporary.catalog.listing("e"))
    #expect(event.timeZone == "Europe/Bucharest")
    #expect(event.starts == Instant(secondsSince1970: 1_795_802_400))
  }
}
