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
      exporting: listings, fields: Field.withoutQuestion.filter(Field.ofListing.contains) + [.names],
      own: format == "csv" ? [] : ["alpha", "zeta"], at: Instant(secondsSince1970: 0))
    var (csv, geojson) = (CSVWriter(), GeoJSONWriter())
    let whole = format == "csv" ? csv.text(of: answer) : geojson.text(of: answer)
    #expect(try folder.shell("vicinity export --format \(format) --catalog c.gpkg").output == whole)
  }

  /// Whether a command succeeds.
  private static func works(_ command: String) -> Bool { (try? WorkFolder().shell(command).status) == 0 }

  private static let hasGDAL = works("ogr2ogr --version")
  private static let hasParquet = works("python3 -c 'import pyarrow.parquet' || python3 -c 'import duckdb'")

  private static func isInstalled(_ format: String) -> Bool {
    switch format {
    case "flatgeobuf": hasGDAL
    case "geoparquet": hasParquet
    default: true
    }
  }

  /// One listing of each kind with everything that other formats than JSON Lines carry.
  private static let rich = #"""
    [{"id":"7","kind":"bar","name":"2026-01-01","names":{"en":"New, Year: bar","fr":"\"An\""},"lat":48.7758459,
    "lon":9.1829321,"timezone":"Europe/Berlin","tags":["a;b","wine"],"price":4.5,"currency":"EUR","priceLevel":2,
    "rating":4.25,"ratingCount":12,"openingHours":"Mo-Su 18:00-02:00","region":"DE-BW","accessible":"limited",
    "operatingStatus":"temporarily closed","host":"member-1","address":"Weg 1, 70173 Stuttgart","phone":"0711",
    "url":"https://example.org/?a=1,2","image":"https://example.org/1.jpg",
    "images":["https://example.org/2.jpg?a;b","https://example.org/3.jpg"],
    "links":{"instagram":"https://example.org/i, j: k","payment":"https://example.org/p"},
    "description":"=1 \"quoted\"\nsecond line","music":["jazz","hard; rock"],"since":"1999-05-01","stars":4,"vegan":true},
    {"id":"b","kind":"event","name":"Concert","lat":48.7,"lon":9.1,"timezone":"Europe/Berlin",
    "starts":"2026-11-27T20:00:00+01:00","ends":"2026-11-28T01:00:00+01:00","recurrence":"FREQ=WEEKLY;COUNT=3",
    "status":"postponed","capacity":50,"venue":"7"},
    {"id":"c","kind":"event","name":"Fair","lat":48.7,"lon":9.1,"timezone":"Europe/Berlin","starts":"2026-11-27",
    "ends":"2026-11-29"},
    {"id":"d","kind":"couch","name":"Sofa","lat":48.7,"lon":9.1,"timezone":"Europe/Berlin","guests":2,
    "minNights":2,"maxNights":9,"advanceNotice":3,"cancellationNotice":1,"host":"member-2"}]
    """#

  @Test(
    "are imported again with all fields that the format has",
    arguments: ["jsonl", "geojson", "geojsonseq", "csv", "flatgeobuf", "geoparquet"].filter(isInstalled))
  func again(format: String) throws {
    let folder = try WorkFolder()
    try Self.rich.write(to: folder.url.appending(path: "rich.json"), atomically: true, encoding: .utf8)
    let run = try folder.shell(
      """
      echo '[]' > none.json
      for c in a.gpkg b.gpkg; do
        vicinity import none.json --replace-source --allow-empty --catalog $c
        for f in "music list" "since date" "stars number" "vegan boolean"; do
          set -- $f; vicinity field add $1 --type $2 --catalog $c
        done
      done > /dev/null
      vicinity import rich.json --catalog a.gpkg > /dev/null
      vicinity export --format \(format) --catalog a.gpkg -o again.data
      vicinity import again.data --catalog b.gpkg > report
      for c in a b; do vicinity export --format jsonl --catalog $c.gpkg | sort > $c.jsonl; done
      diff a.jsonl b.jsonl && wc -l < b.jsonl
      """)
    #expect(run.output == "4\n", "\(run.error)")
  }

  @Test(
    "without listings are files that other programs read",
    .enabled(if: hasGDAL && hasParquet, "GDAL and pyarrow or duckdb are not installed"))
  func empty() throws {
    let folder = try WorkFolder()
    let run = try folder.shell(
      """
      vicinity import datasets/stuttgart-bars.jsonl > /dev/null
      vicinity export --kind couch -o e.fgb; vicinity export --kind couch -o e.parquet
      ogrinfo -so e.fgb listings | grep -e 'Feature Count' -e 'Geometry:'
      for f in e.fgb e.parquet; do vicinity import $f --source $f > /dev/null || echo $f cannot be imported; done
      """)
    #expect(run.output == "Geometry: Point\nFeature Count: 0\n", "\(run.error)")
  }

  @Test(
    "do not load Python modules from the current folder",
    .enabled(if: hasParquet, "pyarrow and duckdb are not installed"))
  func modules() throws {
    let folder = try WorkFolder()
    let run = try folder.shell(
      """
      vicinity import datasets/stuttgart-bars.jsonl > /dev/null
      echo 'print("foreign")' | tee json.py struct.py > decimal.py
      vicinity export -o a.parquet && vicinity import a.parquet --catalog b.gpkg > /dev/null && vicinity export \
        --format jsonl --catalog b.gpkg | wc -l
      """)
    #expect(run.output == "64\n", "\(run.error)")
  }

  @Test("name the custom fields that no listing has", arguments: ["zeta", "beta", "names"])
  func unknown(field: String) throws {
    let folder = try WorkFolder()
    let run = try folder.shell(
      """
      echo '{"id":"own","kind":"bar","lat":48,"lon":9,"zeta":1}' > a.jsonl; vicinity import a.jsonl --catalog c.gpkg
      vicinity export --format geojson --fields id,\(field) --catalog c.gpkg
      """)
    #expect((run.status == 0) == (field != "beta"), "\(run.error)")
    #expect(run.output.contains("zeta") == (field == "zeta"))
  }
}
