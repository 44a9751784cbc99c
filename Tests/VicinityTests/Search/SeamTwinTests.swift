import Geography
import Streams
import TestSupport
import Testing
import VicinityLab

@testable import Vicinity

/// Listings on both sides of every rounding at the antimeridian and the poles, against boxes and areas with edges
/// there.
@Suite("Boxes at the antimeridian and the poles, and the brute-force twin")
struct SeamTwinTests {
  /// Nodes of the R-tree are rounded outward to 32 bits: values on both sides of such a number, and of the midpoint of
  /// two.
  private static func around(_ degrees: Double) -> [Double] {
    let float = Double(Float(degrees).nextDown)
    let middle = (float + degrees) / 2
    return [degrees, degrees.nextDown, float, float.nextUp, float.nextDown, middle, middle.nextDown, degrees - 1e-5]
  }

  private static let longitudes: [Double] = {
    let east = around(180) + [180, 180, 179.9, 179, 170]
    return east + east.map { -$0 } + [0, 10, -75.25, 100]
  }()
  private static let latitudes: [Double] = {
    let north = around(90) + [90, 90, 89.9, 80, 60]
    return north + north.map { -$0 } + [0, 0, 10, -20]
  }()

  private static func pick(_ numbers: [Double], _ random: inout SplitMix64) -> Double {
    numbers[SeededWorld.pick(numbers.count, &random)]
  }

  private static func listings(_ count: Int, _ random: inout SplitMix64) -> [Listing] {
    (0..<count).map { number in
      let latitude = SeededWorld.oneIn(2, &random) ? pick(latitudes, &random) : pick([-20, 0, 10, 60], &random)
      let place = Coordinate(latitude: latitude, longitude: pick(longitudes, &random))
      var listing = Listing(
        id: "l\(1000 + number)", kind: Kind.allCases[SeededWorld.pick(3, &random)], coordinate: place)
      if SeededWorld.oneIn(5, &random) { listing.tags = ["jazz"] }
      return listing
    }
  }

  private static func box(_ random: inout SplitMix64) -> BoundingBox {
    let (first, second) = (pick(latitudes, &random), pick(latitudes, &random))
    var box = BoundingBox(
      south: min(first, second), west: pick(longitudes, &random), north: max(first, second),
      east: pick(longitudes, &random))
    switch SeededWorld.pick(6, &random) {
    case 0: (box.west, box.east) = (-180, 180)
    case 1: box.west = -180
    case 2: box.east = 180
    case 3: box.east = box.west
    default: break
    }
    return box
  }

  @Test("agree on ids, order, totals, pages, clusters, facets and lists", arguments: [3, 45, 120, 400, 1500])
  func boxes(count: Int) throws {
    var random = SplitMix64(seed: UInt64(count))
    let listings = Self.listings(count, &random)
    let temporary = try TemporaryCatalog(listings)
    var found = 0
    for number in 0..<(count > 1000 ? 60 : 150) {
      var query = Query()
      let box = Self.box(&random)
      query.within = box
      if number % 5 == 0 { (query.within, query.area) = (nil, .box(box)) }
      if number % 7 == 0 { (query.within, query.area, query.outside) = (nil, nil, .box(box)) }
      if number % 3 == 0 { query.kinds = [Kind.allCases[SeededWorld.pick(3, &random)]] }
      if number % 4 == 0 { query.tags.all = ["jazz"] }
      let matches = listings.filter { listing in
        BruteForce.isIn(box, listing.coordinate) == (query.outside == nil)
          && query.kinds?.contains(listing.kind) ?? true && Set(listing.tags).isSuperset(of: query.tags.all)
      }
      found += matches.count
      try expect(matches, from: query, in: temporary.catalog)
    }
    #expect(found > count)
  }

  /// Runs a query in each form that takes a different path through the index.
  private func expect(_ matches: [Listing], from query: Query, in catalog: Catalog) throws {
    let ids = matches.map(\.id)
    var query = query
    (query.limit, query.total, query.facets, query.fields) = (.max, true, [.kind], [.id])
    let all = try catalog.answer(query, at: SeededWorld.now)
    #expect(all.matches.map(\.id) == ids && all.total == ids.count, "\(query.json.text)")
    let counts = Dictionary(uniqueKeysWithValues: (all.facets?[0].values ?? []).map { ($0.value, $0.count) })
    #expect(counts == BruteForce.counts(of: .kind, among: matches), "\(query.json.text)")
    (query.limit, query.facets) = (0, [])
    #expect(try catalog.answer(query, at: SeededWorld.now).total == ids.count, "\(query.json.text)")
    query.cluster = ids.count % 9
    let clusters = try catalog.answer(query, at: SeededWorld.now).clusters?.map { cluster in
      var plain = cluster
      plain.box = .world
      return plain
    }
    #expect(clusters == BruteForce.clusters(of: matches, zoom: ids.count % 9), "\(query.json.text)")
    (query.cluster, query.limit) = (nil, max(1, ids.count / 3))
    #expect(try catalog.idsOfAllPages(of: query) == ids, "\(query.json.text)")
  }

