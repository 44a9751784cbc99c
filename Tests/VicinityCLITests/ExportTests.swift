import CivilTime
import Foundation
import TestSupport
import Testing
import VicinityFormats

@testable import Vicinity

@Suite("Exports of many listings")
struct ExportTests {
  @Test("are what an answer with all of them is, although they are written in pieces", arguments: ["csv", "geojson"])
  func pieces(format: String) throws {
    let folder = try WorkFolder()
    let made = try folder.shell(
      """
      (vicinity generate listings --count 350; echo '{"id":"own","kind":"bar","lat":48,"lon":9,"zeta":1,"alpha":"b"}'
        ) | vicinity import - --source s --catalog c.gpkg
      """)
    #expect(made.status == 0, "\(made.error)")
    let catalog = try Catalog(path: folder.url.appending(path: "c.gpkg").path)
    var listings: [Listing] = []
    try catalog.forEachListing(nil, asTold: false, withPrivatePlaces: false) { listings.append($0) }
    #expect(listings.count == 351)
    let answer = Answer(
      exporting: listings, fields: Field.withoutQuestion.filter(Field.ofListing.contains),
      own: format == "csv" ? [] : ["alpha", "zeta"], at: Instant(secondsSince1970: 0))
    var (csv, geojson) = (CSVWriter(), GeoJSONWriter())
    let whole = format == "csv" ? csv.text(of: answer) : geojson.text(of: answer)
    #expect(try folder.shell("vicinity export --format \(format) --catalog c.gpkg").output == whole)
  }

  @Test("name the custom fields that no listing has", arguments: ["zeta", "beta"])
  func unknown(field: String) throws {
    let folder = try WorkFolder()
    let run = try folder.shell(
      """
      echo '{"id":"own","kind":"bar","lat":48,"lon":9,"zeta":1}' > a.jsonl; vicinity import a.jsonl --catalog c.gpkg
      vicinity export --format geojson --fields id,\(field) --catalog c.gpkg
      """)
    #expect((run.status == 0) == (field == "zeta"), "\(run.error)")
    #expect(run.output.contains("zeta") == (field == "zeta"))
  }
}
