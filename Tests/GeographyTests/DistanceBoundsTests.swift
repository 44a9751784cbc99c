import Testing

@testable import Geography

@Suite struct DistanceBoundsTests {
  @Test(arguments: Metric.allCases, UInt64(1)...8)
  func boundsOfARandomBoxEncloseTheDistanceToEveryCoordinateInIt(metric: Metric, seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<2_000 {
      let box = random.box()
      let inside = random.coordinate(in: box)
      let start =
        seed.isMultiple(of: 2) ? random.coordinate() : random.neighbor(of: inside, degrees: random.number(0, 3))
      let origin = DistanceOrigin(start, metric: metric)
      let low = origin.lowerBoundMeters(to: box)
      let high = origin.upperBoundMeters(to: box)
      for _ in 0..<4 {
        let target = random.coordinate(in: box)
        let meters = origin.meters(to: target)
        verify(low <= meters && meters <= high, "\(start), \(box), \(target): \(low), \(meters), \(high)")
        verify(origin.lowerBoundMeters(to: target) <= meters)
      }
      verify(!box.contains(start) || low == 0)
    }
  }

  @Test(arguments: UInt64(21)...24)
  func onTheSphereBothBoundsAreReachedByACoordinateOfTheBox(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let box = random.box()
      let origin = DistanceOrigin(random.coordinate(), metric: .sphere)
      let meters = Self.grid(box).map { origin.meters(to: $0) }
      let nearest = meters.min() ?? 0
      let farthest = meters.max() ?? 0
      // The error of the sampling grid, plus 0.03 m for the safety margin of the bounds.
      let cell = max(box.north - box.south, box.longitudeSpan) / 24 * 111_200 * 1.5 + 0.03
      verify(origin.lowerBoundMeters(to: box) >= nearest - cell, "\(origin.coordinate), \(box)")
      verify(origin.upperBoundMeters(to: box) <= farthest + cell, "\(origin.coordinate), \(box)")
    }
  }

  static func grid(_ box: BoundingBox) -> [Coordinate] {
    (0...24).flatMap { row in
      (0...24).map { column in
        let longitude = box.west + box.longitudeSpan * Double(column) / 24
        return Coordinate(
          latitude: box.south + (box.north - box.south) * Double(row) / 24,
          longitude: longitude > 180 ? longitude - 360 : longitude)
      }
    }
  }

  @Test func theLowerBoundOnTheEllipsoidIsAtMostThreeQuartersOfAPercentTooSmall() {
    var random = SeededGenerator(seed: 31)
    for _ in 0..<20_000 {
      let start = random.coordinate()
      let target = random.neighbor(of: start, degrees: 5)
      let origin = DistanceOrigin(start, metric: .wgs84)
      let meters = origin.meters(to: target)
      let bounds = [
        origin.lowerBoundMeters(to: target), origin.lowerBoundMeters(to: BoundingBox(target)),
      ]
      verify(bounds.allSatisfy { $0 >= meters * 0.9925 - 2e-8 }, "\(start), \(target): \(bounds), \(meters)")
    }
  }

  @Test(arguments: Metric.allCases)
  func noDistanceIsLongerThanItsLowerBoundTimesTheSlack(metric: Metric) {
    var random = SeededGenerator(seed: 33)
    for index in 0..<20_000 {
      let start = random.coordinate()
      let opposite = Coordinate(
        latitude: -start.latitude, longitude: start.longitude > 0 ? start.longitude - 180 : start.longitude + 180)
      let target =
        index % 3 == 0
        ? random.coordinate()
        : random.neighbor(of: index % 3 == 1 ? start : opposite, degrees: random.number(0, 1) < 0.5 ? 1e-6 : 5)
      let origin = DistanceOrigin(start, metric: metric)
      let bound = origin.lowerBoundMeters(to: target)
      verify(origin.meters(to: target) <= bound * origin.lowerBoundSlack + 2e-8, "\(start), \(target)")
    }
  }

  @Test(arguments: Metric.allCases, [0.0, 1, 300, 20_000, 1_000_000, 12_000_000])
  func thePlanarBoundOrTheRadiusIsBelowEveryDistance(metric: Metric, radius: Double) {
    var random = SeededGenerator(seed: UInt64(radius) + 2)
    for _ in 0..<3_000 {
      let start = random.coordinate()
      let bound = PlanarBound(DistanceOrigin(start, metric: metric), radiusMeters: radius)
      let near = random.neighbor(of: start, degrees: radius / 100_000)
      let target = random.number(0, 1) < 0.3 ? random.coordinate() : near
      let meters = metric.meters(from: start, to: target)
      verify(min(bound.squaredMeters(to: target).squareRoot(), radius) <= meters, "\(start), \(target)")
      for window in random.box().union(target).windows {
        let inside = random.coordinate(in: window)
        let low = min(bound.squaredMeters(to: window).squareRoot(), radius)
        verify(low <= metric.meters(from: start, to: inside), "\(start), \(window), \(inside)")
      }
    }
  }

  @Test func overACityThePlanarBoundIsWithinThreeParts() {
    var random = SeededGenerator(seed: 41)
    for _ in 0..<5_000 {
      let start = Coordinate(latitude: random.number(-60, 60), longitude: random.number(-180, 180))
      let bound = PlanarBound(DistanceOrigin(start, metric: .wgs84), radiusMeters: 10_000)
      let target = random.neighbor(of: start, degrees: 0.09)
      let meters = Metric.wgs84.meters(from: start, to: target)
      verify(bound.squaredMeters(to: target).squareRoot() >= meters * (1 - 3e-3) - 1e-5)
    }
  }

  @Test func sidesRoundedOutwardBeyondTheWorldKeepTheBoundsBelow() {
    var random = SeededGenerator(seed: 51)
    for _ in 0..<20_000 {
      let target = random.coordinate()
      let start = random.neighbor(of: target, degrees: random.number(0, 8))
      let e = 2e-5
      let box = BoundingBox(
        south: target.latitude - e, west: target.longitude - e, north: target.latitude + e, east: target.longitude + e)
      let origin = DistanceOrigin(start, metric: .wgs84)
      let meters = origin.meters(to: target)
      verify(origin.lowerBoundMeters(to: box) <= meters, "\(start), \(target)")
      verify(origin.upperBoundMeters(to: box) >= meters, "\(start), \(target)")
      let planar = PlanarBound(origin, radiusMeters: 900_000)
      verify(min(planar.squaredMeters(to: box).squareRoot(), 900_000) <= meters, "\(start), \(target)")
    }
  }

  /// Origin, box, expected central angle in degrees.
  static let hardCases: [(origin: Coordinate, box: BoundingBox, nearest: Double, farthest: Double)] = [
    (at(90, 0), box(0, 10, 80, 20), 10, 90),
    (at(-90, 33), box(-80, 10, 80, 20), 10, 170),
    (at(0, 180), box(-10, 170, 10, -170), 0, 14.106044),
    (at(0, 0), box(-10, 170, 10, -170), 165.893956, 180),
    (at(0, 179), box(-1, -180, 1, -179), 1, 2.236068),
    (at(0, -180), box(5, 180, 6, 180), 5, 6),
    (at(10, 50), .world, 0, 180),
    (at(80, 0), box(70, 90, 85, 180), 11.168953, 30),
    (at(50, 0), box(60, -180, 70, 180), 10, 70),
    (at(0, 0), box(-90, 90, 90, 90), 90, 90),
    (at(40, 10), box(40, 10, 40, 10), 0, 0),
    // A quarter of the circle away, where the nearest point jumps from one end of the meridian to the other.
    (at(-80, 0), box(-65, 90, 90, 90), 26.805957, 170), (at(80, 0), box(-90, 90, 65, 90), 26.805957, 170),
    (at(0, 90), box(-46, 179.9999999, 19, 179.9999999), 90, 90), (at(0, 90), box(0, 180, 1, -179.9999), 90, 90.0001),
  ]

  @Test(arguments: hardCases)
  func hardBoxesHaveTheRightCentralAngles(
    row: (origin: Coordinate, box: BoundingBox, nearest: Double, farthest: Double)
  ) {
    let origin = DistanceOrigin(row.origin, metric: .sphere)
    let nearest = origin.minimumCentralAngle(to: row.box) / Trigonometry.radiansPerDegree
    let farthest = origin.maximumCentralAngle(to: row.box) / Trigonometry.radiansPerDegree
    #expect(abs(nearest - row.nearest) < 1e-4, "\(nearest)")
    #expect(abs(farthest - row.farthest) < 1e-4, "\(farthest)")
  }

  private static func at(_ latitude: Double, _ longitude: Double) -> Coordinate {
    Coordinate(latitude: latitude, longitude: longitude)
  }

  private static func box(_ south: Double, _ west: Double, _ north: Double, _ east: Double) -> BoundingBox {
    BoundingBox(south: south, west: west, north: north, east: east)
  }
}
