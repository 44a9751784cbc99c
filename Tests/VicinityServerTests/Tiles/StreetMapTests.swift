import Foundation
import GRDB
import Geography
import Logging
import ServerTestSupport
import Streams
import Testing

@testable import Vicinity
@testable import VicinityServer

@Suite("The streets of the base map")
struct StreetMapTests {
  /// A message of Protocol Buffers.
  private struct Message {
    var bytes: [UInt8] = []

    mutating func varint(_ number: Int) {
      var rest = number
      while rest >= 0x80 {
        bytes.append(UInt8(rest & 0x7F) | 0x80)
        rest >>= 7
      }
      bytes.append(UInt8(rest))
    }

    mutating func add(_ field: Int, _ content: [UInt8]) {
      varint(field << 3 | 2)
      varint(content.count)
      bytes += content
    }
  }

  private typealias Street = (name: String, key: String, line: [(x: Int, y: Int)])

  /// A tile with lines in the layer of names.
  private static func tile(_ streets: [Street], kind: String = "minor") -> [UInt8] {
    var layer = Message()
    layer.add(1, Array("transportation_name".utf8))
    for (index, street) in streets.enumerated() {
      var (tags, geometry, feature) = (Message(), Message(), Message())
      for number in [2 * index, 2 * index, 2 * index + 1, 2 * index + 1] { tags.varint(number) }
      var (x, y) = (0, 0)
      for (place, point) in street.line.enumerated() {
        if place == 0 { geometry.varint(1 | 1 << 3) }
        if place == 1 { geometry.varint(2 | (street.line.count - 1) << 3) }
        for step in [point.x - x, point.y - y] { geometry.varint(step < 0 ? -2 * step - 1 : 2 * step) }
        (x, y) = point
      }
      feature.add(2, tags.bytes)
      feature.add(4, geometry.bytes)
      layer.add(2, feature.bytes)
    }
    for street in streets {
      layer.add(3, Array(street.key.utf8))
      layer.add(3, Array("class".utf8))
      for text in [street.name, kind] {
        var value = Message()
        value.add(1, Array(text.utf8))
        layer.add(4, value.bytes)
      }
    }
    var tile = Message()
    tile.add(3, layer.bytes)
    return tile.bytes
  }

  /// A file with tiles at zoom 14, by column and row from the north.
  private static func file(_ tiles: [(x: Int, y: Int, bytes: [UInt8])], in folder: URL) throws -> String {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.appending(path: "streets.mbtiles").path
    let queue = try DatabaseQueue(path: path)
    try queue.write { db in
      try db.execute(
        sql: """
          CREATE TABLE metadata (name TEXT, value TEXT);
          CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB);
          INSERT INTO metadata VALUES ('format', 'pbf'), ('minzoom', '0'), ('maxzoom', '14');
          """)
      for tile in tiles {
        try db.execute(
          sql: "INSERT INTO tiles VALUES (14, ?, ?, ?)",
          arguments: [tile.x, (1 << 14) - 1 - tile.y, Data(tile.bytes)])
      }
    }
    try queue.close()
    return path
  }

  private static let (x, y) = (8610, 5632)

  private static func tiles() -> [(x: Int, y: Int, bytes: [UInt8])] {
    let first = tile([
      ("Königstraße", "name", [(4000, 100), (4050, 150), (4140, 200)]),
      ("Ferry", "name", [(1, 1), (2, 2)]), ("Hauptstraße", "name:latin", [(100, 100), (200, 100)]),
      ("Hauptstraße", "name:latin", [(200, 100), (200, 900), (200, 2000)]),
    ])
    let second = tile([
      ("Königstraße", "name", [(-40, 180), (300, 300), (900, 300)]),
      ("Hauptstraße", "name", [(2000, 2000), (2100, 2100)]),
    ])
    return [
      (x, y, Deflater().deflate(first, isLast: true)), (x + 1, y, second), (x + 9, y, [0x1F, 0x8B, 1, 2, 3]),
      (x + 2, y, Array(second.prefix(70))),
    ]
  }

  @Test("are joined across tiles, with a position on the street and a box")
  func joined() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "vicinity-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try TileFile(path: try Self.file(Self.tiles(), in: folder))
    let streets = try StreetMap.streets(of: file)
    let expected = ["Ferry", "Hauptstraße", "Hauptstraße", "Königstraße"]
    #expect(Array(streets.map(\.name).prefix(4)) == expected)
    let king = try #require(streets.first { $0.name == "Königstraße" })
    let (west, east) = (MapTile(z: 14, x: Self.x, y: Self.y), MapTile(z: 14, x: Self.x + 1, y: Self.y))
    #expect(west.point(Coordinate(latitude: king.box.north, longitude: king.box.west)) == (4000, 100))
    #expect(east.point(Coordinate(latitude: king.box.south, longitude: king.box.east)) == (900, 300))
    #expect(east.point(king.coordinate) == (300, 300))
    let main = try #require(streets.first { $0.name == "Hauptstraße" })
    #expect(west.point(main.coordinate) == (200, 900))
    // Too many tiles, and none at lower zooms.
    #expect(try StreetMap.streets(of: file, mostTiles: 2).isEmpty)
  }

  @Test("complete a text once they are read")
  func completions() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "vicinity-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = try Self.file(Self.tiles(), in: folder)
    let world = try ServerWorld { $0.baseMap = path }
    let before = try await world.ask("/v1/suggest?text=k%C3%B6nigs")
    world.server.services.streets.begin(
      world.server.services.baseMap, Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    while world.server.services.streets.names == nil { try await Task.sleep(for: .milliseconds(5)) }
    let after = try await world.ask("/v1/suggest?text=k%C3%B6nigs&near=48.78,9.18")
    let found = try #require(
      try after.json["completions"]?.array?.compactMap(\.object).first { $0["kind"]?.string == "street" })
    #expect(found["text"]?.string == "Königstraße" && found["bbox"]?.array?.count == 4)
    #expect(found["lat"]?.number != nil && found["lon"]?.number != nil)
    #expect(try await world.ask("/v1/suggest?text=k%C3%B6nigs").headers[.eTag] != before.headers[.eTag])
  }

  @Test("damaged tiles end where they are damaged", arguments: 0..<8)
  func damage(seed: Int) {
    let tile = Self.tile([("Königstraße", "name", [(4000, 100), (4050, 150), (4140, 200)])])
    for place in tile.indices {
      var damaged = tile
      damaged[place] ^= 1 << UInt8(seed)
      _ = VectorTileReader.features(of: "transportation_name", in: damaged)
      _ = VectorTileReader.features(of: "transportation_name", in: Array(tile.prefix(place)))
    }
  }
}
