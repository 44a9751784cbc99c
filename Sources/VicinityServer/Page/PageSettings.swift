import Foundation
import CivilTime
import Geography
import Streams
import Vicinity

/// The settings that the server sends with the map page.
enum PageSettings {
  /// One line of JSON.
  static func json(_ contents: PageAssets.Contents, _ exchange: Exchange) async -> String {
    let services = exchange.services
    let overview = await overview(services)
    let counts = Kind.allCases.map { ($0.rawValue, JSONValue.int(Int64(overview?.counts[$0] ?? 0))) }
    var settings =
      JSONObject([
        ("title", .string(services.settings.title)),
        ("languages", .array(services.assets.languages(contents).map { .string($0) })),
        ("addedLanguages", .array(services.assets.addedLanguages(contents).map { .string($0) })),
        ("baseMap", services.baseMap.map(json) ?? .null),
        ("start", overview?.busiest.map { start($0, overview?.busiestBox) } ?? .null),
        ("counts", .object(JSONObject(counts))), ("listingFields", .array(listingFields.map { .string($0) })),
        ("categories", categories), ("filters", .array(PageFilter.all.compactMap(\.json))),
        ("switches", .bool(services.settings.switches)),
      ])
    settings["openRatings"] = overview?.openRatings == true ? .bool(true) : nil
    settings["gazetteer"] = overview?.hasGazetteer == true ? .bool(true) : nil
    settings["terms"] = services.settings.terms.map { .string($0) }
    settings["termsURL"] = services.settings.termsURL.map { .string($0) }
    return JSONValue.object(settings).text
  }

  /// The keys that a listing has by itself: the page shows every other key as a custom field.
  static let listingFields = Field.table.map(\.field).filter { $0 != .own }.map(\.rawValue)

  /// The categories of each kind, in their order.
  private static let categories: JSONValue = .object(
    JSONObject(
      Kind.allCases.map { kind in
        (kind.rawValue, .array(ListingCategory.all(of: kind).map { .string($0.rawValue) }))
      }))

  private static func json(_ map: BaseMap) -> JSONValue {
    let tiles =
      switch map {
      case .file(let file): BaseMapRoutes.address(of: file)
      case .elsewhere(let template): template.text
      }
    return .object(
      JSONObject([
        ("kind", .string(map.isVector ? "vector" : "raster")), ("tiles", .string(tiles)),
        ("attribution", .string(map.attribution?.html ?? "")), ("minZoom", .int(Int64(map.zooms.lowerBound))),
        ("maxZoom", .int(Int64(map.zooms.upperBound))),
      ]))
  }

  /// The zooms of a page that opens without a position: of a city some streets, of a few streets all of them.
  private static let startZooms = 13...16

  /// The largest zoom at which most of a box fits on a screen of 800 pixels, with tiles of 256 pixels.
  static func startZoom(of box: BoundingBox) -> Int {
    let high = (box.north - box.south) / max(0.01, cos(box.center.latitude * .pi / 180))
    let span = max(box.longitudeSpan, high)
    guard span > 0 else { return startZooms.upperBound }
    return min(max(Int(log2(360.0 * 800 / 256 / span)), startZooms.lowerBound), startZooms.upperBound)
  }

  private static func start(_ coordinate: Coordinate, _ box: BoundingBox?) -> JSONValue {
    // A meter is enough.
    func rounded(_ degrees: Double) -> JSONValue { .double((degrees * 1e5).rounded() / 1e5) }
    return .object(
      JSONObject([
        ("lat", rounded(coordinate.latitude)), ("lon", rounded(coordinate.longitude)),
        ("zoom", .int(Int64(box.map(startZoom) ?? startZooms.lowerBound))),
      ]))
  }

  /// The counts and the start of the map; nil while the catalog cannot be read or the server is overloaded.
  static func overview(_ services: Services) async -> Overview? {
    guard let version = try? services.catalog.contentVersion() else { return nil }
    return await services.overview.overview(of: version) {
      let now = services.clock()
      return try? await services.gate.upkeep { try Overview(of: $0, at: now) }
    }
  }
}

extension Overview {
  /// Within one cell, so that no box crosses the antimeridian.
  private static func box(around places: [Coordinate]) -> BoundingBox? {
    let (latitudes, longitudes) = (places.map(\.latitude), places.map(\.longitude))
    guard let south = latitudes.min(), let north = latitudes.max(), let west = longitudes.min(),
      let east = longitudes.max()
    else { return nil }
    return BoundingBox(south: south, west: west, north: north, east: east)
  }

  /// Zooms of the cells: for a continent, for a city within the fullest cell, and for its streets.
  private static let zooms = [4, 9, 13]

  /// - Throws: as queries.
  fileprivate init(of catalog: Catalog, at now: Instant) throws {
    let settings = try catalog.settings()
    // As the engine judges: `guestRatings` goes before it.
    openRatings = settings.contains(.openRatings) && !settings.contains(.guestRatings)
    hasGazetteer = (try? catalog.places(beginningWith: "a", limit: 1)) != nil
    var query = Query()
    query.facets = [.kind]
    counts = [:]
    for zoom in Self.zooms {
      query.cluster = zoom
      let answer = try catalog.answer(query, at: now)
      for value in answer.facets?.first?.values ?? [] {
        if let kind = Kind(rawValue: value.value) { counts[kind] = value.count }
      }
      guard let clusters = answer.clusters, let fullest = clusters.first else { return }
      guard zoom < Self.zooms[Self.zooms.count - 1] else {
        busiestBox = Self.box(around: clusters.map(\.coordinate))
        return
      }
      (busiest, query.within, query.facets) = (fullest.coordinate, fullest.box, [])
    }
  }
}
