import Hummingbird
import Streams

/// The operator's base map, if there is one.
enum BaseMapRoutes {
  static let all = [description, tile]

  static let description = Route(
    method: .get, path: "/tiles/base.json", summary: "The operator's base map as TileJSON 3.0.", group: .tiles,
    statuses: [.ok, .notFound]
  ) { exchange in
    let map = try map(exchange)
    return .json(map.json(tiles: exchange.url("/tiles/base/{z}/{x}/{y}.\(map.format.rawValue)")))
  }

  static let tile = Route(
    method: .get, path: "/tiles/base/{z}/{x}/{y}", summary: "A tile of the base map, as it is in its file.",
    parameters: TileRoutes.position(example: "5.png"), formats: [.picture, .mvt], group: .tiles,
    statuses: [.ok, .notModified, .partialContent, .rangeNotSatisfiable, .notFound]
  ) { exchange in
    let map = try map(exchange)
    let suffixes = [map.format.rawValue] + (map.format == .pbf ? ["mvt"] : [])
    guard let place = TileRoutes.tile(exchange.steps, suffixes: suffixes) else { throw TileRoutes.unknownTile }
    let found = try await exchange.services.gate.onThread { _, _ in try map.tile(z: place.z, x: place.x, y: place.y) }
    guard var bytes = found else { throw TileRoutes.unknownTile }
    let isCompressed = bytes.starts(with: [0x1F, 0x8B])
    if isCompressed, !exchange.request.acceptsGzip { bytes = try Self.inflated(bytes) }
    let tag = "\"\(EntityTag.hash(bytes))\""
    var reply = Reply.file(bytes, map.format.mediaType, tag: tag, to: exchange.request)
    if isCompressed, exchange.request.acceptsGzip, reply.status != .notModified {
      reply.headers[.contentEncoding] = "gzip"
    }
    reply.headers[.cacheControl] = "public, max-age=3600"
    reply.headers[.vary] = "Accept-Encoding"
    return reply
  }

  private static func map(_ exchange: Exchange) throws -> BaseMap {
    if let map = exchange.services.baseMap { return map }
    throw Problem(
      .notFound, "no-base-map", "The server has no base map; its operator may name a file of MBTiles with base-map.")
  }

  /// The most bytes of a tile that is inflated.
  private static let largest = 32 << 20

  private static func inflated(_ bytes: [UInt8]) throws -> [UInt8] {
    let inflater = try Inflater(path: "a tile of the base map")
    var (rest, whole) = (bytes[...], [UInt8]())
    while !rest.isEmpty, whole.count <= largest {
      var consumed = 0
      whole += try [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
        (consumed, count) = try inflater.inflate(Array(rest), into: UnsafeMutableRawBufferPointer(buffer))
      }
      rest = rest.dropFirst(consumed)
    }
    return whole
  }
}
