import Testing

@testable import Geography

@Suite struct CircleBoxTests {
  @Test(arguments: Metric.allCases, [0.0, 1e-3, 1, 50, 2_000, 100_000, 2_000_000, 9_000_000, 15_000_000, 21_000_000])
  func theBoxHoldsEveryCoordinateWithinTheRadius(metric: Metric, radius: Double) {
    var random = SeededGenerator(seed: UInt64(radius) + 1)
    for _ in 0..<3_000 {
      let center = random.coordinate()
      let box = BoundingBox(around: center, radiusMeters: radius, metric: metric)
      verify(box.isValid && box.contains(center))
      let degrees = radius / 111_000 * 1.2
      let target = random.number(0, 1) < 0.5 ? random.coordinate() : random.neighbor(of: center, degrees: degrees)
      guard metric.meters(from: center, to: target) <= radius else { continue }
      verify(box.contains(target), "\(center), \(box), \(target)")
    }
  }

  @Test(arguments: Metric.allCases)
  func theSidesAreOutsideTheCircleButNotFar(metric: Metric) {
    var random = SeededGenerator(seed: 77)
    for _ in 0..<2_000 {
      let center = Coordinate(latitude: random.number(-70, 70), longitude: random.number(-180, 180))
      let radius = random.number(10, 500_000)
      let box = BoundingBox(around: center, radiusMeters: radius, metric: metric)
      let origin = DistanceOrigin(center, metric: metric)
      let sides = [
        BoundingBox(south: box.north, west: box.west, north: box.north, east: box.east),
        BoundingBox(south: box.south, west: box.west, north: box.south, east: box.east),
        BoundingBox(south: box.south, west: box.east, north: box.north, east: box.east),
        BoundingBox(south: box.south, west: box.west, north: box.north, east: box.west),
      ]
      for side in sides {
        let nearest = (0...40).map { origin.meters(to: Self.along(side, Double($0) / 40)) }.min() ?? 0
        verify(nearest >= radius, "\(center), \(radius), \(side)")
        verify(nearest <= radius * 1.02 + 1e-3, "\(center), \(radius), \(side)")
      }
    }
  }

  private static func along(_ side: BoundingBox, _ share: Double) -> Coordinate {
    let longitude = share == 1 ? side.east : side.west + side.longitudeSpan * share
    return Coordinate(
      latitude: side.south + (side.north - side.south) * share,
      longitude: longitude > 180 ? longitude - 360 : longitude)
  }

  static let hardCases: [(latitude: Double, longitude: Double, radius: Double, box: BoundingBox)] = [
    (90, 0, 1_000, BoundingBox(south: 89.991, west: -180, north: 90, east: 180)),
    (-90, 77, 1_000, BoundingBox(south: -90, west: -180, north: -89.991, east: 180)),
    (89.995, 10, 1_000, BoundingBox(south: 89.986, west: -180, north: 90, east: 180)),
    (0, 180, 111_319.49, BoundingBox(south: -1.007, west: 178.993, north: 1.007, east: -178.993)),
    (0, -180, 111_319.49, BoundingBox(south: -1.007, west: 178.993, north: 1.007, east: -178.993)),
    (10, 20, .infinity, .world), (10, 20, .nan, .world), (10, 20, 1e300, .world),
    (10, 20, -5, BoundingBox(south: 10, west: 20, north: 10, east: 20)),
  ]

  @Test(arguments: hardCases)
  func polesSeamsAndOddRadiiGiveTheExpectedBox(
    row: (latitude: Double, longitude: Double, radius: Double, box: BoundingBox)
  ) {
    let center = Coordinate(latitude: row.latitude, longitude: row.longitude)
    let box = BoundingBox(around: center, radiusMeters: row.radius, metric: .wgs84)
    #expect(abs(box.south - row.box.south) < 1e-3 && abs(box.north - row.box.north) < 1e-3)
    #expect(abs(box.west - row.box.west) < 1e-3 && abs(box.east - row.box.east) < 1e-3, "\(box)")
  }
}
