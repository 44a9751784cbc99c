import Foundation
import GRDB
import Streams
import VicinityHTTP

/// A file of MBTiles 1.3, raster or vector, whose tiles are served unchanged.
final class TileFile: Sendable {
  /// How its tiles are stored.
  enum Format: String, Sendable {
    case png, jpg, webp, pbf

    var mediaType: String {
      switch self {
      case .png: "image/png"
      case .jpg: "image/jpeg"
      case .webp: "image/webp"
      case .pbf: MediaFormat.mvt.mediaType
      }
    }
  }

  let format: Format
  /// The file's metadata, by name.
  let metadata: [String: String]
  /// As the setting says, else as the file does.
  let attribution: Attribution?
  private let path: String
  private let queue: DatabaseQueue

  /// Opens a file.
  /// - Throws: `SettingError` for one that is no MBTiles.
  init(path: String, attribution: Attribution? = nil) throws {
    func failure(_ problem: String) -> SettingError { SettingError(name: "base-map", problem: "\(path): \(problem)") }
    guard FileManager.default.isReadableFile(atPath: path) else { throw failure("cannot be read") }
    self.path = path
    do {
      queue = try Self.open(path)
      metadata = try queue.read { db in
        // A file without this table has no tiles, which is reported before the first request.
        _ = try Row.fetchOne(db, sql: "SELECT zoom_level, tile_column, tile_row, tile_data FROM tiles LIMIT 1")
        // Columns may have no type, and numbers in them.
        let sql = "SELECT CAST(name AS TEXT) AS name, CAST(value AS TEXT) AS value FROM metadata"
        return try Row.fetchAll(db, sql: sql).reduce(into: [:]) {
          $0[$1["name"] ?? ""] = $1["value"] ?? ""
        }
      }
    } catch { throw failure("is not an MBTiles file: \(error)") }
    let name = metadata["format"] ?? "png"
    guard let format = Format(rawValue: name == "jpeg" ? "jpg" : name == "mvt" ? "pbf" : name) else {
      throw failure("its tiles are \"\(name.shortened)\"; png, jpg, webp and pbf can be shown")
    }
    self.format = format
    self.attribution = attribution ?? metadata["attribution"].map(Attribution.init)
  }

  private static func open(_ path: String) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.readonly = true
    return try DatabaseQueue(path: path, configuration: configuration)
  }

  /// As the file says, or all that a map has.
  var zooms: ClosedRange<Int> {
    let least = metadata["minzoom"].flatMap { Int($0) } ?? 0
    let most = metadata["maxzoom"].flatMap { Int($0) } ?? (format == .pbf ? 14 : 18)
    return max(0, min(least, most))...max(0, least, most)
  }

  /// The bytes of a tile, vector tiles mostly as gzip; nil where there is none.
  ///
  /// - Parameter y: the row counted from the north, as in addresses; the file counts from the south.
  func tile(z: Int, x: Int, y: Int) throws -> [UInt8]? {
    try queue.read { db in
      try Data.fetchOne(
        db, sql: "SELECT tile_data FROM tiles WHERE zoom_level = ? AND tile_column = ? AND tile_row = ?",
        arguments: [z, x, (1 << z) - 1 - y]
      ).map { Array($0) }
    }
  }

  /// The number of tiles of a zoom, counted up to a limit.
  func tileCount(zoom: Int, atMost most: Int) throws -> Int {
    try queue.read { db in
      try Int.fetchOne(
        db, sql: "SELECT count(*) FROM (SELECT 1 FROM tiles WHERE zoom_level = ? LIMIT ?)", arguments: [zoom, most])
        ?? 0
    }
  }

  /// Passes on the tiles of a zoom with their column, their row counted from the north, and their bytes; through a
  /// connection of its own, so that no client waits.
  ///
  /// - Parameter body: returns whether it wants more.
  func forEachTile(zoom: Int, _ body: (Int, Int, [UInt8]) throws -> Bool) throws {
    let queue = try Self.open(path)
    try queue.read { db in
      let tiles = try Row.fetchCursor(
        db, sql: "SELECT tile_column, tile_row, tile_data FROM tiles WHERE zoom_level = ?", arguments: [zoom])
      while let tile = try tiles.next() {
        let (x, row, bytes): (Int, Int, Data) = (tile[0] ?? 0, tile[1] ?? 0, tile[2] ?? Data())
        guard try body(x, (1 << zoom) - 1 - row, Array(bytes)) else { break }
      }
    }
    try queue.close()
  }

  /// TileJSON 3.0.
  ///
  /// - Parameter address: the template of the addresses of its tiles.
  func json(tiles address: String) -> JSONValue {
    var object = JSONObject.tileJSON([address])
    object["attribution"] = attribution.map { .string($0.html) }
    for key in ["name", "description", "version"] { object[key] = metadata[key].map { .string($0) } }
    for key in ["minzoom", "maxzoom"] { object[key] = metadata[key].flatMap { Int64($0) }.map { .int($0) } }
    for key in ["bounds", "center"] {
      let numbers = metadata[key]?.split(separator: ",").compactMap { Double($0.trimmingSpaces) } ?? []
      if numbers.count == (key == "bounds" ? 4 : 3) { object[key] = .array(numbers.map { .double($0) }) }
    }
    // The layers of vector tiles are in a JSON text.
    let layers = metadata["json"].flatMap { try? JSONParser.parse($0.utf8) }?.object?["vector_layers"]
    if format == .pbf { object["vector_layers"] = layers ?? .array([]) }
    return .object(object)
  }
}
