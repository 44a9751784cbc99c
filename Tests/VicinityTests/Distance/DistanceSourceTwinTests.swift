import Foundation
import Geography
import Streams
import TestSupport
import Testing
import VicinityLab

@testable import Vicinity

/// Groups and routes, engine against brute force, in small worlds.
@Suite("Groups, routes and the brute-force twin")
struct DistanceSourceTwinTests {
  static let worlds = TwinTests.worlds
  /// The number per world (five) and seed (two).
  static let queries = TwinQueries.count(usually: 15)

  @Test("agree on groups", arguments: worlds, [1, 2] as [UInt64])
  func groups(world: TwinTests.World, seed: UInt64) throws {
    try compare(world, seed: seed) { query, random in
      let origins = (0...SeededWorld.pick(5, &random)).map { _ in
        let place = RandomFilters.origin(near: world.center, spreadDegrees: world.spreadDegrees, &random)
        return Query.Group.Origin(place, maxMeters: SeededWorld.oneIn(8, &random) ? Self.meters(world, &random) : nil)
      }
      query.group = Query.Group(
        origins, by: SeededWorld.oneIn(2, &random) ? .sum : .worst,
        maxMeters: SeededWorld.oneIn(4, &random) ? Self.meters(world, &random) : nil)
      query.sort =
        [[], [], [.spread], [.price, .distance], [.spread, .distance], [.open]][SeededWorld.pick(6, &random)]
    }
  }

  @Test("agree on ways", arguments: worlds, [1, 2] as [UInt64])
  func routes(world: TwinTests.World, seed: UInt64) throws {
    try compare(world, seed: seed + 10) { query, random in
      let line = (0...(1 + SeededWorld.pick(3, &random))).map { _ in
        RandomFilters.origin(near: world.center, spreadDegrees: world.spreadDegrees, &random)
      }
      query.along = Query.Along(
        Self.shortened(line, to: 0.3), widthMeters: [0, 300, 2000, 10_000, 40_000][SeededWorld.pick(5, &random)],
        from: Self.start(world, line, &random))
      query.sort = [[], [], [.route], [.distance], [.price, .route], [.open]][SeededWorld.pick(6, &random)]
    }
  }

  /// Long lines have many pieces, all of which the twin tests: they are shrunk towards their first vertex.
  private static func shortened(_ line: [Coordinate], to degrees: Double) -> [Coordinate] {
    let first = line[0]
    return line.map { vertex in
      let north = vertex.latitude - first.latitude
      var east = vertex.longitude - first.longitude
      if east > 180 { east -= 360 }
      if east < -180 { east += 360 }
      let factor = min(1, degrees / max(abs(north), abs(east), 1e-9))
      var longitude = first.longitude + factor * east
      if longitude > 180 { longitude -= 360 }
      if longitude < -180 { longitude += 360 }
      return Coordinate(latitude: min(90, max(-90, first.latitude + factor * north)), longitude: longitude)
    }
  }

  private static func start(
    _ world: TwinTests.World, _ line: [Coordinate], _ random: inout SplitMix64
  ) -> Query.Along.Start? {
    switch SeededWorld.pick(4, &random) {
    case 0: .meters(Double(SeededWorld.pick(30_000, &random)))
    case 1: .coordinate(RandomFilters.origin(near: line[0], spreadDegrees: world.spreadDegrees / 4, &random))
    default: nil
    }
  }

  private static func meters(_ world: TwinTests.World, _ random: inout SplitMix64) -> Double {
    world.spreadDegrees * 111_000 * Double(1 + SeededWorld.pick(12, &random)) / 8
  }

