import Geography
import Streams
import TestSupport
import Testing
import VicinityLab

@testable import Vicinity

/// Matches counted by named areas, engine against ray casting.
@Suite("The facet of areas")
struct AreaFacetTests {
  private static func counts(_ facet: FacetCounts?) -> [String: Int] {
    var counts = Dictionary(uniqueKeysWithValues: (facet?.values ?? []).map { ($0.value, $0.count) })
    counts[""] = facet.flatMap { $0.without > 0 ? $0.without : nil }
    return counts
  }

  private static func areas(_ world: TwinTests.World, _ random: inout SplitMix64) -> [NamedArea] {
    (0..<9).map { number in
      let middle = RandomFilters.origin(near: world.center, spreadDegrees: world.spreadDegrees, &random)
      // So small that no star reaches a pole: areas that contain one are rings around it.
      let shape = RandomShapes.shape(around: middle, degrees: min(8, world.spreadDegrees * 0.6), &random)
      return NamedArea(name: "area \(number)", source: number < 5 ? "districts" : "parishes", shape: shape)
    }
  }

  @Test("agrees with the slow truth for every filter, where areas overlap", arguments: TwinTests.worlds)
  func agree(world: TwinTests.World) throws {
    var random = SplitMix64(seed: 61)
    let count = SlowTests.areEnabled ? 250 : 120
    let listings = SeededWorld(seed: 62, count: count, center: world.center, spreadDegrees: world.spreadDegrees)
      .listings
    let areas = Self.areas(world, &random).filter { area in
      !listings.contains { RayCasting(area.shape).isNearEdge($0.coordinate) }
    }
    let temporary = try TemporaryCatalog(Array(listings.prefix(count / 2)))
    try temporary.catalog.save(areas)
    try temporary.catalog.save(Array(listings.dropFirst(count / 2)), source: "later")
    let twin = BruteForce(listings)
    let byID = Dictionary(uniqueKeysWithValues: listings.map { ($0.id, $0) })
    var (covered, overlapping) = (0, 0)
    for filter in RandomFilters.all {
      var query = Query()
      filter.apply(&query, world.center, world.spreadDegrees, &random)
      (query.facets, query.facetLimit, query.limit) = ([.area], 100, SeededWorld.pick(3, &random))
      let matches = twin.ids(query, now: SeededWorld.now).compactMap { byID[$0] }
      let expected = BruteForce.counts(of: .area, among: matches, areas: areas)
      let facet = try temporary.catalog.answer(query, at: SeededWorld.now).facets?.first
      #expect(Self.counts(facet) == expected, "\(query.json.text)")
      let counted = (facet?.values ?? []).reduce(0) { $0 + $1.count }
      covered += matches.count - (facet?.without ?? 0)
      overlapping += counted - (matches.count - (facet?.without ?? 0))
    }
    #expect(covered > 100 && overlapping > 10)
  }

  @Test("agrees for whole subtrees, beside other facets, while listings and areas change", arguments: TwinTests.worlds)
  func subtrees(world: TwinTests.World) throws {
    var random = SplitMix64(seed: 64)
    var listings = SeededWorld(seed: 65, count: 2500, center: world.center, spreadDegrees: world.spreadDegrees).listings
    var areas: [NamedArea] = []
    let temporary = try TemporaryCatalog(listings)
    let catalog = temporary.catalog
    var covered = 0
    for round in 0..<TwinQueries.count(usually: 12) {
      switch round % 4 {
      case 0:
        if let first = areas.first { try catalog.removeAreas(named: [first.name]) }
        let added = Self.areas(world, &random).filter { area in
          !listings.contains { RayCasting(area.shape).isNearEdge($0.coordinate) }
        }
        try catalog.save(added)
        areas = areas.dropFirst().filter { area in !added.contains { $0.name == area.name } } + added
      case 1:
        let (index, other) = (SeededWorld.pick(listings.count, &random), SeededWorld.pick(listings.count, &random))
        listings[index].tags = ["changed"]
        listings[index].coordinate = listings[other].coordinate
        try catalog.save([listings[index]], source: "test")
      default: break
      }
      let twin = BruteForce(listings)
      let byID = Dictionary(uniqueKeysWithValues: listings.map { ($0.id, $0) })
      for _ in 0..<3 {
        var query = Query()
        (query.facets, query.facetLimit, query.limit) = ([.area, .kind, .tag, .rating], 1000, 0)
        if !SeededWorld.oneIn(3, &random) { query.within = ClusterTwinTests.box(world, &random) }
        if SeededWorld.oneIn(3, &random) { query.kinds = [Kind.allCases[SeededWorld.pick(3, &random)]] }
        query.now = SeededWorld.now + 3600 * (Int64(SeededWorld.pick(500, &random)) - 250)
        let matches = twin.ids(query, now: SeededWorld.now).compactMap { byID[$0] }
        let facets = try catalog.answer(query, at: SeededWorld.now).facets ?? []
        #expect(facets.map(\.facet) == query.facets)
        for facet in facets {
          let expected = BruteForce.counts(of: facet.facet, among: matches, areas: areas)
          #expect(Self.counts(facet) == expected, "\(facet.facet) of \(query.json.text), round \(round)")
        }
        covered += matches.count - (facets.first?.without ?? 0)
      }
    }
    #expect(covered > 1000)
  }

