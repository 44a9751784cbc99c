import Geography
import Hummingbird
import NIOCore
import Streams
import Vicinity
import VicinityHTTP

/// Vector tiles of listings: exact clusters where there are many, else the listings themselves.
enum TileRoutes {
  static let all = [description, tile]

  private static let mostZoom = 22

  static let description = Route(
    method: .get, path: "/tiles/listings.json", summary: "The tiles of listings as TileJSON 3.0.",
    parameters: QueryParameter.tiles.parameters, queryParameters: QueryParameter.tiles, scope: .search,
    group: .tiles, freshness: .version
  ) { exchange in
    // An error in a filter is reported here, not only by each tile.
    _ = try Query(json: .object(QueryParameter.tiles.form(of: exchange.parameters)))
    let query = exchange.parameters.text(setting: [])
    let tiles = exchange.base + "/tiles/listings/{z}/{x}/{y}.mvt" + (query.isEmpty ? "" : "?\(query)")
    let fields = { (names: [(String, String)]) in JSONValue.object(JSONObject(names.map { ($0.0, .string($0.1)) })) }
    let properties = TileProperty.all.map { ($0.field.rawValue, $0.isNumber ? "Number" : "String") }
    let layer = { (id: String, description: String, names: [(String, String)]) in
      JSONValue.object(
        JSONObject([("id", .string(id)), ("description", .string(description)), ("fields", fields(names))]))
    }
    var object = JSONObject.tileJSON([tiles], 0...mostZoom)
    object["name"] = .string(exchange.services.settings.title)
    object["vector_layers"] = .array([
      layer(
        "clusters", "The number of listings in a cell.", [("count", "Number"), ("cell", "String"), ("id", "String")]),
      layer("listings", "Single listings.", properties),
    ])
    return .json(.object(object))
  }

  static let tile = Route(
    method: .get, path: "/tiles/listings/{z}/{x}/{y}",
    summary: "A tile: clusters at low zoom levels, single listings at higher ones.",
    parameters: position(example: "5.mvt") + QueryParameter.tiles.parameters,
    queryParameters: QueryParameter.tiles, formats: [.mvt], scope: .search,
    group: .tiles, freshness: .minute, statuses: [.ok, .notFound]
  ) { exchange in try await kept(exchange) { try await make(exchange) } }

  /// The answer with a tile: the one that was made for the same request and data, else a new one.
  static func kept(_ exchange: Exchange, _ make: () async throws -> [UInt8]) async throws -> Reply {
    let kept = exchange.tag.flatMap { exchange.services.tiles[$0] }
    var tile = if let kept { kept } else { KeptTile(bytes: ByteBuffer(bytes: try await make())) }
    let isMissing = tile.compressed == nil && exchange.request.acceptsGzip
    if isMissing, tile.bytes.readableBytes >= Reply.leastCompressed {
      tile.compressed = try await Deflater().gzip(tile.bytes, isLast: true)
    }
    if let tag = exchange.tag, kept == nil || kept?.compressed == nil && tile.compressed != nil {
      exchange.services.tiles[tag] = tile
    }
    var reply = Reply(MediaFormat.mvt.mediaType, tile.bytes)
    reply.compressed = tile.compressed
    return reply
  }

  /// The parameters in the path of a tile.
  static func position(example: String) -> [Parameter] {
    [
      Parameter("z", .integer(0...mostZoom), in: .path, "The zoom."),
      Parameter("x", .integer(0...1 << mostZoom - 1), in: .path, "The column."),
      Parameter(
        "y", .text(), in: .path, "The row with the ending of the format, such as `\(example)`.", example: example),
    ]
  }

  /// The tile of a path; nil when there is none.
  static func tile(_ steps: [String], suffixes: [String]) -> MapTile? {
    guard let suffix = suffixes.first(where: { steps[2].hasSuffix(".\($0)") }), let z = Int(steps[0]),
      let x = Int(steps[1]), let y = Int(steps[2].dropLast(suffix.count + 1)), (0...mostZoom).contains(z),
      (0..<1 << z).contains(x), (0..<1 << z).contains(y)
    else { return nil }
    return MapTile(z: z, x: x, y: y)
  }

  static var unknownTile: Problem {
    Problem(.notFound, "no-such-tile", "There is no such tile; write zoom, column and row, such as 4/8/5.mvt.")
  }

  private static func make(_ exchange: Exchange) async throws -> [UInt8] {
    guard let tile = tile(exchange.steps, suffixes: ["mvt"]) else { throw unknownTile }
    let now = exchange.now
    let most = exchange.services.settings.tileListings
    return try await exchange.services.gate.answer(isLong: exchange.isLong) { catalog, budget in
      var form = try QueryParameter.tiles.form(of: exchange.parameters)
      form["within"] = .object(JSONObject([("bbox", .array(tile.box.map { .double($0) }))]))
      let asked = try Query(json: .object(form))
      let (counting, listing) = (asked.counting(zoom: tile.z), asked.listing())
      // Counts first: counts of whole nodes are known, while finding the first of many listings in order needs a look
      // at all.
      let all = try catalog.answer(counting, at: now, within: budget).clusters ?? []
      let clusters = all.filter { tile.contains(cell: $0.cell) }
      guard clusters.listings <= most else { return VectorTile.tile(tile, clusters: clusters) }
      var query = listing
      // The box includes the sides of the tile that belong to its neighbors.
      query.limit = all.listings
      var found = try catalog.answer(query, at: now, within: budget)
      found.matches.removeAll { !tile.contains($0.coordinate) }
      return VectorTile.tile(tile, listings: found)
    }
  }
}

extension Query {
  fileprivate func counting(zoom: Int) -> Query {
    var query = self
    (query.cluster, query.limit) = (min(zoom, 22), 0)
    return query
  }

  fileprivate func listing() -> Query {
    var query = self
    query.fields = TileProperty.all.map(\.field)
    return query
  }
}

extension [Cluster] {
  fileprivate var listings: Int { reduce(0) { $0 + $1.count } }
}
