import CivilTime
import CodedErrors
import Foundation
import Geography
import TestSupport
import Testing

@testable import Vicinity
@testable import VicinityFormats

@Suite(.enabled(if: SharedFiles.isPresent, "the shared data is not there; VICINITY_SHARED names its folder"))
struct RealFileTests {
  /// File, listings accepted, rows rejected, rows skipped.
  static let imported: [(String, Int, Int, Int)] = [
    ("places/edinburgh_restaurants.geojson.gz", 735, 0, 0), ("places/markets_germany.geojson.gz", 879, 0, 38),
    ("places/munich_bars.geojson.gz", 312, 0, 0), ("places/munich_cafes.geojson.gz", 881, 0, 0),
    ("places/munich_pubs.geojson.gz", 283, 0, 0), ("places/munich_restaurants.geojson.gz", 2372, 0, 0),
    ("places/open_pubs_barnet.csv", 110, 1, 0), ("places/open_pubs_croydon.csv", 65, 1, 9),
    ("places/open_pubs_hammersmith-and-fulham.csv", 108, 1, 10), ("places/open_pubs_hounslow.csv", 111, 0, 0),
    ("places/open_pubs_islington.csv", 117, 55, 11), ("places/open_pubs_wandsworth.csv", 122, 7, 18),
    ("places/open_pubs_westminster.csv", 69, 9, 13), ("places/osm_veg_eurafrasia.geojsonl.gz", 45642, 0, 0),
    ("places/overpass_berkeley_shops.json.gz", 144, 0, 826), ("places/overpass_mechelen_bars.json.gz", 88, 0, 4),
    ("places/us_restaurants_export_2.geojson.gz", 2815, 0, 0),
    ("places/us_restaurants_export_3.geojson.gz", 2793, 0, 0),
    ("places/us_restaurants_export_alaska.geojson.gz", 14, 0, 0),
    ("places/us_restaurants_export_hawaii.geojson.gz", 39, 0, 0),
    ("lodging/albany_listings.csv.gz", 421, 0, 0), ("lodging/antwerp_listings.csv.gz", 2870, 0, 0),
    ("events/madrid_agenda_2022-12_latin1.csv.gz", 896, 44, 0), ("events/madrid_agenda_2018-05.json.gz", 961, 39, 0),
    ("events/muenster_coerde_events.ics.gz", 143, 0, 0), ("events/libical_large.ics.gz", 48, 960, 450),
    ("events/openagenda_paris.jsonl.gz", 436, 0, 4),
  ]

  /// The larger ones take longer than all others together.
  private static let tried = imported.filter { SlowTests.areEnabled || $0.1 < 500 || $0.0.contains("latin1") }

  @Test(arguments: tried)
  func aRealFileIsImported(file: String, accepted: Int, rejected: Int, skipped: Int) throws {
    let (sink, report) = try read(file)
    print(report.description)
    #expect(sink.listings.count == accepted)
    #expect(report.rejectedCount == rejected)
    #expect(report.skippedCount == skipped)
  }

  /// File, and text that the message or the remedy has to contain.
  static let refused: [(String, String)] = [
    ("places/munich_atms.geojson.gz", "includeType(Optional(\"amenity=atm\"))"),
    ("places/munich_banks.geojson.gz", "includeType(Optional(\"amenity=bank\"))"),
    ("places/munich_bus_stops.geojson.gz", "includeType(Optional(\"highway=bus_stop\"))"),
    ("places/munich_gyms.geojson.gz", "includeType(Optional(\"leisure=fitness_centre\"))"),
    ("places/munich_hospitals.geojson.gz", "includeType(Optional(\"amenity=hospital\"))"),
    ("places/munich_kindergartens.geojson.gz", "includeType(Optional(\"amenity=kindergarten\"))"),
    ("places/munich_parks.geojson.gz", "includeType(Optional(\"leisure=park\"))"),
    ("places/munich_pharmacies.geojson.gz", "includeType(Optional(\"amenity=pharmacy\"))"),
    ("places/munich_playgrounds.geojson.gz", "includeType(Optional(\"leisure=playground\"))"),
    ("places/munich_schools.geojson.gz", "includeType(Optional(\"amenity=school\"))"),
    ("places/munich_subway_stations.geojson.gz", "includeType(Optional(\"railway=subway_entrance\"))"),
    ("places/munich_supermarkets.geojson.gz", "includeType(Optional(\"shop=supermarket\"))"),
    ("places/munich_tram_stops.geojson.gz", "includeType(Optional(\"railway=tram_stop\"))"),
    ("places/openflights_airports.dat.gz", "id=1,name=2,lat=7,lon=8"),
    ("places/openflights_countries.dat.gz", "without coordinates"),
    ("lodging/albany_calendar.csv.gz", "importWithCalendar"),
    ("lodging/antwerp_calendar.csv.gz", "importWithCalendar"),
    ("events/muenster_coerde_events.csv.gz", "mapColumns(fields: [\"lat\""),
    ("events/muenster_coerde_events.json.gz", "elements(key: \"events\""),
    ("events/tech_conferences.jsonl.gz", "geocoded"),
    ("polygons/dirty_munich_districts_utm32.geojson.gz", "UTM"),
  ]

  @Test(arguments: refused)
  func aRealFileThatCannotBeUsedIsRefusedWithTheRemedy(file: String, words: String) throws {
    let error = #expect(throws: ImportError.self) { try read(file) }
    let told = error.map { "\($0) \(String(reflecting: $0.remedy))" } ?? ""
    print(told)
    #expect(told.contains(words), "\(told)")
  }

  @Test func noFileIsForgotten() throws {
    let known = Set(Self.imported.map(\.0) + Self.refused.map(\.0))
    for folder in ["places", "lodging", "events"] {
      for name in try FileManager.default.contentsOfDirectory(atPath: "\(SharedFiles.folder)/\(folder)") {
        #expect(known.contains("\(folder)/\(name)"), "\(name)")
      }
    }
  }

  @Test func nightsOfACalendarArriveAtTheirCouch() throws {
    let (sink, report) = try read("lodging/albany_listings.csv.gz") {
      $0.calendar = SharedFiles.folder + "/lodging/albany_calendar.csv.gz"
    }
    print(report.description)
    let couch = try #require(sink["2992450"])
    #expect(couch.unavailable.first?.from == LocalDate(year: 2024, month: 11, day: 5))
    #expect(couch.unavailable.reduce(0) { $0 + $1.count } == 146)
  }

  private func read(
    _ file: String, _ configure: (inout ImportOptions) -> Void = { _ in }
  ) throws -> (ListSink, ImportReport) {
    var options = ImportOptions()
    if file.contains("madrid") { options.timeZone = "Europe/Madrid" }
    if file.contains(".ics") {
      (options.near, options.timeZone) = (Coordinate(latitude: 52, longitude: 7.7), "Europe/Berlin")
    }
    configure(&options)
    let sink = ListSink()
    var report = try Importer(path: "\(SharedFiles.folder)/\(file)", options: options).read(into: sink)
    report.added = sink.listings.count
    return (sink, report)
  }
}
