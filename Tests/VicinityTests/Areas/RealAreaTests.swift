import Areas
import Geography
import TestSupport
import Testing
import VicinityLab

@testable import Vicinity

@Suite(.enabled(if: SharedFiles.isPresent, "the shared data is not there; VICINITY_SHARED names its folder"))
struct RealAreaTests {
  private static func path(_ name: String) -> String { "\(SharedFiles.folder)/polygons/\(name).geojson.gz" }

  /// File, property with the name, number of areas, number of areas that are valid without repair.
  static let files: [(String, String, Int)] = [
    ("antwerp", "name", 62), ("berlin", "name", 97), ("hamburg", "name", 103), ("new-york-city-boroughs", "name", 5),
    ("munich_stadtviertel_wgs84", "vi_nummer", 475), ("country_fji", "cca2", 1), ("country_nzl", "cca2", 1),
    ("country_kir", "cca2", 1), ("country_ata", "cca2", 1), ("country_ita", "cca2", 1), ("country_vat", "cca2", 1),
  ]

  @Test("real districts and countries are imported, mended where they must be", arguments: files)
  func imported(file: String, property: String, count: Int) throws {
    let catalog = try TemporaryCatalog()
    let areas = try AreaFile(path: Self.path(file), nameProperty: property)
    let report = try catalog.catalog.importAreas(areas, source: file, repair: true)
    #expect(report.added == count)
    #expect(try catalog.catalog.check().isEmpty)
  }

  @Test("districts in meters of a projection are refused, each with its place")
  func projected() throws {
    let catalog = try TemporaryCatalog()
    let areas = try AreaFile(path: Self.path("dirty_munich_districts_utm32"), nameProperty: "name")
    for repair in [false, true] {
      let error = try #require(throws: AreaFileError.self) {
        try catalog.catalog.importAreas(areas, source: "dirty", repair: repair)
      }
      #expect(error.problems.count == 27)
      #expect(error.problems.first?.contains("are these meters of a projection?") == true)
    }
    #expect(try catalog.catalog.areaSummaries().isEmpty)
  }

  /// Country, latitude, longitude, whether the country contains the place.
  static let places: [(String, Double, Double, Bool)] = [
    ("country_fji", -17.8, 178, true), ("country_fji", -16.83, -179.95, true), ("country_fji", -17, 0, false),
    ("country_ata", -90, 0, true), ("country_ata", -89, 123, true), ("country_ata", -60, 0, false),
    ("country_ita", 41.8, 12.6, true), ("country_ita", 43.94, 12.46, false), ("country_nzl", -41.3, 174.78, true),
  ]

  @Test("places are in their country", arguments: places)
  func covers(file: String, latitude: Double, longitude: Double, isIn: Bool) throws {
    let area = try Area(try AreaFile.shape(path: Self.path(file)), repair: true)
    let prepared = try GEOSAreaEngine().makeWorkspace().prepare(area.shape)
    #expect(prepared.covers(Coordinate(latitude: latitude, longitude: longitude)) == isIn)
  }

  @Test("every district of Berlin agrees with ray casting")
  func berlin() throws {
    let areas = try AreaFile(path: Self.path("berlin"), nameProperty: "name")
    let workspace = GEOSAreaEngine().makeWorkspace()
    var random = SplitMix64(seed: 5)
    for area in areas.areas {
      guard let shape = area.parts.first?.shape, let box = shape.envelope else { continue }
      let prepared = try workspace.prepare(try GEOSAreaEngine().checked(shape, repair: true))
      let twin = RayCasting(shape)
      for _ in 0..<50 {
        let coordinate = Coordinate(
          latitude: box.south + (box.north - box.south) * RandomShapes.unit(&random),
          longitude: box.west + (box.east - box.west) * RandomShapes.unit(&random))
        guard !twin.isNearEdge(coordinate) else { continue }
        #expect(prepared.covers(coordinate) == twin.covers(coordinate), "\(area.name) \(coordinate)")
      }
    }
  }
}
