import Geography
import Streams
import TestSupport
import Testing
import VicinityLab

@testable import Vicinity

/// Areas with holes and parts, across the antimeridian and around the poles: the engine against ray casting.
@Suite("Areas and the brute-force twin")
struct AreaTwinTests {
  struct World: CustomTestStringConvertible, Sendable {
    let name: String
    let center: Coordinate
    let spreadDegrees: Double
    var testDescription: String { name }
  }

  static let worlds = [
    World(name: "a city", center: Coordinate(latitude: 48.2, longitude: 16.35), spreadDegrees: 0.1),
    World(name: "the antimeridian", center: Coordinate(latitude: -17, longitude: 180), spreadDegrees: 3),
    World(name: "the north pole", center: Coordinate(latitude: 89, longitude: 0), spreadDegrees: 180),
    World(name: "the south pole", center: Coordinate(latitude: -89, longitude: 0), spreadDegrees: 180),
    World(name: "half the Earth", center: Coordinate(latitude: 10, longitude: 0), spreadDegrees: 60),
  ]

  /// The number of queries per world.
  static let queries = TwinQueries.count(usually: 30)

  /// Listings anywhere, not on a grid: points exactly on an edge are tested elsewhere.
  private static func listings(_ world: World, _ random: inout SplitMix64) -> [Listing] {
    (0..<100).map { number in
      let isPolar = abs(world.center.latitude) > 80
      let north =
        isPolar
        ? (world.center.latitude > 0 ? 1.0 : -1) * (58 + 32 * RandomShapes.unit(&random))
        : world.center.latitude + world.spreadDegrees * (2 * RandomShapes.unit(&random) - 1)
      var east = world.center.longitude + world.spreadDegrees * (2 * RandomShapes.unit(&random) - 1)
      if east > 180 { east -= 360 }
      return Listing(
        id: "l\(number)", kind: Kind.allCases[number % 3], coordinate: Coordinate(latitude: north, longitude: east))
    }
  }

  @Test("agree within and outside random areas", arguments: worlds)
  func agree(world: World) throws {
    var random = SplitMix64(seed: 41)
    let listings = Self.listings(world, &random)
    let catalog = try TemporaryCatalog(listings)
    let twin = BruteForce(listings)
    var (excluded, found) = (0, 0)
    for _ in 0..<Self.queries {
      let query = Self.query(world, &random)
      let unsure = Self.idsNearEdges(of: query, listings)
      excluded += unsure.count
      let answer = try catalog.catalog.answer(query, at: SeededWorld.now)
      let expected = twin.ids(query, now: SeededWorld.now)
      found += expected.count
      let (left, right) = (answer.matches.map(\.id), expected)
      #expect(left.filter { !unsure.contains($0) } == right.filter { !unsure.contains($0) }, "\(query.json.text)")
      if unsure.isEmpty { #expect(answer.total == expected.count, "\(query.json.text)") }
      if SeededWorld.oneIn(4, &random) { try Self.expectSameCount(query, answer.total, in: catalog.catalog) }
    }
    #expect(excluded <= Self.queries / 50, "hardly anything lies on an edge")
    #expect(found > Self.queries, "the areas hold listings")
  }

  private static func query(_ world: World, _ random: inout SplitMix64) -> Query {
    var query = Query()
    let isPolar = abs(world.center.latitude) > 80
    func shape() -> MultiPolygon {
      let spread = isPolar ? 0 : 0.6 * world.spreadDegrees
      let middle = Coordinate(
        latitude: world.center.latitude + spread * (RandomShapes.unit(&random) - 0.5),
        longitude: world.center.longitude + spread * (RandomShapes.unit(&random) - 0.5))
      return RandomShapes.shape(
        around: middle, degrees: world.spreadDegrees * (0.1 + 0.4 * RandomShapes.unit(&random)), &random)
    }
    if !SeededWorld.oneIn(4, &random) { query.area = .shape(shape()) }
    if query.area == nil || SeededWorld.oneIn(4, &random) { query.outside = .shape(shape()) }
    if SeededWorld.oneIn(3, &random) {
      query.near = Coordinate(
        latitude: min(90, max(-90, world.center.latitude)), longitude: min(180, world.center.longitude))
      if SeededWorld.oneIn(2, &random) {
        query.radiusMeters = (isPolar ? 30 : world.spreadDegrees) * 111_000 * RandomShapes.unit(&random)
      }
    }
    if SeededWorld.oneIn(5, &random) { query.kinds = [.bar, .couch] }
    if SeededWorld.oneIn(5, &random) {
      query.within = BoundingBox(south: -90, west: -180, north: world.center.latitude, east: 180)
    }
    (query.total, query.limit) = (true, 1000)
    return query
  }

  private static func idsNearEdges(of query: Query, _ listings: [Listing]) -> Set<String> {
    var shapes: [RayCasting] = []
    for case .shape(let shape)? in [query.area, query.outside] { shapes.append(RayCasting(shape)) }
    return Set(listings.filter { listing in shapes.contains { $0.isNearEdge(listing.coordinate) } }.map(\.id))
  }

  private static func expectSameCount(_ query: Query, _ total: Int?, in catalog: Catalog) throws {
    var count = query
    count.limit = 0
    #expect(try catalog.answer(count, at: SeededWorld.now).total == total, "\(query.json.text)")
  }
}
