import NIOCore
import Streams
import Vicinity
import VicinityHTTP

/// Vector tiles with the names of towns and quarters from the gazetteer, in the layer `place` of the OpenMapTiles schema:
/// what a map without a base map shows.
enum PlaceTileRoutes {
  static let all = [tile]

  /// Maps enlarge the tiles of the greatest zoom.
  private static let mostZoom = 14
  /// More names of a tile would not fit beside each other.
  private static let most = 60
  /// The units around a tile in which places are included, so that names are not cut off at its sides; as in
  /// OpenMapTiles.
  private static let buffer = 256

  static let tile = Route(
    method: .get, path: "/tiles/places/{z}/{x}/{y}",
    summary: "A tile with the names of towns and quarters of the gazetteer; zoom levels up to 14.",
    parameters: TileRoutes.position(example: "5.mvt"), formats: [.mvt], scope: .search, group: .tiles,
    freshness: .version, statuses: [.ok, .notFound]
  ) { exchange in
    try await TileRoutes.kept(exchange) {
      guard let tile = TileRoutes.tile(exchange.steps, suffixes: ["mvt"]), tile.z <= mostZoom else {
        throw TileRoutes.unknownTile
      }
      return try await exchange.services.gate.answer(isLong: false) { catalog, budget in
        let places = try catalog.mostPopulousPlaces(
          most, in: tile.box(withBuffer: buffer), inhabitants: PlaceRank.leastPopulation(atZoom: tile.z),
          sections: PlaceRank.showsSections(atZoom: tile.z), within: budget)
        return VectorTile.tile(tile, places: places)
      }
    }
  }
}

/// The importance of a place on maps.
enum PlaceRank {
  /// By zoom, the least population of the places that are shown: world cities first, and from the last zoom on all.
  private static let populations = [
    5_000_000, 5_000_000, 5_000_000, 1_000_000, 500_000, 200_000, 100_000, 50_000, 20_000, 5000, 0,
  ]

  static func leastPopulation(atZoom zoom: Int) -> Int { populations[min(zoom, populations.count - 1)] }

  /// Whether parts of larger places are shown.
  static func showsSections(atZoom zoom: Int) -> Bool { zoom >= populations.count - 1 }

  /// From 1, for world cities, to 9.
  static func rank(_ place: Place) -> Int {
    Set(populations).count - Set(populations.filter { $0 <= place.population }).count + 1
  }

  /// The class in the OpenMapTiles schema.
  static func className(_ place: Place) -> String {
    if place.isSection { return "suburb" }
    return place.population >= 100_000 ? "city" : place.population >= 10_000 ? "town" : "village"
  }
}

extension VectorTile {
  fileprivate static func tile(_ tile: MapTile, places: [Place]) -> [UInt8] {
    var layer = VectorTileLayer(name: "place")
    for place in places {
      layer.add(
        tile.point(place.coordinate),
        [
          ("name", .text(place.name)), ("class", .text(PlaceRank.className(place))),
          ("rank", .whole(PlaceRank.rank(place))),
        ])
    }
    return layer.bytes
  }
}