  @Test("agree within a radius, for a group and along a way", arguments: [120, 400])
  func measures(count: Int) throws {
    var random = SplitMix64(seed: UInt64(count) + 1)
    let listings = Self.listings(count, &random)
    let temporary = try TemporaryCatalog(listings)
    let twin = BruteForce(listings)
    for number in 0..<24 {
      var query = Query()
      let places = (0..<2).map { _ in
        Coordinate(latitude: Self.pick(Self.latitudes, &random), longitude: Self.pick(Self.longitudes, &random))
      }
      switch number % 3 {
      case 0: (query.near, query.radiusMeters) = (places[0], Self.pick([0, 2, 2000, 2e6], &random))
      case 1: (query.group, query.radiusMeters) = (Query.Group(places.map { Query.Group.Origin($0) }), 1e7)
      default:
        let end = Coordinate(latitude: places[0].latitude * 0.999, longitude: places[0].longitude)
        query.along = Query.Along([places[0], end], widthMeters: Self.pick([0, 2, 2000], &random))
      }
      query.within = SeededWorld.oneIn(2, &random) ? Self.box(&random) : nil
      (query.limit, query.total, query.fields) = (1000, true, [.id])
      let answer = try temporary.catalog.answer(query, at: SeededWorld.now)
      let expected = twin.ids(query, now: SeededWorld.now)
      #expect(answer.matches.map(\.id) == expected && answer.total == expected.count, "\(query.json.text)")
    }
  }

  /// Rectangles as polygons, with edges on the antimeridian and at the poles.
  @Test("agree on areas with edges there, and the catalog notes the same", arguments: [120, 400])
  func areas(count: Int) throws {
    var random = SplitMix64(seed: UInt64(count) + 2)
    let listings = Self.listings(count, &random)
    let temporary = try TemporaryCatalog(Array(listings.prefix(count / 2)))
    let sides = [(-180.0, -170.0), (170, 180), (-180, 180), (170, 190), (100, 101), (-180, 0), (-190, -179), (0, 180)]
    let heights = [(60.0, 90.0), (-90, -20), (-90, 90), (-20, 10), (80, 90), (10, 60)]
    var areas: [NamedArea] = []
    for (west, east) in sides {
      for (south, north) in heights {
        let corners = [(south, west), (south, east), (north, east), (north, west), (south, west)]
        let ring = corners.map { Coordinate(latitude: $0.0, longitude: $0.1) }
        areas.append(
          NamedArea(
            name: "\(west) \(south) \(east) \(north)", source: "test", shape: MultiPolygon([Polygon(rings: [ring])])))
      }
    }
    try temporary.catalog.save(areas)
    try temporary.catalog.save(Array(listings.dropFirst(count / 2)), source: "later")
    for (index, area) in areas.enumerated() {
      let (west, east) = sides[index / heights.count]
      let (south, north) = heights[index % heights.count]
      let box = BoundingBox(
        south: south, west: west < -180 ? west + 360 : west, north: north, east: east > 180 ? east - 360 : east)
      for (isInside, isNamed) in [(true, false), (false, false), (true, true)] {
        let matches = listings.filter { BruteForce.isIn(box, $0.coordinate) == isInside }
        var query = Query()
        let asked: Query.Area = isNamed ? .named(area.name) : .shape(area.shape)
        if isInside { query.area = asked } else { query.outside = asked }
        (query.limit, query.total, query.fields) = (1000, true, [.id])
        let answer = try temporary.catalog.answer(query, at: SeededWorld.now)
        #expect(answer.matches.map(\.id) == matches.map(\.id), "\(area.name) \(isInside) \(isNamed)")
        query.limit = 0
        #expect(try temporary.catalog.answer(query, at: SeededWorld.now).total == matches.count, "\(area.name)")
      }
      let covered = listings.count { BruteForce.isIn(box, $0.coordinate) }
      let row = "SELECT count(*) FROM listing_area JOIN area ON area.fid = area_fid WHERE name = '\(area.name)'"
      #expect(try TestDatabase.rows(row, path: temporary.path) == [["\(covered)"]], "\(area.name)")
    }
  }
}
