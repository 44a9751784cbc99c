import Foundation
import GRDB
import ServerTestSupport
import Streams
import Testing

@testable import VicinityHTTP
@testable import VicinityServer

@Suite("The operator's base map")
struct BaseMapTests {
  private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3]

  private func file(_ format: String, _ tile: [UInt8], in folder: URL) throws -> String {
    let path = folder.appending(path: "base.mbtiles").path
    let queue = try DatabaseQueue(path: path)
    try queue.write { db in
      try db.execute(
        sql: """
          CREATE TABLE metadata (name TEXT, value TEXT);
          CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB);
          """)
      for (name, value) in [
        ("format", format), ("name", "Streets"), ("attribution", "© somebody"), ("minzoom", "0"), ("maxzoom", "2"),
        ("bounds", "9.0,48.0,10.0,49.0"), ("json", #"{"vector_layers":[{"id":"roads","fields":{}}]}"#),
      ] { try db.execute(sql: "INSERT INTO metadata VALUES (?, ?)", arguments: [name, value]) }
      // The row from the south: 2 of 4 is 1 from the north.
      try db.execute(sql: "INSERT INTO tiles VALUES (2, 3, 2, ?)", arguments: [Data(tile)])
    }
    try queue.close()
    return path
  }

  @Test("raster tiles are given as they are")
  func raster() async throws {
    let folder = try ServerWorld([]).temporary.folder
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = try file("png", Self.png, in: folder)
    let world = try ServerWorld([]) { $0.baseMap = path }
    let description = try await world.ask("/tiles/base.json").json
    #expect(description["tiles"]?.array == [.string("http://test/tiles/base/{z}/{x}/{y}.png")])
    #expect(description["attribution"]?.string == "© somebody" && description["maxzoom"]?.integer == 2)
    #expect(description["bounds"]?.array?.compactMap(\.number) == [9, 48, 10, 49])
    let tile = try await world.ask("/tiles/base/2/3/1.png", .get, [("Accept", "image/webp,image/*,*/*;q=0.8")])
    #expect(tile.status == 200 && tile.bytes == Self.png && tile.headers[.contentType] == "image/png")
    let tag = try #require(tile.headers[.eTag])
    #expect(try await world.ask("/tiles/base/2/3/1.png", .get, [("If-None-Match", tag)]).status == 304)
    #expect(try await world.ask("/tiles/base/2/3/2.png").status == 204)
    for path in ["2/3/1.pbf", "2/3/1", "2/4/1.png", "99/0/0.png", "x/0/0.png"] {
      #expect(try await world.ask("/tiles/base/\(path)").code == "no-such-tile", "\(path)")
    }
  }

  @Test("vector tiles stay compressed for clients that accept gzip, and are inflated for others")
  func vector() async throws {
    let folder = try ServerWorld([]).temporary.folder
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let plain = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 / 100) }
    let stored = Deflater().deflate(plain, isLast: true)
    let path = try file("pbf", stored, in: folder)
    let world = try ServerWorld([]) { $0.baseMap = path }
    #expect(
      try await world.ask("/tiles/base.json").json["vector_layers"]?.array?.first?.object?["id"]?.string == "roads")
    let packed = try await world.ask("/tiles/base/2/3/1.pbf", .get, [("Accept-Encoding", "gzip")])
    #expect(packed.bytes == stored && packed.headers[.contentEncoding] == "gzip")
    let inflated = try await world.ask("/tiles/base/2/3/1.mvt")
    #expect(inflated.bytes == plain && inflated.headers[.contentEncoding] == nil)
  }

  @Test("an invalid file is refused before the server starts, and without a base map its paths report that")
  func none() async throws {
    let world = try ServerWorld([])
    #expect(try await world.ask("/tiles/base.json").code == "no-base-map")
    #expect(throws: SettingError.self) { try ServerWorld([]) { $0.baseMap = "/nowhere.mbtiles" } }
    #expect(throws: SettingError.self) { try ServerWorld([]) { $0.baseMap = world.catalog.path } }
  }
}
