import Hummingbird
import Streams
import VicinityHTTP

/// The operator's base map, if there is one.
enum BaseMapRoutes {
  static let all = [description, tile]

  static let description = Route(
    method: .get, path: "/tiles/base.json", summary: "The operator's base map as TileJSON 3.0.", group: .tiles,
    statuses: [.ok, .notFound]
  ) { exchange in
    switch exchange.services.baseMap {
    case .file(let file): .json(file.json(tiles: exchange.url("/" + address(of: file))))
    case .elsewhere(let template): .json(template.json)
    case nil: throw noMap
    }
  }

  static let tile = Route(
    method: .get, path: "/tiles/base/{z}/{x}/{y}", summary: "A tile of the base map, exactly as stored in its file.",
    parameters: TileRoutes.position(example: "5.png"), formats: [.picture, .mvt], group: .tiles,
    statuses: [.ok, .noContent, .notModified, .partialContent, .rangeNotSatisfiable, .notFound]
  ) { exchange in
    guard case .file(let map) = exchange.services.baseMap else { throw noMap }
    let suffixes = [map.format.rawValue] + (map.format == .pbf ? ["mvt"] : [])
    guard let place = TileRoutes.tile(exchange.steps, suffixes: suffixes) else { throw TileRoutes.unknownTile }
    let found = try await exchange.services.gate.onThread { _, _ in try map.tile(z: place.z, x: place.x, y: place.y) }
    // Most files contain a part of the world: tiles outside are empty, not errors.
    guard var bytes = found else { return .noContent }
    let isCompressed = bytes.starts(with: [0x1F, 0x8B])
    if isCompressed, !exchange.request.acceptsGzip { bytes = try Self.inflated(bytes) }
    let tag = "\"\(EntityTag.hash(ofBytes: bytes))\""
    var reply = Reply.file(bytes, map.format.mediaType, tag: tag, to: exchange.request)
    if isCompressed, exchange.request.acceptsGzip, reply.status != .notModified {
      reply.headers[.contentEncoding] = "gzip"
    }
    reply.headers[.cacheControl] = "public, max-age=3600"
    reply.headers[.vary] = "Accept-Encoding"
    return reply
  }

  /// The template of the addresses of its tiles, relative to the server's.
  static func address(of file: TileFile) -> String { "tiles/base/{z}/{x}/{y}.\(file.format.rawValue)" }

  private static var noMap: Problem {
    Problem(
      .notFound, "no-base-map",
      "The server has no base map tiles; its operator can set base-map to an MBTiles file.")
  }

  /// The most bytes of a tile that is inflated.
  private static let largest = 32 << 20

  private static func inflated(_ bytes: [UInt8]) throws -> [UInt8] {
    try Inflater.inflated(bytes, path: "a tile of the base map", most: largest).bytes
  }
}