  private func compare(
    _ world: TwinTests.World, seed: UInt64, _ measure: (inout Query, inout SplitMix64) -> Void
  ) throws {
    let listings = SeededWorld(seed: seed, count: 90, center: world.center, spreadDegrees: world.spreadDegrees).listings
    let temporary = try TemporaryCatalog(listings)
    let twin = BruteForce(listings)
    var random = SplitMix64(seed: seed &* 1000)
    for _ in 0..<Self.queries {
      var query = Query()
      measure(&query, &random)
      if SeededWorld.oneIn(3, &random) { query.radiusMeters = Self.meters(world, &random) }
      if SeededWorld.oneIn(4, &random) {
        let travels: [Query.Travel] = [.walking, .cycling, .driving, .speed(metersPerSecond: 20)]
        query.open = .init(at: .now, arriving: travels[SeededWorld.pick(4, &random)])
      }
      for index in [2, 3, 4, 8] where SeededWorld.oneIn(8, &random) {
        RandomFilters.all[index].apply(&query, world.center, world.spreadDegrees, &random)
      }
      query.metric = SeededWorld.oneIn(3, &random) ? .sphere : .wgs84
      query.total = SeededWorld.oneIn(2, &random)
      (query.limit, query.fields) = (SeededWorld.pick(12, &random), [.id])
      try expectEqual(temporary.catalog, twin, query)
    }
  }

  private func expectEqual(_ catalog: Catalog, _ twin: BruteForce, _ query: Query) throws {
    let answer = try catalog.answer(query, at: SeededWorld.now)
    let expected = twin.ids(query, now: SeededWorld.now)
    let isEqual =
      answer.matches.map(\.id) == Array(expected.prefix(query.limit))
      && (answer.total ?? expected.count) == expected.count
      && (answer.next != nil) == (query.limit > 0 && expected.count > query.limit)
    // Formatting the query costs more than running it.
    if !isEqual { Issue.record("\(query.json.text): \(answer.matches.map(\.id)), expected \(expected)") }
  }

  @Test("agree on the spread and the total of groups in a large world", arguments: [0.05, 8] as [Double])
  func large(spreadDegrees: Double) throws {
    let center = Coordinate(latitude: 50, longitude: 8)
    let listings = SeededWorld(seed: 51, count: 3600, center: center, spreadDegrees: spreadDegrees).listings
    let temporary = try TemporaryCatalog(listings)
    let twin = BruteForce(listings)
    var random = SplitMix64(seed: 52)
    let longest = spreadDegrees * 111_000
    for _ in 0..<TwinQueries.count(usually: 12) {
      var query = Query()
      let origins = (0...SeededWorld.pick(4, &random)).map { _ in
        Query.Group.Origin(
          RandomFilters.origin(near: center, spreadDegrees: spreadDegrees, &random),
          maxMeters: SeededWorld.oneIn(8, &random) ? longest : nil)
      }
      query.group = Query.Group(
        origins, by: SeededWorld.oneIn(2, &random) ? .sum : .worst,
        maxMeters: SeededWorld.oneIn(3, &random) ? 1.5 * longest : nil)
      if SeededWorld.oneIn(4, &random) { query.radiusMeters = 1.2 * longest }
      if SeededWorld.oneIn(4, &random) { query.kinds = [.bar] }
      query.sort = [[.spread], [.spread, .price], [], [.spread.descending]][SeededWorld.pick(4, &random)]
      (query.limit, query.fields) = (9, [.id])
      try expectEqual(temporary.catalog, twin, query)
      (query.limit, query.total) = (0, true)
      try expectEqual(temporary.catalog, twin, query)
    }
  }

  @Test("agree on pages that follow one another", arguments: worlds)
  func pages(world: TwinTests.World) throws {
    let listings = SeededWorld(seed: 3, count: 150, center: world.center, spreadDegrees: world.spreadDegrees).listings
    let temporary = try TemporaryCatalog(listings)
    let twin = BruteForce(listings)
    var random = SplitMix64(seed: 4)
    for sort in [[], [.distance, .price], [.name]] as [[Query.SortKey]] {
      var query = Query()
      (query.sort, query.limit, query.fields) = (sort, 17, [.id])
      let places = (0..<3).map { _ in
        RandomFilters.origin(near: world.center, spreadDegrees: world.spreadDegrees / 2, &random)
      }
      query.group = Query.Group(places.map { Query.Group.Origin($0) }, by: sort.isEmpty ? .worst : .sum)
      #expect(try temporary.catalog.idsOfAllPages(of: query) == twin.ids(query, now: SeededWorld.now))
      (query.group, query.along) = (nil, Query.Along(Self.shortened(places, to: 1), widthMeters: 30_000))
      #expect(try temporary.catalog.idsOfAllPages(of: query) == twin.ids(query, now: SeededWorld.now))
    }
  }
}
