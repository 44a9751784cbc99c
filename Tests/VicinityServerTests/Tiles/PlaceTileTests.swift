import Foundation
import Geography
import ServerTestSupport
import Streams
import TestSupport
import Testing
import VicinityLab

@testable import Vicinity
@testable import VicinityServer

@Suite("Tiles of places")
struct PlaceTileTests {
  /// A place with its position on the map, from 0 at the north-west corner to 1.
  private struct Town {
    var id: Int
    var coordinate: Coordinate
    var population: Int
    var isSection: Bool

    var x: Double { coordinate.longitude / 360 + 0.5 }
    var y: Double {
      let latitude = min(max(coordinate.latitude, -85.0511287798066), 85.0511287798066) * .pi / 180
      return 0.5 - log(tan(.pi / 4 + latitude / 2)) / (2 * .pi)
    }
  }

  private static func towns(_ count: Int, _ random: inout SplitMix64) -> [Town] {
    (1...count).map { id in
      // Some in the whole world, some in a city.
      let isFar = SeededWorld.oneIn(2, &random)
      let (north, east) = (Double(SeededWorld.pick(10_000, &random)), Double(SeededWorld.pick(10_000, &random)))
      return Town(
        id: id,
        coordinate: isFar
          ? Coordinate(latitude: north / 10_000 * 178 - 89, longitude: east / 10_000 * 360 - 180)
          : Coordinate(latitude: 48 + north / 10_000, longitude: 9 + east / 10_000),
        population: [0, 800, 8000, 30_000, 150_000, 600_000, 6_000_000][SeededWorld.pick(7, &random)]
          * (1 + SeededWorld.pick(3, &random)), isSection: SeededWorld.oneIn(4, &random))
    }
  }

  /// The names in a tile, by looking at all places.
  private static func expected(_ towns: [Town], _ z: Int, _ x: Int, _ y: Int) -> [String] {
    let least = [5_000_000, 5_000_000, 5_000_000, 1_000_000, 500_000, 200_000, 100_000, 50_000, 20_000, 5000]
    let shown = towns.filter { town in
      guard town.population >= (z < 10 ? least[z] : 0), z >= 10 || !town.isSection else { return false }
      return isIn(z, x, y, town)
    }
    return shown.sorted { ($1.population, $0.id) < ($0.population, $1.id) }.prefix(60).map { "Town \($0.id)" }
  }

  /// Whether a town lies in a tile, or a sixteenth of its side beside it.
  private static func isIn(_ z: Int, _ x: Int, _ y: Int, _ town: Town) -> Bool {
    let (side, buffered) = (Double(1 << z), -1.0 / 16...17.0 / 16)
    let south: Double = town.y * side - Double(y)
    // The first and the last row reach to the poles.
    let isBeyond = y == 0 && south < 0 || y == (1 << z) - 1 && south > 1
    guard isBeyond || buffered.contains(south) else { return false }
    return z == 0
      || [-1.0, 0, 1].contains { (turns: Double) in
        let east: Double = (town.x + turns) * side - Double(x)
        return buffered.contains(east)
      }
  }

  private static func names(_ bytes: [UInt8]) -> [String] {
    VectorTileReader.features(of: "place", in: bytes).compactMap { $0.texts["name"] }
  }

  @Test("have the most populous places, as a look at all has", arguments: [(1, 300), (2, 4000)] as [(UInt64, Int)])
  func twin(seed: UInt64, count: Int) async throws {
    var random = SplitMix64(seed: seed)
    let towns = Self.towns(count, &random)
    let world = try ServerWorld([])
    let lines = towns.map {
      GazetteerWorld.line(
        $0.id, "Town \($0.id)", "", $0.coordinate.latitude, $0.coordinate.longitude, "DE", "", $0.population, "UTC",
        code: $0.isSection ? "PPLX" : "PPL")
    }
    let file = world.temporary.folder.appending(path: "places.txt")
    try lines.joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
    _ = try world.catalog.importGazetteer([file.path])
    var found = 0
    for round in 0..<200 {
      let z = round % 15
      let town = towns[SeededWorld.pick(towns.count, &random)]
      let side = Double(1 << z)
      let (x, y) = (Int(town.x * side) % (1 << z), min(Int(town.y * side), (1 << z) - 1))
      let answered = try await world.ask("/tiles/places/\(z)/\(x)/\(y).mvt")
      let names = Self.names(answered.bytes)
      #expect(names == Self.expected(towns, z, x, y), "\(z)/\(x)/\(y)")
      found += names.count
    }
    #expect(found > 1000)
  }

  @Test("say class and rank, in the units of the tile, and are made once")
  func properties() async throws {
    let world = try ServerWorld([])
    #expect(try await world.ask("/tiles/places/0/0/0.mvt").bytes.isEmpty)
    let file = world.temporary.folder.appending(path: "places.txt")
    try GazetteerWorld.cities.write(to: file, atomically: true, encoding: .utf8)
    _ = try world.catalog.importGazetteer([file.path])
    let whole = try await world.ask("/tiles/places/0/0/0.mvt")
    #expect(Self.names(whole.bytes) == ["Tokyo", "London"])
    let features = VectorTileReader.features(of: "place", in: try await world.ask("/tiles/places/10/511/340.mvt").bytes)
    #expect(features.map { $0.texts["name"] } == ["London", "Westminster"])
    #expect(features.map { $0.texts["class"] } == ["city", "suburb"])
    let point = try #require(features[0].lines.first?.first)
    #expect(abs(point.x - 0.6423) < 0.001 && abs(point.y - 0.5007) < 0.02, "\(point)")
    // Fiji is next to the date line.
    #expect(Self.names(try await world.ask("/tiles/places/7/127/70.mvt").bytes) == ["Suva"])
    let tag = try #require(whole.headers[.eTag])
    #expect(try await world.ask("/tiles/places/0/0/0.mvt", .get, [("If-None-Match", tag)]).status == 304)
    for path in ["15/0/0.mvt", "1/2/0.mvt", "1/a/0.mvt", "1/0/0", "1/0/0.png"] {
      #expect(try await world.ask("/tiles/places/\(path)").code == "no-such-tile", "\(path)")
    }
  }

  @Test(
    "show world cities first, and everything in a city",
    .enabled(if: FileManager.default.fileExists(atPath: SharedFiles.folder + "/gazetteer/cities15000.txt.gz")))
  func realGazetteer() async throws {
    let world = try ServerWorld([])
    _ = try world.catalog.importGazetteer([SharedFiles.folder + "/gazetteer/cities15000.txt.gz"])
    let first = Self.names(try await world.ask("/tiles/places/0/0/0.mvt").bytes)
    #expect(first.contains("Tokyo") && !first.contains("Stuttgart") && (20...60).contains(first.count))
    let expected = [("5/17/10", "Berlin"), ("8/134/88", "Stuttgart"), ("11/1076/705", "Stuttgart")]
    for (tile, name) in expected {
      let names = Self.names(try await world.ask("/tiles/places/\(tile).mvt").bytes)
      #expect(names.contains(name) && names.count <= 60, "\(tile): \(names)")
    }
  }
}
