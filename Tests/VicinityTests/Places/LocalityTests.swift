import CivilTime
import Geography
import TestSupport
import Testing
import VicinityLab

@testable import Vicinity
@testable import VicinityFormats

@Suite("Coordinates and the places around") struct LocalityTests {
  static let centers: [(name: String, center: Coordinate, spread: Double)] = [
    ("a country", Coordinate(latitude: 47, longitude: 20), 3),
    ("the antimeridian", Coordinate(latitude: -17, longitude: 180), 4),
    ("the north pole", Coordinate(latitude: 90, longitude: 0), 20),
    ("everywhere", Coordinate(latitude: 0, longitude: 0), 180),
  ]

  private static func coordinate(_ center: Coordinate, _ spread: Double, _ random: inout SplitMix64) -> Coordinate {
    func offset() -> Double { spread * (Double(random.next() >> 11) / 0x1p52 - 1) }
    let longitude = (center.longitude + offset()).remainder(dividingBy: 360)
    return Coordinate(latitude: max(-90, min(90, center.latitude + offset())), longitude: longitude)
  }

  @Test(
    "are found nearest as brute force finds them, with and without weights", arguments: centers.indices,
    [1, 2] as [UInt64])
  func twin(world: Int, seed: UInt64) {
    let (_, center, spread) = Self.centers[world]
    var random = SplitMix64(seed: seed)
    let entries = (0..<200).map { id in
      PlaceTree.Entry(
        id: id, coordinate: Self.coordinate(center, spread, &random),
        weight: seed == 1 ? 1 : PlaceMap.weight(ofPopulation: 1 << SeededWorld.pick(24, &random)))
    }
    let copies =
      entries
      + entries.prefix(20).map { .init(id: $0.id + 1000, coordinate: $0.coordinate, weight: $0.weight) }
    let tree = PlaceTree(copies)
    for _ in 0..<TwinQueries.count(usually: 300) {
      let isOnPlace = SeededWorld.oneIn(10, &random)
      let origin =
        isOnPlace
        ? entries[SeededWorld.pick(200, &random)].coordinate : Self.coordinate(center, spread, &random)
      let limit = SeededWorld.oneIn(3, &random) ? Double(SeededWorld.pick(300_000, &random)) : .infinity
      let measured = copies.map { (entry: $0, meters: Metric.wgs84.meters(from: origin, to: $0.coordinate)) }
      let expected = measured.filter { $0.meters <= limit }
        .min { ($0.meters / $0.entry.weight, $0.entry.id) < ($1.meters / $1.entry.weight, $1.entry.id) }
      let found = tree.nearest(to: origin, within: limit)
      #expect(found?.id == expected?.entry.id)
      #expect(found?.meters == expected?.meters)
    }
  }

  @Test func `an empty tree holds nothing`() {
    #expect(PlaceTree([]).nearest(to: Coordinate(latitude: 1, longitude: 2)) == nil)
  }

  @Test func `the city is the large one, zone and country are those of the nearest place`() throws {
    let temporary = try GazetteerWorld.catalog()
    let here = try temporary.catalog.locality(of: Coordinate(latitude: 51.5, longitude: -0.117))
    #expect(here.city.name == "London")
    #expect(here.nearest.name == "Westminster")
    #expect((here.timeZone, here.country) == ("Europe/London", "GB"))
  }

  @Test(
    "far from all places has the zone of ships",
    arguments: [
      (0.0, -30.0, "Etc/GMT+2"), (0, 0, "Etc/GMT"), (-50, 100, "Etc/GMT-7"), (-60, -179.9, "Etc/GMT+12"),
      (80, 180, "Etc/GMT-12"),
    ])
  func sea(latitude: Double, longitude: Double, zone: String) throws {
    let temporary = try GazetteerWorld.catalog()
    let here = try temporary.catalog.locality(of: Coordinate(latitude: latitude, longitude: longitude))
    #expect(here.timeZone == zone)
    #expect(here.country == nil)
    #expect(Zone(identifier: zone) != nil)
  }

  @Test func `an import takes missing zones from the nearest place, local times as well`() throws {
    let temporary = try GazetteerWorld.catalog()
    let rows = """
      {"id":"a","kind":"bar","lat":46.54,"lon":24.56}
      {"id":"b","kind":"bar","lat":46.54,"lon":24.56,"timezone":"Europe/Berlin"}
      {"id":"c","kind":"event","lat":-18.1,"lon":-179.9,"starts":"2026-11-27T20:00"}
      {"id":"d","kind":"bar","lat":0,"lon":-30}
      """
    let file = temporary.folder.appending(path: "rows.jsonl")
    try rows.write(to: file, atomically: true, encoding: .utf8)
    let report = try Importer(path: file.path).run(into: temporary.catalog)
    #expect(report.zones == .init(given: 1, fromDefault: 0, fromGazetteer: 2, missing: 1))
    #expect(try temporary.catalog.listing("a")?.timeZone == "Europe/Bucharest")
    #expect(try temporary.catalog.listing("b")?.timeZone == "Europe/Berlin")
    #expect(try temporary.catalog.listing("c")?.timeZone == "Pacific/Fiji")
    #expect(try temporary.catalog.listing("c")?.starts == Instant(parsing: "2026-11-27T20:00:00+12:00"))
    var options = ImportOptions()
    options.timeZone = "Europe/Vienna"
    let chosen = try Importer(path: file.path, options: options).run(into: temporary.catalog)
    #expect(chosen.zones == .init(given: 1, fromDefault: 3, fromGazetteer: 0, missing: 0))
  }
}