  @Test("lists the areas with most matches first, equal ones by name, and no more than requested")
  func order() throws {
    func square(_ name: String, _ side: Double) -> NamedArea {
      let corners = [(0.0, 0.0), (side, 0), (side, side), (0, side), (0, 0)]
      return NamedArea(
        name: name, source: "test",
        shape: MultiPolygon([Polygon(rings: [corners.map { Coordinate(latitude: $0.0, longitude: $0.1) }])]))
    }
    let bars = (1...9).map {
      Listing(id: "b\($0)", kind: .bar, coordinate: Coordinate(latitude: Double($0) / 10, longitude: 0.1))
    }
    let temporary = try TemporaryCatalog(bars)
    let catalog = temporary.catalog
    try catalog.save([square("z", 0.35), square("b", 0.55), square("a", 0.55), square("empty", 0.05)])
    func told(_ limit: Int) throws -> [String] {
      var query = Query()
      (query.facets, query.facetLimit, query.limit) = ([.area], limit, 0)
      let facet = try #require(try catalog.answer(query, at: SeededWorld.now).facets?.first)
      #expect(facet.without == 4)
      return facet.values.map { "\($0.value) \($0.count)" }
    }
    #expect(try told(20) == ["a 5", "b 5", "z 3"])
    #expect(try told(2) == ["a 5", "b 5"])
    try catalog.removeAreas(named: ["a"])
    try catalog.save([Listing(id: "b1", kind: .bar, coordinate: Coordinate(latitude: 5, longitude: 5))], source: "test")
    var query = Query()
    (query.facets, query.limit) = ([.area], 0)
    let facet = try #require(try catalog.answer(query, at: SeededWorld.now).facets?.first)
    #expect(Self.counts(facet) == ["b": 4, "z": 2, "": 5])
  }

  @Test("counts each of an event's occurrences")
  func occurrences() throws {
    let world = TwinTests.worlds[0]
    let listings = SeededWorld(seed: 63, count: 300, center: world.center, spreadDegrees: 0.05).listings
    let temporary = try TemporaryCatalog(listings)
    let box = BoundingBox(south: 48.76, west: 9.1, north: 48.9, east: 9.3)
    let corners = [(box.west, box.south), (box.east, box.south), (box.east, box.north), (box.west, box.north)]
    let ring = (corners + corners.prefix(1)).map { Coordinate(latitude: $0.1, longitude: $0.0) }
    try temporary.catalog.save([
      NamedArea(name: "box", source: "test", shape: MultiPolygon([Polygon(rings: [ring])]))
    ])
    let times = #""during":{"from":"2026-11-27T00:00","to":"2027-02-01T00:00"}"#
    var query = try Query(
      parsing: #"{"occurrences":"all",\#(times),"total":true,"limit":0,"facets":["area"]}"#.utf8)
    let all = try temporary.catalog.answer(query, at: SeededWorld.now)
    query.within = box
    let inside = try temporary.catalog.answer(query, at: SeededWorld.now)
    #expect(Self.counts(all.facets?.first)["box"] == inside.total)
    #expect((inside.total ?? 0) > 0 && inside.facets?.first?.without == 0)
    #expect(all.total == (inside.total ?? 0) + (all.facets?.first?.without ?? 0))
  }
}
